import { sql } from 'kysely'
import { validate } from 'uuid'
import type { CheckoutLine } from '#domain/checkout.ts'
import type { OrderStatus, PaymentState, PublicOrder } from '#domain/order.ts'
import type { Db, Tx } from '../db/connection.ts'

export interface SoldProduct {
  id: string
  name: string
  priceCents: number
  imageId: string | null
}

/** The products on sale among these ids. */
export async function findSold(tx: Tx, lines: CheckoutLine[]): Promise<Map<string, SoldProduct>> {
  const rows = await tx
    .selectFrom('product')
    .select(['id', 'name', 'price_cents as priceCents', 'image_id as imageId'])
    .where('id', '=', sql<string>`any(${lines.map(({ productId }) => productId)}::uuid[])`)
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(rows.map(row => [row.id, row]))
}

export interface NewOrder {
  id: string
  orderId: string
  amountCents: number
  at: Date
  lines: (SoldProduct & { quantity: number })[]
}

/** A new order that awaits its payment, with its lines as they are sold now. */
export async function insertOrder(tx: Tx, { id, orderId, amountCents, at, lines }: NewOrder): Promise<void> {
  await tx
    .insertInto('order')
    .values({
      id,
      order_id: orderId,
      user_id: null,
      email: null,
      contact_email: null,
      amount_cents: amountCents,
      created_at: at,
      updated_at: at,
    })
    .execute()
  const rows = lines.map((line, position) => ({
    order_id: id,
    position,
    product_id: line.id,
    name: line.name,
    image_id: line.imageId,
    unit_cents: line.priceCents,
    quantity: line.quantity,
  }))
  await tx.insertInto('order_line').values(rows).execute()
  await addEvent(tx, { id, kind: 'payment', value: 'awaiting', actor: 'checkout', at })
}

interface NewEvent {
  id: string
  kind: 'status' | 'payment'
  value: OrderStatus | PaymentState
  actor: string
  at: Date
}

export async function addEvent(tx: Tx, { id, ...event }: NewEvent): Promise<void> {
  await tx
    .insertInto('order_event')
    .values({ order_id: id, ...event })
    .execute()
}

/** Notes where an order is being paid. An order that is no longer awaiting keeps what it has. */
export async function savePaymentSession(
  db: Db,
  id: string,
  session: { id: string; url: string; expiresAt: Date },
): Promise<void> {
  await db
    .updateTable('order')
    .set({ payment_session: session.id, payment_url: session.url, expires_at: session.expiresAt })
    .where('id', '=', id)
    .where('payment_state', '=', 'awaiting')
    .execute()
}

/** What anybody who holds one of its ids may see of an order. */
export async function findPublicOrder(db: Db, idOrOrderId: string): Promise<PublicOrder | undefined> {
  const order = await db
    .selectFrom('order')
    .selectAll()
    .where(validate(idOrOrderId) ? 'id' : 'order_id', '=', idOrOrderId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!order) return undefined
  const events = await db
    .selectFrom('order_event')
    .select(['value', 'at'])
    .where('order_id', '=', order.id)
    .where('kind', '=', 'status')
    .orderBy('id')
    .execute()
  return {
    orderId: order.order_id,
    status: order.status,
    paymentState: order.payment_state,
    createdAt: order.created_at.toISOString(),
    updatedAt: order.updated_at.toISOString(),
    events: events.map(({ value, at }) => ({ status: value as OrderStatus, at: at.toISOString() })),
  }
}

export async function findOrderOfSession(db: Db, sessionId: string) {
  return await db
    .selectFrom('order')
    .select(['order_id as orderId', 'payment_state as paymentState'])
    .where('payment_session', '=', sessionId)
    .executeTakeFirst()
}
