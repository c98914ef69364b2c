import type { ExpressionBuilder, Selectable } from 'kysely'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Shipment } from '#domain/orders/order.ts'
import type { Db, Tx } from '../db/connection.ts'
import type { Tables } from '../db/tables.ts'

type Columns = Pick<Selectable<Tables['shipment']>, 'id' | 'carrier' | 'number' | 'url'>

/** A row of `shipment`; its times are strings when they come from JSON. */
export type ShipmentRow = Columns & Record<'sent_at', Date | string> & Record<'delivered_at', Date | string | null>

export const shipmentColumns = ['id', 'carrier', 'number', 'url', 'sent_at', 'delivered_at'] as const

/** Selects the parcels of an order, oldest first. */
export const shipments = ({ selectFrom }: ExpressionBuilder<Tables, 'order'>) =>
  jsonArrayFrom(
    selectFrom('shipment')
      .select(shipmentColumns.map(column => `shipment.${column}` as const))
      .whereRef('shipment.order_id', '=', 'order.id')
      .orderBy('sent_at')
      .orderBy('shipment.id'),
  ).as('shipments')

export const toShipment = ({ id, sent_at, delivered_at, ...texts }: ShipmentRow): Shipment => ({
  ...texts,
  _id: id,
  sentAt: new Date(sent_at).toISOString(),
  deliveredAt: delivered_at && new Date(delivered_at).toISOString(),
})

/** Loads the parcel of a queued e-mail; undefined once it was removed, or its order is not shipped and paid any more. */
export async function findSentParcel(db: Db, mailId: string) {
  return await db
    .selectFrom('mail')
    .innerJoin('shipment', 'shipment.id', 'mail.shipment_id')
    .innerJoin('order', 'order.id', 'shipment.order_id')
    .select(['order.id as recordId', 'order.order_id as orderId', 'order.number', 'contact_email', 'email'])
    .select(['carrier', 'shipment.number as trackingNumber', 'url'])
    .where('mail.id', '=', mailId)
    .where('status', 'in', ['shipped', 'completed'])
    .where('payment_state', '=', 'paid')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Removes what tells where the parcels of these orders went; that something was sent stays. */
export async function eraseParcels(tx: Tx, orders: ReturnType<typeof sql>): Promise<void> {
  await sql`
    delete from mail where shipment_id in (select id from shipment where order_id = ${orders})`.execute(tx)
  await sql`
    update shipment set number = '', url = null
    where order_id = ${orders} and (number <> '' or url is not null)`.execute(tx)
}

/** Whether a parcel of an order was sent, also when the status of the order was set back. */
export const hasParcel = async (tx: Tx, orderId: string): Promise<boolean> =>
  (await tx.selectFrom('shipment').select('id').where('order_id', '=', orderId).executeTakeFirst()) !== undefined
