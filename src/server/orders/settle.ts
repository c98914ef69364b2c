import { nextPaymentState, type PaymentReport, type PaymentState } from '#domain/order.ts'
import type { Tx } from '../db/connection.ts'
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
export async function settle({ db, clock }: Pick<Till, 'db' | 'clock'>, session: PaymentSession, proof: Proof) {
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
      await addEvent(tx, { id: order.id, kind: 'payment', value: next.to, actor: proof.actor, at })
      if (next.to === 'paid')
        await addEvent(tx, { id: order.id, kind: 'status', value: order.status, actor: proof.actor, at })
      if (session.paid) await saveAddress(tx, order.id, session)
    }
    return order.orderId
  })
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
