import { returnPaths } from '#domain/orders/checkout.ts'
import type { CheckoutContext } from './context.ts'

const sessionPlaceholder = '{CHECKOUT_SESSION_ID}'

/**
 * The URL to which the provider sends a buyer. After a payment these are the shop's own pages, or for an order from a front end on
 * another origin `/api/orders/return/:orderId`, which redirects to that front end only while CORS_ORIGINS still lists it. A
 * buyer who leaves the payment page always comes by that route, because it frees the pieces that the order holds.
 */
export function returnUrlsFor(
  { orderId, returnOrigin }: { orderId: string; returnOrigin: string | null },
  origin: string,
) {
  const url = `${origin}/api/orders/return/${orderId}`
  const successUrl = returnOrigin ? `${url}?session_id=${sessionPlaceholder}` : origin + returnPaths.success
  return { successUrl, cancelUrl: url }
}

/**
 * The final URL for a buyer who returns from the provider.
 * @param sessionId the payment session after a payment, undefined when the buyer left the payment page
 * @returns a whole URL: a page of the order's front end while that is listed, else of the shop; with the session of an order that
 * still awaits its payment. Undefined for an unknown order
 */
export async function findReturnUrl(
  { db, origin }: Pick<CheckoutContext, 'db' | 'origin'>,
  corsOrigins: readonly string[],
  { orderId, sessionId }: { orderId: string; sessionId?: string },
): Promise<{ url: string; openSession?: string } | undefined> {
  const order = await db
    .selectFrom('order')
    .select(['return_origin', 'payment_state', 'payment_session'])
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  if (!order) return undefined
  const front = corsOrigins.find(listed => listed === order.return_origin) ?? origin
  const path = sessionId
    ? returnPaths.success.replace(sessionPlaceholder, encodeURIComponent(sessionId))
    : returnPaths.cancel
  const openSession = (order.payment_state === 'awaiting' && order.payment_session) || undefined
  return { url: front + path, openSession }
}
