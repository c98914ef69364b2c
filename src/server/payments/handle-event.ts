import type { CheckoutContext } from '../checkout/context.ts'
import { busy } from '../lib/errors.ts'
import { recordEvent } from './change-payment.ts'
import { recordDispute } from './disputes/disputes.ts'
import { type PaymentEvent, ProviderRefused, ProviderUnavailable } from './provider.ts'
import { providerActor, recordRefunds } from './refunds.ts'
import { settle } from './settle.ts'

/**
 * Handles an event of the payment provider. For a refund the event is only a hint: the shop asks the provider for the current
 * refunds, so that lost, duplicated and late events do no harm.
 * @returns the order's public id, undefined for an event about no order of this shop
 * @throws ShopError 503 when the provider does not answer; the provider then repeats the event
 */
export async function handleEvent(context: CheckoutContext, event: PaymentEvent): Promise<string | undefined> {
  const { session, dispute, refundedPaymentId } = event
  if (session) return await settle(context, session, { actor: 'webhook', event })
  const paymentId = dispute?.paymentId ?? refundedPaymentId
  if (paymentId === undefined) return undefined
  try {
    const order = await findOrder(context, paymentId)
    if (!order) return undefined
    if (dispute) await recordDispute(context, order.id, dispute, event.createdAt)
    const refunds = refundedPaymentId && (await context.payments.refundsOf(order.sessionId))
    if (refunds) await recordRefunds(context, order.id, refunds, providerActor)
    await recordEvent(context.db, event, order.id, context.clock.now())
    return order.orderId
  } catch (error) {
    if (error instanceof ProviderRefused) return undefined // the provider no longer knows the payment
    if (error instanceof ProviderUnavailable) throw busy(error)
    throw error
  }
}

/** Settles the order of a payment and returns it: the event about the payment itself may not have arrived yet. */
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
