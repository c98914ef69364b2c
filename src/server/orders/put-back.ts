import { recordAuditEntry } from '../audit/record.ts'
import type { CheckoutContext } from '../checkout/context.ts'
import { conflict, notFound } from '../lib/errors.ts'
import { refuseReturned, returnPieces } from '../stock/return-pieces.ts'
import { type Admin, lockArrivedOrder } from './manage-orders.ts'

/**
 * Puts the pieces of a refunded order that was never sent back on the shelf, and closes it as cancelled. The same again changes
 * nothing.
 * @throws ShopError 404 when there is no such order, 409 when it is not refunded, was sent, or pieces of it came back as a return
 */
export async function putBack(context: CheckoutContext, admin: Admin, id: string): Promise<void> {
  await context.db.transaction().execute(async tx => {
    const order = await lockArrivedOrder(tx, id)
    if (!order) throw notFound('Order')
    if (order.cancelled_at) return
    if (order.payment_state !== 'refunded')
      throw conflict('Refund this order first: its pieces are still for the buyer.')
    if (order.status === 'shipped' || order.status === 'completed')
      throw conflict('This order was sent. What comes back of it is noted under Returns.')
    await refuseReturned(tx, id)
    const at = context.clock.now()
    await tx.updateTable('order').set({ cancelled_at: at, updated_at: at }).where('id', '=', id).execute()
    await returnPieces(tx, id, at)
    await recordAuditEntry(tx, { actor: admin.id, action: 'put back', record: 'order', recordId: id }, context)
  })
}
