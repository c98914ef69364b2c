import type { PublicOrder } from '#domain/orders/order.ts'
import { busy, notFound } from '../lib/errors.ts'
import { ProviderUnavailable } from '../payments/provider.ts'
import type { CheckoutContext } from './context.ts'
import { closeCheckout } from './open-checkouts.ts'

/**
 * Gives up a payment page that the shopper has left, and frees what it held. It may be called any number of times.
 * @param session the payment session, which only its shopper knows
 * @returns the order as it is afterwards: one that was paid meanwhile stays paid
 * @throws ShopError 404 for a session that is not the shop's, 503 when the provider does not answer
 */
export async function letGoOf(
  context: CheckoutContext,
  session: string,
): Promise<Pick<PublicOrder, 'orderId' | 'paymentState'>> {
  const find = async () => {
    const order = await context.db
      .selectFrom('order')
      .select(['order_id as orderId', 'payment_state as paymentState'])
      .where('payment_session', '=', session)
      .executeTakeFirst()
    if (!order) throw notFound('Payment')
    return order
  }
  const order = await find()
  if (order.paymentState !== 'awaiting') return order
  try {
    await closeCheckout(context, session)
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    throw busy(error, 'The payment page cannot be closed right now. Please try again in a moment.', 5)
  }
  return await find()
}
