import { countryName } from '#domain/costs/countries.ts'
import { changedAddressFields, readAddress, type SentAddress } from '#domain/orders/edited-address.ts'
import type { Address } from '#domain/orders/order.ts'
import { recordAuditEntry } from '../audit/record.ts'
import type { CheckoutContext } from '../checkout/context.ts'
import type { Tx } from '../db/connection.ts'
import { badRequest, conflict, notFound } from '../lib/errors.ts'
import { queueAddressChanged } from '../mail/queue.ts'
import { type Admin, lockArrivedOrder } from './manage/manage-orders.ts'

/**
 * Changes the delivery address of an order that was not shipped, and tells the buyer. What was paid for delivery and as tax stays. The
 * audit names the fields, without their texts. The same address again changes nothing.
 * @throws ShopError 400 with one sentence for a wrong text; 404 when there is no such order, or no money has arrived for it; 409 when it
 *   was shipped, cancelled or refunded, and for another country than the one that it was bought for
 */
export async function changeAddress(
  context: CheckoutContext,
  admin: Admin,
  id: string,
  sent: SentAddress,
): Promise<void> {
  const address = readAddress(sent)
  if (typeof address === 'string') throw badRequest(address)
  await context.db.transaction().execute(async tx => {
    const order = await lockArrivedOrder(tx, id)
    if (!order) throw notFound('Order')
    if (order.status === 'shipped' || order.status === 'completed')
      throw conflict('This order was shipped: its address can no longer be changed.')
    if (order.payment_state === 'refunded' || order.cancelled_at)
      throw conflict('The money of this order went back: nothing of it is sent.')
    const before = await findAddress(tx, id)
    const bought = order.country ?? undefined
    if (bought && address.country !== bought)
      throw conflict(
        `This order was bought for ${countryName(bought)}: delivery and tax depend on it, so it cannot go to another country. Refund it, and let the customer order again.`,
      )
    const changed = changedAddressFields(before, address)
    if (changed.length === 0) return
    await saveAddress(tx, id, address)
    await tx.updateTable('order').set({ updated_at: context.clock.now() }).where('id', '=', id).execute()
    await queueAddressChanged(tx, id, context)
    const entry = { actor: admin.id, action: 'change address', record: 'order', recordId: id } as const
    await recordAuditEntry(tx, { ...entry, after: { changed: changed.join(', ') } }, context)
  })
}

async function findAddress(tx: Tx, orderId: string): Promise<Address | null> {
  const row = await tx
    .selectFrom('address')
    .select(['name', 'line1', 'line2', 'city', 'state', 'postal_code as postalCode', 'country', 'phone'])
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return row ?? null
}

async function saveAddress(tx: Tx, order_id: string, { postalCode: postal_code, ...rest }: Address): Promise<void> {
  const row = { ...rest, postal_code }
  await tx
    .insertInto('address')
    .values({ ...row, order_id })
    .onConflict(known => known.column('order_id').doUpdateSet(row))
    .execute()
}
