import type { PublicOrder } from '#domain/orders/order.ts'
import type { CheckoutContext } from '../checkout/context.ts'
import { busy, notFound, ShopError } from '../lib/errors.ts'
import { findPublicOrder } from '../orders/find-orders.ts'
import { ProviderUnavailable } from './provider.ts'
import { settle } from './settle.ts'

/**
 * @returns a function that returns the order of a payment session, in whatever state. It may be called any number of times: it asks
 * the provider only about awaiting orders of this shop, with one request per session at a time. It throws ShopError 404 for a
 * session that is not the shop's, 503 when the provider does not answer
 */
export function createAskPayment(context: CheckoutContext): (sessionId: string) => Promise<PublicOrder> {
  const pending = new Map<string, ReturnType<typeof askProvider>>()

  function askOnce(sessionId: string) {
    const request = pending.get(sessionId) ?? askProvider(context, sessionId).finally(() => pending.delete(sessionId))
    pending.set(sessionId, request)
    return request
  }

  return async sessionId => {
    const known = await findPublicOrder(context.db, 'paymentSession', sessionId)
    const order = known?.paymentState === 'awaiting' ? await askOnce(sessionId) : known
    if (!order) throw notFound('Payment')
    return order
  }
}

/**
 * @throws ShopError 409 for an order of which nothing is paid: `payment_awaiting` may still change, `payment_expired` and
 * `payment_failed` will not
 */
export function refuseUnpaid({ paymentState }: Pick<PublicOrder, 'paymentState'>): void {
  const unpaid = unpaidMessages[paymentState]
  if (unpaid) throw new ShopError(409, `payment_${paymentState}`, unpaid)
}

const unpaidMessages: Partial<Record<PublicOrder['paymentState'], string>> = {
  awaiting: 'This payment is not complete yet.',
  failed: 'This payment did not go through. Nothing was charged.',
  expired: 'This payment page has expired. Nothing was charged.',
}

async function askProvider(context: CheckoutContext, sessionId: string): Promise<PublicOrder | undefined> {
  try {
    const session = await context.payments.findSession(sessionId)
    const orderId = session && (await settle(context, session, { actor: 'confirm' }))
    return orderId === undefined ? undefined : await findPublicOrder(context.db, 'orderId', orderId)
  } catch (error) {
    if (error instanceof ProviderUnavailable) {
      throw busy(error, 'The payment cannot be checked right now. Please try again in a moment.', 5)
    }
    throw error
  }
}
