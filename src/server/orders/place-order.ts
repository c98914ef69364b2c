import type { CheckoutLine } from '#domain/checkout.ts'
import type { Db } from '../db/connection.ts'
import { run } from '../db/run.ts'

export interface SoldProduct {
  id: string
  name: string
  priceCents: number
  imageId: string | null
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
  at: Date
  /** Until when it can be paid. */
  expiresAt: Date
  buyer: Buyer
  lines: CheckoutLine[]
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

export interface Placed {
  /** The lines as they are sold now. When one is missing, its product is not on sale, and there is no order. */
  sold: (SoldProduct & { quantity: number })[]
  amountCents: number
  /** The order that there was already. */
  twin?: Twin
}

interface Row {
  sold: Placed['sold'] | null
  total: number | null
  twin: {
    id: string
    orderId: string
    userId: string | null
    email: string | null
    expiresAt: string | null
    session: string | null
    url: string | null
  } | null
}

/** Before this time the shopper is still typing. */
const firstCheckMs = 20_000
/** The same cart from the same visitor within this time is a double click: nobody fills in two payment pages so fast. */
const doubleClickMs = 10_000

/**
 * Commits a new order that awaits its payment, with its lines as they are sold now, unless this very cart has just become
 * one. Checkouts of one visitor wait for each other, so that of two at once the second finds the first.
 */
export async function placeOrder(db: Db, { id, orderId, at, expiresAt, buyer, lines }: NewOrder): Promise<Placed> {
  const [row] = await run<Row>(db, 'select * from place_order($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)', [
    ...[id, orderId, buyer.account?.id, buyer.account?.email, buyer.visitor],
    ...[at, expiresAt, new Date(+at + firstCheckMs), new Date(+at - doubleClickMs)],
    ...[lines.map(({ productId }) => productId), lines.map(({ quantity }) => quantity)],
  ])
  const twin = row?.twin ? toTwin(row.twin, expiresAt) : undefined
  return { sold: row?.sold ?? [], amountCents: row?.total ?? 0, twin }
}

function toTwin({ session, url, expiresAt, ...order }: NonNullable<Row['twin']>, otherwise: Date): Twin {
  return {
    ...order,
    expiresAt: expiresAt ? new Date(expiresAt) : otherwise,
    session: session && url ? { id: session, url } : undefined,
  }
}
