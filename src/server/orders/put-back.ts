import { sql } from 'kysely'
import { recordAuditEntry } from '../audit/record.ts'
import type { CheckoutContext } from '../checkout/context.ts'
import type { Tx } from '../db/connection.ts'
import { conflict, notFound, ShopError } from '../lib/errors.ts'
import { paidBackPieces, refundedPieces } from '../payments/refund-queries.ts'
import { hasParcel } from '../shipments/queries.ts'
import { putBackRefunded } from '../stock/put-back-refunded.ts'
import { countedSinceRefund, refuseReturned, returnPieces } from '../stock/return-pieces.ts'
import { type Admin, lockArrivedOrder } from './manage/manage-orders.ts'

/**
 * Puts the refunded pieces of an order that was never sent back on the shelf. An order that was refunded as a whole is closed as
 * cancelled. The same again changes nothing.
 * @param isCounted whether the pieces are in a count since the refund: then none are added. Undefined asks when there was a count.
 * @throws ShopError 404 when there is no such order, 409 when it is not refunded, was sent, or pieces of it came back as a return,
 * and `counted` to ask
 */
export async function putBack(
  context: CheckoutContext,
  admin: Admin,
  id: string,
  isCounted: boolean | undefined,
): Promise<void> {
  await context.db.transaction().execute(async tx => {
    const order = await lockArrivedOrder(tx, id)
    if (!order) throw notFound('Order')
    if (order.cancelled_at) return
    if (order.status === 'shipped' || order.status === 'completed' || (await hasParcel(tx, id)))
      throw conflict('This order was sent. What comes back of it is noted under Returns.')
    if (order.payment_state !== 'refunded') return await putPartBack(tx, context, admin, id)
    await refuseReturned(tx, id)
    if (isCounted === undefined) await askAboutCounts(tx, id)
    const at = context.clock.now()
    await tx.updateTable('order').set({ cancelled_at: at, updated_at: at }).where('id', '=', id).execute()
    await returnPieces(tx, id, at, { isCounted })
    await recordAuditEntry(tx, { actor: admin.id, action: 'put back', record: 'order', recordId: id }, context)
  })
}

/** The shelf is counted with the pieces of open orders, so that no count since the refund matters. */
async function putPartBack(tx: Tx, context: CheckoutContext, admin: Admin, id: string): Promise<void> {
  const { rows } = await sql<{ asked: number; paidBack: number }>`
    select coalesce(sum(${refundedPieces}), 0)::integer as asked, coalesce(sum(${paidBackPieces}), 0)::integer as "paidBack"
    from order_line where order_id = ${id}`.execute(tx)
  const { asked = 0, paidBack = 0 } = rows[0] ?? {}
  if (asked === 0) throw conflict('Refund this order first: its pieces are still for the buyer.')
  if (paidBack === 0)
    throw conflict('Its refund is on its way, and may fail. Put the pieces back on the shelf once it is done.')
  const pieces = await putBackRefunded(tx, id, context.clock.now())
  if (pieces === 0) return
  const entry = { actor: admin.id, action: 'put back', record: 'order', recordId: id, after: { pieces } } as const
  await recordAuditEntry(tx, entry, context)
}

async function askAboutCounts(tx: Tx, id: string): Promise<void> {
  const counted = await countedSinceRefund(tx, id)
  if (counted.length === 0) return
  const words = counted.join('; ')
  throw new ShopError(
    409,
    'counted',
    `The shelf was counted after the refund: ${words}. If the pieces lay there then, they are in the count already.`,
  )
}
