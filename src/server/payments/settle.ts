import { nextPaymentState, type PaymentReport, type PaymentState } from '#domain/orders/order.ts'
import type { CheckoutContext } from '../checkout/context.ts'
import type { Db, Tx } from '../db/connection.ts'
import { changePayment, type ExpectedOrder, noteEvent } from './change-payment.ts'
import type { PaymentEvent, PaymentSession } from './provider.ts'

/** How we know: a signed event, or the provider's own answer to our question. */
export type Proof =
  | { actor: 'webhook'; event: Pick<PaymentEvent, 'id' | 'type'> }
  | { actor: 'confirm' | 'reconcile' | 'checkout' }

/**
 * Brings an order up to what the provider says about its payment: the only way to `paid`. The order is changed only while it
 * is as expected, only forward, and an event counts once, so it may be called as often as anybody likes.
 * @returns the order's public id, undefined when the session belongs to no order of ours
 */
export async function settle(
  { db, clock, ids }: Omit<CheckoutContext, 'payments' | 'origin'>,
  session: PaymentSession,
  proof: Proof,
): Promise<string | undefined> {
  const { orderId, amountCents, currency } = session
  const at = clock.now()
  const event = proof.actor === 'webhook' ? proof.event : undefined
  const report = reportFrom(session)
  const change = (order: ExpectedOrder, next: NonNullable<ReturnType<typeof nextPaymentState>>) =>
    changePayment(db, { order, ...next, session, event, actor: proof.actor, at }, ids)

  // Nearly always it awaits exactly this money: then nobody has to look first.
  const awaiting =
    orderId === undefined ? undefined : { orderId, paymentState: 'awaiting' as const, amountCents, currency }
  const usual = awaiting && nextPaymentState(awaiting, report)
  if (usual && (await change(awaiting, usual))) return orderId

  for (;;) {
    const order = await findToSettle(db, orderId, event?.id)
    if (order?.isTold) return order.orderId
    const next = order && nextPaymentState(order, report)
    if (!next) {
      if (event) await noteEvent(db, event, order?.id ?? null, at)
      return order?.orderId
    }
    if (await change(order, next)) return order.orderId // else somebody has settled it meanwhile: it is looked at again
  }
}

/**
 * Counts the money of an order in review as paid: an admin has looked at it.
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
export async function giveUp(
  { db, clock, ids }: Pick<CheckoutContext, 'db' | 'clock' | 'ids'>,
  id: string,
  to: Extract<PaymentState, 'failed' | 'expired'>,
  actor: string,
): Promise<void> {
  await changePayment(db, { order: { id, paymentState: 'awaiting' }, to, actor, at: clock.now() }, ids)
}

/** The order of a payment, and whether this event has told of it before. */
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
      ).as('isTold'),
    )
    .where('order_id', '=', orderId)
    .executeTakeFirst()
}

function reportFrom({ paid, failed, status, amountCents, currency }: PaymentSession): PaymentReport {
  const ended = failed ? 'failed' : status === 'expired' ? 'expired' : undefined
  return { paid, ended, amountCents, currency }
}
