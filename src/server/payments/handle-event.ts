import type { CheckoutContext } from '../checkout/context.ts'
import { busy } from '../lib/errors.ts'
import { noteEvent } from './change-payment.ts'
import { recordDispute } from './disputes/disputes.ts'
import { type PaymentEvent, ProviderRefused, ProviderUnavailable } from './provider.ts'
import { madeAtProvider, recordRefunds } from './refunds.ts'
import { settle } from './settle.ts'

/**
 * Does what an event of the payment provider asks for. What it tells of refunds is only a hint: the provider is asked how they
 * stand now, so that lost, doubled and late events do no harm.
 * @returns the public id of its order, undefined for an event about no order of ours
 * @throws ShopError 503 when the provider does not answer: it repeats the event
 */
export async function hearEvent(context: CheckoutContext, event: PaymentEvent): Promise<string | undefined> {
  const { session, dispute, refundedPaymentId } = event
  if (session) return await settle(context, session, { actor: 'webhook', event })
  const paymentId = dispute?.paymentId ?? refundedPaymentId
  if (paymentId === undefined) return undefined
  try {
    const order = await findOrder(context, paymentId)
    if (!order) return undefined
    if (dispute) await recordDispute(context, order.id, dispute, event.createdAt)
    const refunds = refundedPaymentId && (await context.payments.refundsOf(order.sessionId))
    if (refunds) await recordRefunds(context, order.id, refunds, madeAtProvider)
    await noteEvent(context.db, event, order.id, context.clock.now())
    return order.orderId
  } catch (error) {
    if (error instanceof ProviderRefused) return undefined // it does not know the payment any more
    if (error instanceof ProviderUnavailable) throw busy(error)
    throw error
  }
}

/** The order of a payment, brought up to it first: that event may still be on its way. */
async function findOrder(context: CheckoutContext, paymentId: string) {
  const session = await context.payments.sessionOf(paymentId)
  const orderId = session && (await settle(context, session, { actor: 'reconcile' }))
  if (session === undefined || orderId === undefined) return undefined
  const { id } = await context.db
    .selectFrom('order')
    .select('id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return { id, orderId, sessionId: session.id }
}
