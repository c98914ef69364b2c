import { nextPaymentState, type PaymentReport, type PaymentState } from '#domain/orders/order.ts'
import type { CheckoutContext } from '../checkout/context.ts'
import type { Db, Tx } from '../db/connection.ts'
import { changePayment, type ExpectedOrder, recordEvent } from './change-payment.ts'
import type { PaymentEvent, PaymentSession } from './provider.ts'
import { settleLate } from './settle-late.ts'

/** How the shop knows the state of a payment: from a signed event, or from the provider's response to a request. */
export type PaymentSource =
  | { actor: 'webhook'; event: Pick<PaymentEvent, 'id' | 'type'> }
  | { actor: 'confirm' | 'reconcile' | 'checkout' }

/**
 * Updates an order to the state of its payment at the provider: the only way to `paid` without an admin. The order changes only while it is as
 * expected, and only forward, and an event counts once, so this may be called any number of times.
 * @returns the order's public id, undefined when the session belongs to no order of this shop
 */
export async function settle(
  { db, clock, ids }: Omit<CheckoutContext, 'payments' | 'origin'>,
  session: PaymentSession,
  source: PaymentSource,
): Promise<string | undefined> {
  const { orderId, amountCents, currency } = session
  const at = clock.now()
  const event = source.actor === 'webhook' ? source.event : undefined
  const report = reportFrom(session)
  const change = (order: ExpectedOrder, next: NonNullable<ReturnType<typeof nextPaymentState>>) =>
    changePayment(db, { order, ...next, session, event, actor: source.actor, at }, ids)

  // The order nearly always awaits exactly this sum; then it need not be read first.
  const awaiting =
    orderId === undefined ? undefined : { orderId, paymentState: 'awaiting' as const, amountCents, currency }
  const usual = awaiting && nextPaymentState(awaiting, report)
  if (usual && (await change(awaiting, usual))) return orderId

  for (;;) {
    const order = await findToSettle(db, orderId, event?.id)
    if (order?.isHandled) return order.orderId
    const next = order && nextPaymentState(order, report)
    if (!next) {
      if (event) await recordEvent(db, event, order?.id ?? null, at)
      return order?.orderId
    }
    const isLate = session.paid && order.paymentState !== 'awaiting'
    const details = { session, event, actor: source.actor, at }
    const isSettled = isLate ? await settleLate(db, order, next, details, ids) : await change(order, next)
    if (isSettled) return order.orderId // otherwise another request has settled it meanwhile: read it again
  }
}

/**
 * Counts the money of an order in review as paid, after an admin has checked it.
 * @param actor the admin's e-mail
 * @returns whether it was in review
 */
export async function acceptPayment(
  tx: Tx,
  id: string,
  actor: string,
  { clock, ids }: Pick<CheckoutContext, 'clock' | 'ids'>,
) {
  return await changePayment(tx, { order: { id, paymentState: 'review' }, to: 'paid', actor, at: clock.now() }, ids)
}

/** Ends an order that nobody can pay any more. One that was paid meanwhile stays paid. */
export async function endUnpaidOrder(
  { db, clock, ids }: Pick<CheckoutContext, 'db' | 'clock' | 'ids'>,
  id: string,
  to: Extract<PaymentState, 'failed' | 'expired'>,
  actor: string,
): Promise<void> {
  await changePayment(db, { order: { id, paymentState: 'awaiting' }, to, actor, at: clock.now() }, ids)
}

/** Returns the order of a payment, and whether this event was handled before. */
async function findToSettle(db: Db, orderId: string | undefined, event: string | undefined) {
  if (orderId === undefined) return undefined
  return await db
    .selectFrom('order')
    .select(['id', 'order_id as orderId', 'payment_state as paymentState', 'amount_cents as amountCents', 'currency'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('payment_event')
          .select('id')
          .where('id', '=', event ?? ''),
      ).as('isHandled'),
    )
    .where('order_id', '=', orderId)
    .executeTakeFirst()
}

function reportFrom({ paid, failed, status, amountCents, currency }: PaymentSession): PaymentReport {
  const ended = failed ? 'failed' : status === 'expired' ? 'expired' : undefined
  return { paid, ended, amountCents, currency }
}
