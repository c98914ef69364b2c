import { type ShipAnswer, type ShipOutcome, shipSentences } from '#domain/orders/packing.ts'
import type { CheckoutContext } from '../../checkout/context.ts'
import type { Tx } from '../../db/connection.ts'
import { isRefunding } from '../../payments/refunds.ts'
import { type Admin, changeStatus, lockArrivedOrder } from '../manage-orders.ts'

/**
 * Marks orders as shipped, each in its own transaction, and says of each what became of it. One that cannot be shipped holds no other
 * up, and sent twice nothing is done twice.
 */
export async function shipOrders(context: CheckoutContext, admin: Admin, ids: readonly string[]) {
  const answers: ShipAnswer[] = []
  for (const id of new Set(ids.map(each => each.toLowerCase()))) {
    const { number, outcome } = await context.db.transaction().execute(tx => ship(tx, context, admin, id))
    answers.push({ _id: id, number, outcome, sentence: shipSentences[outcome] })
  }
  return answers
}

async function ship(tx: Tx, context: CheckoutContext, admin: Admin, id: string) {
  const order = await lockArrivedOrder(tx, id)
  if (!order) return { number: null, outcome: 'gone' as const }
  const outcome = await outcomeFor(tx, id, order)
  if (outcome === 'shipped') await changeStatus(tx, context, admin, { ...order, id }, 'shipped')
  return { number: order.number, outcome }
}

type LockedOrder = NonNullable<Awaited<ReturnType<typeof lockArrivedOrder>>>

/** Runs after the order is locked, so that the second of a refund and a shipment sees the first. */
async function outcomeFor(tx: Tx, id: string, { status, payment_state }: LockedOrder): Promise<ShipOutcome> {
  if (payment_state === 'refunded') return 'refunded'
  if (status === 'shipped' || status === 'completed') return 'already'
  if (payment_state === 'review') return 'review'
  if (await isRefunding(tx, id)) return 'refunding'
  const owed = tx.selectFrom('order_line').select('position').where('order_id', '=', id).where('owed', '>', 0)
  return (await owed.executeTakeFirst()) ? 'waiting' : 'shipped'
}
