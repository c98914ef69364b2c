import { createHash } from 'node:crypto'
import type { ChosenDelivery } from '#domain/costs/delivery.ts'
import type { CodeRefusal } from '#domain/costs/discount-code.ts'
import { tooDearSentence } from '#domain/currency.ts'
import type { CheckoutLine } from '#domain/orders/checkout.ts'
import { cartChangedSentence } from '#domain/orders/reprice-cart.ts'
import type { Db } from '../db/connection.ts'
import { run } from '../db/raw-query.ts'
import type { CheckoutBounds } from '../http/limits/checkout-bounds.ts'
import { hashToken } from '../http/sessions.ts'
import { badRequest, busy, ShopError } from '../lib/errors.ts'
import { keyExpiry } from '../orders/key-queries.ts'
import { applyDue } from '../products/schedule/due-queries.ts'
import { outrun } from '../stock/placing-sql.ts'
import { type BeginCheckout, beginCheckout, isDue, tooDear, totalChanged } from './begin-checkout.ts'
import type { Buyer } from './buyer.ts'

/** A product as it is sold, in one of its variants. */
export interface SoldProduct {
  id: string
  name: string
  priceCents: number
  imageId: string | null
  variantId: string | null
  /** The code of the size, null for one size. */
  size: string | null
  /** What the color is called, null for a product without sizes that is of no style. */
  color: string | null
}

/** A line at today's prices. Without a `variantId` it cannot be sold: `sizes` are the codes of those that can. */
export interface PricedLine extends SoldProduct {
  quantity: number
  /** Of the line that was sent, from 1; the first one when several are of the same variant. */
  position: number
  sizes: string[] | null
  /** The part of the order's discount on this line; missing without a discount. */
  discountCents?: number
  /** The pieces that are there, and how many of them others hold; null for a variant that is not counted. */
  onHand: number | null
  held: number | null
}

export interface NewOrder {
  id: string
  orderId: string
  at: Date
  /** The end of the time for payment. */
  expiresAt: Date
  buyer: Buyer
  lines: CheckoutLine[]
  delivery: ChosenDelivery
  /** A discount code, tidied. */
  code?: string
  /** The total that the shopper was shown. */
  shownCents?: number
}

/** The existing order of an idempotency key, while it awaits its payment. */
export interface EarlierOrder {
  id: string
  visitor: string
  /** Whether its cart is the one in this request, at the total that was shown. */
  hasSameCart: boolean
  /** Its payment page, after the provider has opened one. */
  session?: { id: string; url: string; expiresAt: string }
}

export interface PlacedOrder {
  /**
   * The lines at the current prices. There is no order when one is missing, because its product is not on sale, when one has no
   * variant, or more pieces than a cart can have.
   */
  sold: PricedLine[]
  amountCents: number
  deliveryCents: number
  /** The discount code is not possible: there is no order. */
  refused?: { refusal: CodeRefusal; minCents: number; category: string | null }
  /** ISO code in lower case. */
  currency: string
  /** The new order's number; 0 when there is none. */
  number: number
  /** The order that already existed, instead of a new one. */
  earlier?: EarlierOrder
  /** Of a line there are too few pieces: there is no order. */
  isShort: boolean
  /** The address has begun too many checkouts: there is no order, and this is how long to wait. */
  waitSeconds?: number
}

interface Row {
  sold: PlacedOrder['sold'] | null
  currency: string
  earlier: {
    id: string
    visitor: string
    cart: string
    amount: number
    session: string | null
    url: string | null
    expires_at: string
  } | null
  wait_seconds: number | null
  number: number | null
  is_short: boolean | null
  parts: { discountCents: number; deliveryCents: number; totalCents: number } | null
  refused: CodeRefusal | null
  refused_min: number | null
  refused_category: string | null
}

/** Before this time the shopper is still typing. */
const firstCheckMs = 20_000

/**
 * Commits a new order that awaits its payment, with its lines at the current prices, unless the buyer's idempotency key
 * already has an order. Checkouts with one key wait for each other, so that the second of two finds the order of the first.
 */
export async function placeOrder(
  db: Db,
  { id, orderId, at, expiresAt, buyer, lines, delivery, code, shownCents }: NewOrder,
  bounds: CheckoutBounds,
): Promise<PlacedOrder> {
  const { account, visitor, isNewVisitor, idempotencyKey, address, returnOrigin } = buyer
  const { method } = delivery
  const cart = hashOf(lines, delivery, code)
  const request: BeginCheckout = {
    id,
    order_id: orderId,
    user_id: account?.id,
    email: account?.email,
    visitor,
    is_new_visitor: isNewVisitor,
    idempotency_key: idempotencyKey,
    address: address.toString('hex'),
    return_origin: returnOrigin,
    cart_hash: cart,
    max_open: bounds.maxOpen,
    max_per_minute: bounds.maxPerMinute,
    limits_hoarding: bounds.limitsHoarding,
    ordered_at: at,
    expires_at: expiresAt,
    check_at: new Date(+at + firstCheckMs),
    key_hash: buyer.key && hashToken(buyer.key).toString('hex'),
    key_expires_at: keyExpiry(at),
    country: delivery.country,
    delivery_method: method?.name,
    is_pickup: method?.isPickup ?? false,
    min_days: method?.minDays,
    max_days: method?.maxDays,
    delivery_cents: method?.priceCents ?? 0,
    free_from_cents: method?.freeFromCents ?? null,
    tax_bp: delivery.taxBp,
    tax_label: delivery.taxLabel,
    code,
    shown_cents: shownCents,
    lines: lines.map(({ productId, variantId, quantity }) => ({
      product_id: productId,
      variant_id: variantId,
      quantity,
    })),
  }
  const row = await begin(db, request)
  return {
    sold: row?.sold ?? [],
    amountCents: row?.parts?.totalCents ?? 0,
    deliveryCents: row?.parts?.deliveryCents ?? 0,
    ...(row?.refused && {
      refused: { refusal: row.refused, minCents: row.refused_min ?? 0, category: row.refused_category },
    }),
    currency: row?.currency ?? '',
    number: row?.number ?? 0,
    earlier: row?.earlier ? toEarlierOrder(row.earlier, cart, shownCents) : undefined,
    isShort: row?.is_short ?? false,
    waitSeconds: row?.wait_seconds ?? undefined,
  }
}

const maxTries = 10

/** Looks again while others take the same pieces between its look and its hold, and once what is due by now is applied. */
async function begin(db: Db, request: BeginCheckout): Promise<Row | undefined> {
  const sent = JSON.stringify(request)
  for (let tried = 1; ; tried += 1) {
    try {
      const [row] = await run<Row>(db, beginCheckout, [sent])
      return row
    } catch (error) {
      const { code } = error as { code?: unknown }
      if (code === tooDear) throw badRequest(tooDearSentence())
      if (code === totalChanged) throw new ShopError(409, 'total_changed', cartChangedSentence)
      if (code !== outrun && code !== isDue) throw error
      if (tried === maxTries) throw busy(error)
      if (code !== isDue) continue
      const products = request.lines.map(({ product_id }) => product_id)
      await applyDue(db, { now: () => request.ordered_at }, products)
    }
  }
}

/** The same hash for the same variants in the same quantities, delivered alike, whatever their order and price. */
function hashOf(lines: CheckoutLine[], { country, method }: ChosenDelivery, code: string | undefined): string {
  const sorted = lines.map(({ productId, variantId = productId, quantity }) => `${variantId} ${quantity}`).sort()
  const chosen = [country, method?.name, code].map(text => text ?? '')
  const parts = chosen.some(text => text !== '') ? [...sorted, ...chosen] : sorted
  return createHash('sha256').update(parts.join('\n')).digest('hex')
}

const toEarlierOrder = (
  { id, visitor, cart, amount, session, url, expires_at }: NonNullable<Row['earlier']>,
  sent: string,
  shownCents: number | undefined,
): EarlierOrder => ({
  id,
  visitor,
  hasSameCart: cart === sent && (shownCents === undefined || shownCents === amount),
  session: session && url ? { id: session, url, expiresAt: new Date(expires_at).toISOString() } : undefined,
})
