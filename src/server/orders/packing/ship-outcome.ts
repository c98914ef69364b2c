import { sql } from 'kysely'
import type { ShipOutcome } from '#domain/orders/packing.ts'
import type { Tx } from '../../db/connection.ts'
import { isWaitingForPieces } from '../../stock/queries.ts'
import type { lockArrivedOrder } from '../manage/manage-orders.ts'
import { findObstacles } from '../sending-obstacles.ts'

type LockedOrder = NonNullable<Awaited<ReturnType<typeof lockArrivedOrder>>>

/**
 * What becomes of an order that is to be marked as shipped. It runs after the order is locked, so that the second of a refund and a
 * shipment sees the first.
 */
export async function outcomeFor(tx: Tx, id: string, order: LockedOrder): Promise<ShipOutcome> {
  if (order.status === 'shipped' || order.status === 'completed')
    return order.payment_state === 'refunded' ? 'refunded' : 'already'
  const obstacle = await obstacleTo(tx, id, order)
  if (obstacle) return obstacle
  const { rows } = await sql<{
    isWaiting: boolean
  }>`select ${isWaitingForPieces(sql`${id}::uuid`)} as "isWaiting"`.execute(tx)
  return rows[0]?.isWaiting ? 'waiting' : 'shipped'
}

/** Why nothing, and nothing more, of a locked order may be sent. */
export async function obstacleTo(
  tx: Tx,
  id: string,
  { payment_state, cancelled_at, check_since }: LockedOrder,
): Promise<ShipOutcome | undefined> {
  if (payment_state === 'refunded') return 'refunded'
  if (payment_state === 'review') return 'review'
  const { isRefunding, isAllRefunded, isWithdrawn } = await findObstacles(tx, id)
  if (isRefunding) return 'refunding'
  if (cancelled_at) return 'cancelled'
  if (check_since) return 'unchecked'
  if (isAllRefunded) return 'refunded'
  return isWithdrawn ? 'withdrawn' : undefined
}
