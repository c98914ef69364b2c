import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'
import { hasNothingLeft, isGoingBack } from '../payments/refund-queries.ts'
import { isWithdrawn } from '../returns/queries.ts'

/** What other tables say against sending an order that is locked. */
export interface SendingObstacles {
  /** All that is left of its money is on its way back. */
  isRefunding: boolean
  /** No piece is left whose money did not go back, though the delivery may be. */
  isAllRefunded: boolean
  /** Its buyer has withdrawn from the contract, and nobody has settled that. */
  isWithdrawn: boolean
}

/** It runs after the order is locked, in its own statement, so that the second of a refund and a shipment sees the first. */
export async function findObstacles(tx: Tx, orderId: string): Promise<SendingObstacles> {
  const { rows } = await sql<SendingObstacles>`
    select ${isGoingBack} as "isRefunding", ${hasNothingLeft(sql`"order".id`)} as "isAllRefunded", ${isWithdrawn} as "isWithdrawn"
    from "order" where id = ${orderId}`.execute(tx)
  return rows[0] ?? { isRefunding: false, isAllRefunded: false, isWithdrawn: false }
}
