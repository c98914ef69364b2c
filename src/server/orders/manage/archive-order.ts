import { recordAuditEntry } from '../../audit/record.ts'
import type { CheckoutContext } from '../../checkout/context.ts'
import { notFound } from '../../lib/errors.ts'
import { type Admin, lockArrivedOrder } from './manage-orders.ts'

/**
 * Puts an order out of sight in the list of orders, or back. Its figures, its page and its packing stay. The same again changes nothing.
 * @throws ShopError 404 when there is no such order, or no money has arrived for it
 */
export async function archiveOrder(
  context: CheckoutContext,
  admin: Admin,
  id: string,
  { archived }: { archived: boolean },
): Promise<void> {
  await context.db.transaction().execute(async tx => {
    const order = await lockArrivedOrder(tx, id)
    if (!order) throw notFound('Order')
    if ((order.archived_at !== null) === archived) return
    const archived_at = archived ? context.clock.now() : null
    await tx.updateTable('order').set({ archived_at }).where('id', '=', id).execute()
    const action = archived ? 'archive' : 'unarchive'
    await recordAuditEntry(tx, { actor: admin.id, action, record: 'order', recordId: id }, context)
  })
}
