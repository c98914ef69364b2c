import { chargedLines } from '#domain/costs/costs.ts'
import { toCents } from '#domain/money.ts'
import { cartLimits } from '#domain/orders/cart.ts'
import type { CheckoutLine, CheckoutRequest, CheckoutSession } from '#domain/orders/checkout.ts'
import { labelOf, nameWithVariation } from '#domain/products/size.ts'
import type { Db } from '../db/connection.ts'
import type { CheckoutBounds } from '../http/limits/checkout-bounds.ts'
import { badRequest, busy, conflict, type ShopError, sizeNeeded, tooMany } from '../lib/errors.ts'
import type { Log } from '../lib/log.ts'
import { findPayableOrder, type PayableOrder, savePaymentSession } from '../orders/queries.ts'
import { ClockRefused, type NewPayment, ProviderRefused, ProviderUnavailable } from '../payments/provider.ts'
import { endUnpaidOrder } from '../payments/settle.ts'
import { findVariant } from '../products/queries.ts'
import { shortfallOf } from '../stock/shortfall.ts'
import type { Buyer } from './buyer.ts'
import { codeError, paymentDeliveryOf, readChosenCosts } from './chosen-costs.ts'
import type { CheckoutContext } from './context.ts'
import { closeHolding, closeWithCode, findWithCode } from './open-checkouts.ts'
import { type EarlierOrder, type NewOrder, type PlacedOrder, type PricedLine, placeOrder } from './place-order.ts'
import { readLines } from './read-lines.ts'
import { returnUrlsFor } from './return-to-shop.ts'
import { SoldOutError } from './sold-out-error.ts'

/** The provider requires at least 30 minutes, counted when it receives the request. */
const minOpenMs = 30 * 60_000
const openForMs = minOpenMs + 60_000
const spareMs = 5_000

export interface Checkout {
  /** The payment page. */
  session: CheckoutSession
  /** The visitor who began the order: the buyer, or for an existing order the visitor stored with it. */
  visitor: string
  /** How many orders of this visitor await payment; 0 when this order already existed. */
  waiting: number
}

/**
 * Turns a cart into an order at the shop's own prices, then opens a payment for it. The order is committed before the request
 * to the provider, so that no payment can exist without its order. The same idempotency key with the same cart is one order
 * with one payment, for as long as that awaits its payment. Without a key each request is a new order. Counted pieces are held
 * until the payment page closes; when too few are left, earlier payment pages of the same visitor that hold some are closed first.
 * @throws ShopError 400 for a cart that is not valid, cannot be delivered or cannot be charged, 409 for a product that is not on
 * sale, a discount code that cannot be used (`code_refused`), another total than was shown (`total_changed`) or a key that belongs to another cart, 429 when too many checkouts began from this address, 503 when the provider does not answer
 * @throws SoldOutError for too few pieces
 */
export async function checkout(
  context: CheckoutContext,
  request: CheckoutRequest,
  buyer: Buyer,
  bounds: CheckoutBounds,
  log: Pick<Log, 'warn'>,
): Promise<Checkout> {
  const lines = readLines(request.products)
  const chosen = await readChosenCosts(context.db, request)
  const at = context.clock.now()
  // The provider counts by its own clock. When ours is ahead, the page stays open for longer, which does no harm.
  const expiresAt = new Date(Math.max(+at, +context.payments.now()) + openForMs)
  const shownCents = request.total === undefined ? undefined : toCents(request.total)
  const order = {
    id: context.ids.uuid(),
    orderId: context.ids.secret(),
    at,
    expiresAt,
    buyer,
    lines,
    ...chosen,
    shownCents,
  }
  const placed = await placeOrFree(context, order, bounds, log)
  const { sold, number, earlier, waitSeconds, refused } = placed
  if (waitSeconds) throw tooMany(waitSeconds)
  await refuseUnsellable(context.db, lines, sold)
  if (earlier) {
    const reopened = await reopen(context, earlier)
    return reopened ?? (await checkout(context, request, buyer, bounds, log))
  }
  if (refused) throw await codeError(context.db, refused)
  const { account, visitor, returnOrigin = null } = buyer
  const { id: userId = null, email = null } = account ?? {}
  const { amountCents, deliveryCents, currency } = placed
  const delivery = paymentDeliveryOf(chosen.delivery, deliveryCents)
  const payable = {
    ...order,
    number,
    userId,
    email,
    amountCents,
    currency,
    delivery,
    taxBp: chosen.delivery.taxBp ?? undefined,
    returnOrigin,
    lines: sold,
  }
  return await openPayment(context, payable, visitor)
}

/**
 * Places an order. When too few pieces are left, or the last use of the code is taken, it is placed once more after the visitor's own
 * earlier payment pages were closed.
 * @throws SoldOutError naming every line that is short
 */
async function placeOrFree(
  context: CheckoutContext,
  order: NewOrder,
  bounds: CheckoutBounds,
  log: Pick<Log, 'warn'>,
): Promise<PlacedOrder> {
  let placed = await placeOrder(context.db, order, bounds)
  // Once: a page whose payment is under way at a bank cannot be closed, and keeps the code.
  if (placed.refused?.refusal === 'taken' && (await closeWithCode(context, order, log))) {
    placed = await placeOrder(context.db, order, bounds)
    if (
      placed.refused?.refusal === 'taken' &&
      (await findWithCode(context.db, order.buyer.visitor, order.code ?? '')).length > 0
    )
      placed.refused.refusal = 'underway'
  }
  if (!placed.isShort) return placed
  await refuseUnsellable(context.db, order.lines, placed.sold)
  const variants = shortLines(placed.sold).flatMap(({ variantId }) => variantId ?? [])
  const hasFreed = await closeHolding(context, order.buyer, variants, log)
  const again = hasFreed ? await placeOrder(context.db, order, bounds) : placed
  if (!again.isShort) return again
  const short = shortLines(again.sold)
  throw new SoldOutError(await shortfallOf(context.db, short, order.lines), short)
}

const shortLines = (sold: PricedLine[]) =>
  sold.filter(({ onHand, held, quantity }) => onHand !== null && onHand - (held ?? 0) < quantity)

/**
 * Names the first line that cannot be sold, and why.
 * @throws ShopError 409 for a product or variant that is not on sale and for a size that has to be chosen, 400 for a variant of
 * another product and for too many pieces
 */
async function refuseUnsellable(db: Db, lines: CheckoutLine[], sold: PricedLine[]): Promise<void> {
  const missing = lines.find(({ productId }) => !sold.some(({ id }) => id === productId))
  if (missing) throw conflict(`Line ${missing.line}: this product is no longer sold.`)
  const { quantity: max } = cartLimits
  for (const { variantId, position, name, sizes, quantity } of sold) {
    const line = lines[position - 1]
    if (!line) continue
    if (variantId && quantity > max)
      throw badRequest(`Line ${line.line}: at most ${max} of one product, together it would be ${quantity}.`)
    if (variantId) continue
    if (line.variantId) throw await wrongVariant(db, line, name)
    if (!sizes) throw conflict(`Line ${line.line}: this product is no longer sold.`)
    throw sizeNeeded(`Line ${line.line}: choose a size of ${name}: ${sizes.map(labelOf).join(', ')}.`)
  }
}

async function wrongVariant(
  db: Db,
  { line, productId, variantId = '' }: CheckoutLine,
  name: string,
): Promise<ShopError> {
  const variant = await findVariant(db, variantId)
  return variant && variant.productId !== productId
    ? badRequest(`Line ${line}: this size is of another product, ${variant.name}.`)
    : conflict(`Line ${line}: this size of ${name} is no longer sold.`)
}

/** @returns undefined when it has no payment page and is too old to get one: it is ended then */
async function reopen(
  context: CheckoutContext,
  { id, visitor, hasSameCart, session }: EarlierOrder,
): Promise<Checkout | undefined> {
  if (!hasSameCart) throw conflict('This Idempotency-Key stands for another cart. Make a new key for a new cart.')
  if (session) return { session, visitor, waiting: 0 }
  const order = await findPayableOrder(context.db, id)
  if (!order) throw busy()
  if (+order.expiresAt - +context.payments.now() < minOpenMs + spareMs)
    return await endUnpaidOrder(context, id, 'failed', 'checkout').then(() => undefined)
  return await openPayment(context, order, visitor) // the first request is still waiting for the provider, or was interrupted
}

async function openPayment(context: CheckoutContext, order: PayableOrder, visitor: string): Promise<Checkout> {
  const session = await askProvider(context, order)
  const waiting = await savePaymentSession(context.db, order.id, session)
  return { session: { ...session, expiresAt: order.expiresAt.toISOString() }, visitor, waiting }
}

async function askProvider(context: CheckoutContext, order: PayableOrder): Promise<Omit<CheckoutSession, 'expiresAt'>> {
  try {
    return await context.payments.createSession(paymentFor(order, context))
  } catch (error) {
    if (error instanceof ProviderRefused) {
      await endUnpaidOrder(context, order.id, 'failed', 'checkout')
      throw error instanceof ClockRefused ? cannotOpen(error) : badRequest(error.message)
    }
    // The order still awaits payment: the provider may have opened a session without being able to answer.
    if (error instanceof ProviderUnavailable) throw cannotOpen(error)
    throw error
  }
}

const cannotOpen = (cause: Error) =>
  busy(cause, 'The payment page cannot be opened right now. Your cart is kept: please try again in a moment.', 5)

/** A provider that does not accept an unusual e-mail would refuse the whole payment; such e-mails are rare. */
const ordinaryEmail = /^[\w.+-]+@[a-z\d-]+(\.[a-z\d-]+)*\.[a-z]{2,}$/i

/** The same order always produces the same request: the provider then answers with the existing session. */
export function paymentFor(order: PayableOrder, { origin }: Pick<CheckoutContext, 'origin'>): NewPayment {
  const { orderId, number, userId, email, amountCents, currency, expiresAt, lines, delivery, taxBp } = order
  return {
    orderId,
    orderNumber: number,
    attempt: 1,
    userId: userId ?? undefined,
    ...(email && ordinaryEmail.test(email) && { email }),
    totalCents: amountCents,
    currency,
    delivery,
    taxBp,
    lines: lines.flatMap(({ id, variantId, name, size, color, priceCents, quantity, discountCents = 0, imageId }) =>
      chargedLines(priceCents, quantity, discountCents).map(charged => ({
        productId: id ?? undefined,
        // A variant of one size has the product's id.
        variantId: variantId && variantId !== id ? variantId : undefined,
        name: nameWithVariation({ name, color, size }),
        image: imageId ? `${origin}/images/${imageId}/320.webp` : undefined,
        ...charged,
      })),
    ),
    ...returnUrlsFor(order, origin),
    expiresAt,
  }
}
