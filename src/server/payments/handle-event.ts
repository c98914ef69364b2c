import type { CheckoutContext } from '../checkout/context.ts'
import { busy } from '../lib/errors.ts'
import { recordEvent } from './change-payment.ts'
import { recordDispute } from './disputes/disputes.ts'
import { type PaymentEvent, type PaymentSession, ProviderRefused, ProviderUnavailable } from './provider.ts'
import { providerActor, recordRefunds } from './record-refunds.ts'
import { type PaymentSource, settle } from './settle.ts'

/** What an event was about. A test payment of the owner changes nothing in the shop. */
export type EventSubject = 'an order' | 'a test payment' | 'nothing of ours'

/**
 * Handles an event of the payment provider. For a refund the event is only a hint: the shop asks the provider for the current
 * refunds, so that lost, duplicated and late events do no harm.
 * @throws ShopError 503 when the provider does not answer; the provider then repeats the event
 */
export async function handleEvent(context: CheckoutContext, event: PaymentEvent): Promise<EventSubject> {
  const { session, dispute, refundedPaymentId } = event
  if (session) return await settleSession(context, session, { actor: 'webhook', event })
  const paymentId = dispute?.paymentId ?? refundedPaymentId
  if (paymentId === undefined) return 'nothing of ours'
  try {
    const paid = await context.payments.sessionOf(paymentId)
    if (paid?.isTest) return 'a test payment'
    const order = paid && (await findOrder(context, paid))
    if (!order) return 'nothing of ours'
    if (dispute) await recordDispute(context, order.id, dispute, event.createdAt)
    const refunds = refundedPaymentId && (await context.payments.refundsOf(order.sessionId))
    if (refunds) await recordRefunds(context, order.id, refunds, providerActor)
    await recordEvent(context.db, event, order.id, context.clock.now())
    return 'an order'
  } catch (error) {
    if (error instanceof ProviderRefused) return 'nothing of ours' // the provider no longer knows the payment
    if (error instanceof ProviderUnavailable) throw busy(error)
    throw error
  }
}

async function settleSession(
  context: CheckoutContext,
  session: PaymentSession,
  source: PaymentSource,
): Promise<EventSubject> {
  if (session.isTest) return 'a test payment'
  return (await settle(context, session, source)) === undefined ? 'nothing of ours' : 'an order'
}

/** Settles the order of a payment and returns it: the event about the payment itself may not have arrived yet. */
async function findOrder(context: CheckoutContext, session: PaymentSession) {
  const orderId = await settle(context, session, { actor: 'reconcile' })
  if (orderId === undefined) return undefined
  const { id } = await context.db
    .selectFrom('order')
    .select('id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return { id, sessionId: session.id }
}
