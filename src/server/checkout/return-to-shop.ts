import { returnPaths } from '#domain/orders/checkout.ts'
import type { CheckoutContext } from './context.ts'

const sessionPlaceholder = '{CHECKOUT_SESSION_ID}'

/**
 * The URL to which the provider sends a buyer: the shop's own pages, or for an order from a front end on another origin
 * `/api/orders/return/:orderId`, which redirects to that front end only while CORS_ORIGINS still lists it.
 */
export function returnUrlsFor(
  { orderId, returnOrigin }: { orderId: string; returnOrigin: string | null },
  origin: string,
) {
  if (!returnOrigin) return { successUrl: origin + returnPaths.success, cancelUrl: origin + returnPaths.cancel }
  const url = `${origin}/api/orders/return/${orderId}`
  return { successUrl: `${url}?session_id=${sessionPlaceholder}`, cancelUrl: url }
}

/**
 * The final URL for a buyer who returns from the provider.
 * @param sessionId the payment session after a payment, undefined when the buyer left the payment page
 * @returns a whole URL: a page of the order's front end while that is listed, else of the shop; undefined for an unknown order
 */
export async function findReturnUrl(
  { db, origin }: Pick<CheckoutContext, 'db' | 'origin'>,
  corsOrigins: readonly string[],
  { orderId, sessionId }: { orderId: string; sessionId?: string },
): Promise<string | undefined> {
  const order = await db.selectFrom('order').select('return_origin').where('order_id', '=', orderId).executeTakeFirst()
  if (!order) return undefined
  const front = corsOrigins.find(listed => listed === order.return_origin) ?? origin
  const path = sessionId
    ? returnPaths.success.replace(sessionPlaceholder, encodeURIComponent(sessionId))
    : returnPaths.cancel
  return front + path
}
