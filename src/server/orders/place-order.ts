import { type Selectable, sql } from 'kysely'
import type { CheckoutLine } from '#domain/checkout.ts'
import type { Db } from '../db/connection.ts'
import type { Tables } from '../db/tables.ts'

export interface SoldProduct {
  id: string
  name: string
  priceCents: number
  imageId: string | null
}

/** The products on sale among these ids. */
export async function findSold(db: Db, lines: CheckoutLine[]): Promise<Map<string, SoldProduct>> {
  const rows = await db
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

/** An order that one visitor makes at this moment, and its payment page as soon as there is one. */
export interface Twin {
  id: string
  orderId: string
  userId: string | null
  email: string | null
  expiresAt: Date
  session?: { id: string; url: string }
}

/** Before this time the shopper is still typing. */
const firstCheckMs = 20_000
/** The same cart from the same visitor within this time is a double click: nobody fills in two payment pages so fast. */
const doubleClickMs = 10_000

/**
 * Commits a new order that awaits its payment, with its lines as they are sold now, unless this very cart has just become
 * one. Checkouts of one visitor wait for each other, so that of two at once the second finds the first.
 * @returns the order that there was already
 */
export async function placeOrder(db: Db, order: NewOrder): Promise<Twin | undefined> {
  const { id, orderId, amountCents, at, expiresAt, buyer, cartHash } = order
  const placed = {
    id,
    order_id: orderId,
    user_id: buyer.account?.id,
    email: buyer.account?.email,
    amount_cents: amountCents,
    expires_at: expiresAt,
    visitor: buyer.visitor,
    cart_hash: cartHash,
    check_at: new Date(+at + firstCheckMs),
    at,
  }
  const lines = order.lines.map((line, position) => ({
    position,
    product_id: line.id,
    name: line.name,
    image_id: line.imageId,
    unit_cents: line.priceCents,
    quantity: line.quantity,
  }))
  const { rows } = await sql<Selectable<Tables['order']>>`
    select * from place_order(${JSON.stringify(placed)}, ${JSON.stringify(lines)}, ${new Date(+at - doubleClickMs)})`.execute(
    db,
  )
  return rows[0] && toTwin(rows[0], expiresAt)
}

function toTwin(row: Selectable<Tables['order']>, expiresAt: Date): Twin {
  const { id, order_id: orderId, user_id: userId, email, expires_at, payment_session, payment_url } = row
  const session = payment_session && payment_url ? { id: payment_session, url: payment_url } : undefined
  return { id, orderId, userId, email, expiresAt: expires_at ?? expiresAt, session }
}
