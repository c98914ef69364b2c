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

/** Who is buying. */
export interface Buyer {
  /** As the limits count. */
  visitor: string
  /** The account that is signed in, whose order it will be; undefined for a guest. */
  account?: { id: string; email: string }
}

export interface NewOrder {
  id: string
  orderId: string
  amountCents: number
  at: Date
  /** Until when it can be paid. */
  expiresAt: Date
  buyer: Buyer
  cartHash: string
  lines: (SoldProduct & { quantity: number })[]
}

/** What the provider is told of an order. */
export interface PayableOrder {
  orderId: string
  /** The account, null for a guest. */
  userId: string | null
  /** The account's, null for a guest. */
  email: string | null
  amountCents: number
  expiresAt: Date
  lines: (Omit<SoldProduct, 'id'> & { id: string | null; quantity: number })[]
}

/** Before this time the shopper is still typing. */
const firstCheckMs = 20_000

/** A new order that awaits its payment, with its lines as they are sold now. */
export async function insertOrder(
  tx: Tx,
  { id, orderId, amountCents, at, expiresAt, buyer, cartHash, lines }: NewOrder,
): Promise<void> {
  await tx
    .insertInto('order')
    .values({
      id,
      order_id: orderId,
      user_id: buyer.account?.id ?? null,
      email: buyer.account?.email ?? null,
      contact_email: null,
      amount_cents: amountCents,
      expires_at: expiresAt,
      visitor: buyer.visitor,
      cart_hash: cartHash,
      check_at: new Date(+at + firstCheckMs),
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
export async function savePaymentSession(db: Db, id: string, session: { id: string; url: string }): Promise<void> {
  await db
    .updateTable('order')
    .set({ payment_session: session.id, payment_url: session.url })
    .where('id', '=', id)
    .where('payment_state', '=', 'awaiting')
    .execute()
}

/** An order as it was sold, to ask the provider for its payment again. */
export async function findPayableOrder(db: Db, id: string): Promise<PayableOrder | undefined> {
  const order = await db
    .selectFrom('order')
    .select(['order_id as orderId', 'user_id as userId', 'email'])
    .select(['amount_cents as amountCents', 'expires_at as expiresAt'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!order?.expiresAt) return undefined
  const lines = await db
    .selectFrom('order_line')
    .select(['product_id as id', 'name', 'unit_cents as priceCents', 'image_id as imageId', 'quantity'])
    .where('order_id', '=', id)
    .orderBy('position')
    .execute()
  return { ...order, expiresAt: order.expiresAt, lines }
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
