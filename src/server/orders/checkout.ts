import { type CheckoutLine, type CheckoutSession, readCheckout, returnPaths, UnusableCart } from '#domain/checkout.ts'
import { badRequest, busy, conflict } from '../http/errors.ts'
import { ClockRefused, type NewPayment, ProviderRefused, ProviderUnavailable } from '../providers/payments/provider.ts'
import { type Buyer, placeOrder, type Twin } from './place-order.ts'
import { type PayableOrder, savePaymentSession } from './queries.ts'
import { giveUp } from './settle.ts'
import type { Till } from './till.ts'

/** The provider wants at least 30 minutes, counted when the question reaches it. */
const openForMs = 31 * 60_000

/**
 * Turns a cart into an order at our own prices, then opens a payment for it.
 * The order is committed before the provider is asked, so no payment can exist without its order.
 * The same cart twice within a moment is one order with one payment.
 * @returns where to pay, and how many orders of this visitor then await their payment
 * @throws ShopError 400 for a cart that cannot be read or charged, 409 for a product that is not sold, 503 when the provider does not answer
 */
export async function checkout(
  till: Till,
  products: readonly unknown[],
  buyer: Buyer,
): Promise<{ session: CheckoutSession; waiting: number }> {
  const order = await orderLines(till, readLines(products), buyer)
  if (order.session) return { session: order.session, waiting: 0 }
  const session = await openPayment(till, order)
  return { session, waiting: await savePaymentSession(till.db, order.id, session) }
}

function readLines(products: readonly unknown[]): CheckoutLine[] {
  try {
    return readCheckout(products)
  } catch (error) {
    throw error instanceof UnusableCart ? badRequest(error.message) : error
  }
}

type PlacedOrder = PayableOrder & Pick<Twin, 'id' | 'session'>

async function orderLines(
  { db, payments, clock, ids }: Till,
  lines: CheckoutLine[],
  buyer: Buyer,
): Promise<PlacedOrder> {
  const at = clock.now()
  // The provider counts by its own clock. When ours is ahead, the page is open for longer, which harms nobody.
  const expiresAt = new Date(Math.max(+at, +payments.now()) + openForMs)
  const order = { id: ids.uuid(), orderId: ids.secret(), at, expiresAt, buyer, lines }
  const { sold, amountCents, twin } = await placeOrder(db, order)
  const missing = lines.find(({ productId }) => !sold.some(({ id }) => id === productId))
  if (missing) throw conflict(`Line ${missing.line}: this product is no longer sold.`)
  if (twin) return { ...twin, amountCents, lines: sold }
  const { id: userId = null, email = null } = buyer.account ?? {}
  return { ...order, userId, email, amountCents, lines: sold }
}

async function openPayment(till: Till, order: PlacedOrder): Promise<CheckoutSession> {
  try {
    return await till.payments.createSession(paymentFor(order, till.origin))
  } catch (error) {
    if (error instanceof ProviderRefused) {
      await giveUp(till, order.id, 'failed', 'checkout')
      throw error instanceof ClockRefused ? cannotOpen(error) : badRequest(error.message)
    }
    // The order goes on waiting: the provider may have opened a session that it could not tell us of.
    if (error instanceof ProviderUnavailable) throw cannotOpen(error)
    throw error
  }
}

const cannotOpen = (cause: Error) =>
  busy(cause, 'The payment page cannot be opened right now. Your cart is kept: please try again in a moment.', 5)

/** Other addresses are rare, and a provider that does not take one would refuse the whole payment. */
const ordinaryEmail = /^[\w.+-]+@[a-z\d-]+(\.[a-z\d-]+)*\.[a-z]{2,}$/i

/** The same order always asks in the same words: the provider then answers with the session that it has. */
export function paymentFor(
  { orderId, userId, email, amountCents, expiresAt, lines }: PayableOrder,
  origin: string,
): NewPayment {
  return {
    orderId,
    attempt: 1,
    userId: userId ?? undefined,
    ...(email && ordinaryEmail.test(email) && { email }),
    totalCents: amountCents,
    lines: lines.map(({ id, name, priceCents, quantity, imageId }) => ({
      productId: id ?? undefined,
      name,
      quantity,
      unitCents: priceCents,
      image: imageId ? `${origin}/images/${imageId}/320.webp` : undefined,
    })),
    successUrl: origin + returnPaths.success,
    cancelUrl: origin + returnPaths.cancel,
    expiresAt,
  }
}
