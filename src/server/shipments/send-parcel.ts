import { validate } from 'uuid'
import {
  isSameParcel,
  maxParcelsOfOrder,
  type ParcelTexts,
  readParcel,
  type SentParcel,
} from '#domain/shipments/shipment.ts'
import { recordAuditEntry } from '../audit/record.ts'
import type { CheckoutContext } from '../checkout/context.ts'
import type { Tx } from '../db/connection.ts'
import { badRequest, conflict, notFound, sentBefore } from '../lib/errors.ts'
import { queueParcelSent } from '../mail/queue.ts'
import {
  type Admin,
  changeStatus,
  lockArrivedOrder,
  refuseRefunded,
  refuseUnchecked,
} from '../orders/manage/manage-orders.ts'
import { type ShipmentRow, shipmentColumns } from './queries.ts'

export type LockedOrder = NonNullable<Awaited<ReturnType<typeof lockArrivedOrder>>>

/** A parcel whose texts were read. */
export interface NewParcel extends ParcelTexts {
  /** Made by the browser. */
  id: string
}

/** Throws ShopError 400 with one sentence for a wrong id or text. */
export function readNewParcel({ id, ...sent }: SentParcel & { id?: unknown }): NewParcel {
  if (typeof id !== 'string' || !validate(id)) throw badRequest('Send id, a UUID of its own for each parcel.')
  return { ...readTexts(sent), id: id.toLowerCase() }
}

/** Throws ShopError 400 with one sentence for a wrong text. */
export function readTexts(sent: SentParcel, options?: { mayBeUnnamed: boolean }): ParcelTexts {
  const texts = readParcel(sent, options)
  if (typeof texts === 'string') throw badRequest(texts)
  return texts
}

/**
 * Sends a parcel of an order, once however often it is sent with the same id. An order that is not shipped becomes so, with the e-mail
 * of that; a further parcel has an e-mail of its own.
 * @param force send it even if the order was cancelled, refunded, or is being refunded
 * @returns the parcel as it is stored
 * @throws ShopError 400 for a wrong id or text; 404 when there is no such order, or no money has arrived for it; 409 `cancelled`,
 *   `refunding`, `refunded`, `review` or `unchecked`, `sent_before` when it was sent with other texts, when it has 50 parcels, or the id belongs to another order
 */
export async function sendParcel(
  context: CheckoutContext,
  admin: Admin,
  orderId: string,
  sent: SentParcel & { id?: unknown },
  { force }: { force: boolean },
): Promise<ShipmentRow> {
  const parcel = readNewParcel(sent)
  return await context.db.transaction().execute(async tx => {
    const order = await lockArrivedOrder(tx, orderId)
    if (!order) throw notFound('Order')
    const known = await findKnownParcel(tx, parcel)
    if (known && known.order_id !== orderId.toLowerCase()) throw conflict('Another parcel has this id.')
    if (known) return known
    refuseUnchecked(order)
    if (!force) await refuseRefunded(tx, orderId, order, 'Sending a parcel gives the goods away.')
    return await addParcel(tx, context, admin, { ...order, id: orderId }, parcel)
  })
}

/**
 * The parcel that was sent before under this id. One that was corrected since is not compared: how it was sent is not known any more.
 * @throws ShopError 409 `sent_before` when it was sent with other texts
 */
export async function findKnownParcel(tx: Tx, parcel: NewParcel) {
  const known = await tx
    .selectFrom('shipment')
    .select([...shipmentColumns, 'order_id', 'return_id'])
    .where('id', '=', parcel.id)
    .executeTakeFirst()
  if (!known || (known.carrier === parcel.carrier && known.number === parcel.number && known.url === parcel.url))
    return known
  const correction = await tx
    .selectFrom('audit')
    .select('id')
    .where('record_id', '=', known.order_id)
    .where('action', '=', 'correct parcel')
    .where('at', '>=', known.sent_at)
    .executeTakeFirst()
  if (correction) return known
  throw sentBefore('This parcel was sent before, with another carrier, number or link: correct that one.')
}

/** The parcel of a locked order with the same carrier and number, if there is one. */
export async function findSameParcel(tx: Tx, orderId: string, parcel: ParcelTexts): Promise<boolean> {
  const rows = await tx.selectFrom('shipment').select(['carrier', 'number']).where('order_id', '=', orderId).execute()
  return rows.some(row => isSameParcel(row, parcel))
}

/** Adds a parcel to an order that is locked and may be shipped. */
export async function addParcel(
  tx: Tx,
  context: CheckoutContext,
  admin: Admin,
  order: LockedOrder & { id: string },
  parcel: NewParcel,
): Promise<ShipmentRow> {
  const at = context.clock.now()
  const now = { ...context, clock: { now: () => at } } // a removal recognises by the time what marked the order as shipped
  const { n } = await tx
    .selectFrom('shipment')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow()
  if (n >= maxParcelsOfOrder) throw conflict(`This order has ${maxParcelsOfOrder} parcels already.`)
  const row = await tx
    .insertInto('shipment')
    .values({ ...parcel, order_id: order.id, sent_at: at, actor: admin.email })
    .onConflict(found => found.doNothing())
    .returning(shipmentColumns)
    .executeTakeFirst()
  if (!row) throw conflict('Another parcel has this id.')
  if (order.status === 'pending' || order.status === 'processing') await changeStatus(tx, now, admin, order, 'shipped')
  else if (order.payment_state === 'paid') await queueParcelSent(tx, { id: row.id, orderId: order.id }, now)
  const entry = { actor: admin.id, action: 'send parcel', record: 'order', recordId: order.id } as const
  await recordAuditEntry(tx, { ...entry, after: { carrier: parcel.carrier } }, now)
  return row
}
