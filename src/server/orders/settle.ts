import { nextPaymentState, type OrderStatus, type PaymentReport, type PaymentState } from '#domain/order.ts'
import type { Tx } from '../db/connection.ts'
import { queueOrderConfirmation } from '../mail/queue.ts'
import type { Ids } from '../providers/clock.ts'
import type { PaymentEvent, PaymentSession } from '../providers/payments/provider.ts'
import { addEvent } from './queries.ts'
import type { Till } from './till.ts'

/** How we know: a signed event, or the provider's own answer to our question. */
export type Proof =
  | { actor: 'webhook'; event: Pick<PaymentEvent, 'id' | 'type'> }
  | { actor: 'confirm' | 'reconcile' | 'checkout' }

/**
 * Brings an order up to what the provider says about its payment: the only way to `paid`. One transaction with the
 * order's row locked, only forward, and an event counts once, so it may be called as often as anybody likes.
 * @returns the order's public id, undefined when the session belongs to no order of ours
 */
export async function settle(
  { db, clock, ids }: Omit<Till, 'payments' | 'origin'>,
  session: PaymentSession,
  proof: Proof,
) {
  return await db.transaction().execute(async tx => {
    const order = session.orderId === undefined ? undefined : await lockOrder(tx, session.orderId)
    const at = clock.now()
    if (proof.actor === 'webhook' && !(await isNew(tx, proof.event, order?.id, at))) return order?.orderId
    if (!order) return undefined

    const next = nextPaymentState(order, reportFrom(session, proof))
    if (next) {
      await tx
        .updateTable('order')
        .set({
          payment_state: next.to,
          review_reason: next.reason ?? null,
          payment_session: session.id,
          email: order.email ?? session.email ?? null,
          contact_email: session.email ?? null,
          visitor: null,
          updated_at: at,
        })
        .where('id', '=', order.id)
        .execute()
      await noteState(tx, order, next.to, proof.actor, { at, ids })
      if (session.paid) await saveAddress(tx, order.id, session)
    }
    return order.orderId
  })
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
  { clock, ids }: Pick<Till, 'clock' | 'ids'>,
): Promise<boolean> {
  const at = clock.now()
  const order = await tx
    .updateTable('order')
    .set({ payment_state: 'paid', review_reason: null, updated_at: at })
    .where('id', '=', id)
    .where('payment_state', '=', 'review')
    .returning(['id', 'status'])
    .executeTakeFirst()
  if (order) await noteState(tx, order, 'paid', actor, { at, ids })
  return order !== undefined
}

/** Writes down what a payment has become. One that is paid begins its way to the buyer, who is written to. */
async function noteState(
  tx: Tx,
  { id, status }: { id: string; status: OrderStatus },
  state: PaymentState,
  actor: string,
  { at, ids }: { at: Date; ids: Ids },
): Promise<void> {
  await addEvent(tx, { id, kind: 'payment', value: state, actor, at })
  if (state !== 'paid') return
  await addEvent(tx, { id, kind: 'status', value: status, actor, at })
  await queueOrderConfirmation(tx, id, { clock: { now: () => at }, ids })
}

/** Ends an order that nobody can pay any more. One that was paid meanwhile stays paid. */
export async function giveUp(
  { db, clock }: Pick<Till, 'db' | 'clock'>,
  id: string,
  to: Extract<PaymentState, 'failed' | 'expired'>,
  actor: string,
): Promise<void> {
  await db.transaction().execute(async tx => {
    const at = clock.now()
    const changed = await tx
      .updateTable('order')
      .set({ payment_state: to, visitor: null, updated_at: at })
      .where('id', '=', id)
      .where('payment_state', '=', 'awaiting')
      .returning('id')
      .executeTakeFirst()
    if (changed) await addEvent(tx, { id, kind: 'payment', value: to, actor, at })
  })
}

async function lockOrder(tx: Tx, orderId: string) {
  return await tx
    .selectFrom('order')
    .select(['id', 'order_id as orderId', 'payment_state as paymentState', 'amount_cents as amountCents'])
    .select(['currency', 'status', 'email'])
    .where('order_id', '=', orderId)
    .forUpdate()
    .executeTakeFirst()
}

/** Notes an event, false when it was noted before. */
async function isNew(tx: Tx, event: { id: string; type: string }, orderId: string | undefined, at: Date) {
  const noted = await tx
    .insertInto('payment_event')
    .values({ id: event.id, type: event.type, order_id: orderId ?? null, received_at: at })
    .onConflict(conflict => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return noted !== undefined
}

function reportFrom({ paid, status, amountCents, currency }: PaymentSession, proof: Proof): PaymentReport {
  const failed = proof.actor === 'webhook' && proof.event.type === 'checkout.session.async_payment_failed'
  const ended = failed ? 'failed' : status === 'expired' ? 'expired' : undefined
  return { paid, ended, amountCents, currency }
}

async function saveAddress(tx: Tx, orderId: string, { name, phone, address }: PaymentSession): Promise<void> {
  await tx
    .insertInto('address')
    .values({
      order_id: orderId,
      name: name ?? null,
      phone: phone ?? null,
      line1: address?.line1 ?? null,
      line2: address?.line2 ?? null,
      city: address?.city ?? null,
      state: address?.state ?? null,
      postal_code: address?.postalCode ?? null,
      country: address?.country ?? null,
    })
    .onConflict(conflict => conflict.column('order_id').doNothing())
    .execute()
}
