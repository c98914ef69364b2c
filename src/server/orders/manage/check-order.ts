import { recordAuditEntry } from '../../audit/record.ts'
import type { CheckoutContext } from '../../checkout/context.ts'
import { notFound } from '../../lib/errors.ts'
import { type Admin, lockArrivedOrder } from './manage-orders.ts'

/**
 * Notes that somebody has checked an order that a restore brought back. The same again changes nothing.
 * @throws ShopError 404 when there is no such order, or no money has arrived for it
 */
export async function checkOrder(context: CheckoutContext, admin: Admin, id: string): Promise<void> {
  await context.db.transaction().execute(async tx => {
    const order = await lockArrivedOrder(tx, id)
    if (!order) throw notFound('Order')
    if (!order.check_since) return
    await tx.updateTable('order').set({ check_since: null }).where('id', '=', id).execute()
    await recordAuditEntry(tx, { actor: admin.id, action: 'check-order', record: 'order', recordId: id }, context)
  })
}
