import { sql } from 'kysely'
import { validate } from 'uuid'
import type { OrderStatus } from '#domain/orders/order.ts'
import { trackingUrl } from '#domain/shipments/carriers.ts'
import type { SentParcel } from '#domain/shipments/shipment.ts'
import { recordAuditEntry } from '../audit/record.ts'
import type { CheckoutContext } from '../checkout/context.ts'
import type { Tx } from '../db/connection.ts'
import { conflict, notFound } from '../lib/errors.ts'
import { dropParcelSent, hasShippedEmailWaiting } from '../mail/queue.ts'
import { type Admin, changeStatus, lockArrivedOrder } from '../orders/manage/manage-orders.ts'
import { type ShipmentRow, shipmentColumns } from './queries.ts'
import { readTexts } from './send-parcel.ts'

/**
 * Corrects a parcel, or marks it as delivered or not. A field that is missing stays as it is; the link is built again when it was
 * built before. A change that changes nothing leaves no audit entry.
 * @throws ShopError 400 for a wrong text, 404 when there is no such parcel
 */
export async function correctParcel(
  context: CheckoutContext,
  admin: Admin,
  id: string,
  { delivered, ...sent }: SentParcel & { delivered?: boolean },
): Promise<ShipmentRow> {
  return await context.db.transaction().execute(async tx => {
    const { row, order } = await lockParcel(tx, id)
    const built = trackingUrl(row.carrier, row.number) ?? null
    const texts = readTexts({ ...row, url: row.url === built ? null : row.url, ...sent })
    const entry = { actor: admin.id, record: 'order', recordId: order.id } as const
    if (texts.carrier !== row.carrier || texts.number !== row.number || texts.url !== row.url) {
      const [before, after] = [{ carrier: row.carrier }, { carrier: texts.carrier }]
      await recordAuditEntry(tx, { ...entry, action: 'correct parcel', before, after }, context)
    }
    let delivered_at = row.delivered_at
    if (delivered !== undefined && delivered !== (row.delivered_at !== null)) {
      delivered_at = delivered ? context.clock.now() : null
      const action = delivered ? 'mark parcel delivered' : 'mark parcel not delivered'
      await recordAuditEntry(tx, { ...entry, action, after: { carrier: texts.carrier } }, context)
    }
    return await tx
      .updateTable('shipment')
      .set({ ...texts, delivered_at })
      .where('id', '=', row.id)
      .returning(shipmentColumns)
      .executeTakeFirstOrThrow()
  })
}

/**
 * Removes a parcel, and its e-mail if that has not been sent. When this is the only parcel, it has marked the order as shipped, and the
 * buyer has not been told, then the order goes back to its earlier status.
 * @throws ShopError 404 when there is no such parcel, 409 when it carries the swap of a return
 */
export async function removeParcel(context: CheckoutContext, admin: Admin, id: string): Promise<void> {
  await context.db.transaction().execute(async tx => {
    const { row, order, isSwap } = await lockParcel(tx, id)
    if (isSwap) throw conflict('This parcel carries the swap of a return, which stays.')
    await dropParcelSent(tx, row.id)
    await tx.deleteFrom('shipment').where('id', '=', row.id).execute()
    const earlier = order.status === 'shipped' ? await statusBefore(tx, order.id, row.sent_at) : undefined
    if (earlier && (await hasShippedEmailWaiting(tx, order.id))) await changeStatus(tx, context, admin, order, earlier)
    const entry = { actor: admin.id, action: 'remove parcel', record: 'order', recordId: order.id } as const
    await recordAuditEntry(tx, { ...entry, before: { carrier: row.carrier } }, context)
  })
}

/** The status that an order had before its last parcel, which is removed, marked it as shipped; undefined when something else did. */
async function statusBefore(tx: Tx, orderId: string, sentAt: Date): Promise<OrderStatus | undefined> {
  const { rows } = await sql<{ value: OrderStatus; at: Date }>`
    select value, at from order_event
    where order_id = ${orderId} and kind = 'status' and not exists (select from shipment where order_id = ${orderId})
    order by id desc limit 2`.execute(tx)
  const [last, earlier] = rows
  return last?.value === 'shipped' && +last.at === +sentAt ? (earlier?.value ?? 'pending') : undefined
}

/** Locks the order of a parcel, then the parcel. */
async function lockParcel(tx: Tx, id: string) {
  if (!validate(id)) throw notFound('Parcel')
  const found = await tx
    .selectFrom('shipment')
    .select(['order_id', 'return_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  const order = found && (await lockArrivedOrder(tx, found.order_id))
  const parcel = tx.selectFrom('shipment').select(shipmentColumns).where('id', '=', id).forUpdate()
  const row = order && (await parcel.executeTakeFirst())
  if (!row) throw notFound('Parcel')
  return { row, order: { ...order, id: found.order_id }, isSwap: found.return_id !== null }
}
