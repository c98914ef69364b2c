import { sql } from 'kysely'
import { validate } from 'uuid'
import type { PaymentState, RefundState } from '#domain/orders/order.ts'
import { refundableCents } from '#domain/orders/staff-refund.ts'
import { recordAuditEntry } from '../audit/record.ts'
import type { CheckoutContext } from '../checkout/context.ts'
import type { Tx } from '../db/connection.ts'
import type { SignedIn } from '../http/sessions.ts'
import { queueOrderRefunded } from '../mail/queue.ts'
import { changePayment } from './change-payment.ts'
import { type PaymentRefunds, type ProviderRefund, ProviderRefused } from './provider.ts'
import { checkMayRefund } from './staff-limit.ts'

/** Until then the request that began the refund still handles it. */
const firstCheckMs = 20_000
const maxWaitMs = 10 * 60_000

/** The actor of a refund that was made at the provider itself. */
export const providerActor = 'provider'

/** A pending refund, with its order. */
export interface PendingRefund {
  id: string
  order_id: string
  actor: string
  publicOrderId: string
  payment_session: string | null
}

interface RefundableOrder {
  id: string
  order_id: string
  payment_session: string | null
  payment_state: PaymentState
  amount_cents: number
}

/**
 * Records a refund of an order, or returns the pending one. It is committed before the request to the provider, so that a refund is
 * visible, and gets finished, whatever happens to the request.
 * @param order locked by this transaction
 * @throws ShopError 403 when the actor is staff, and it is more than staff may refund
 */
export async function beginRefund(
  tx: Tx,
  { clock, ids }: Pick<CheckoutContext, 'clock' | 'ids'>,
  order: RefundableOrder,
  admin: Pick<SignedIn, 'id' | 'email'>,
): Promise<PendingRefund> {
  const { id: order_id, order_id: publicOrderId, payment_session } = order
  const rows = await tx
    .selectFrom('refund')
    .select(['id', 'actor', 'state', 'cents', 'by_staff'])
    .where('order_id', '=', order_id)
    .execute()
  const asked = rows.find(({ state }) => state === 'asked')
  if (asked) return { ...asked, order_id, publicOrderId, payment_session }
  const id = ids.uuid()
  const at = clock.now()
  const refunds = rows.map(({ by_staff: byStaff, ...row }) => ({ ...row, byStaff }))
  await tx
    .insertInto('refund')
    .values({
      id,
      order_id,
      cents: refundableCents({ amountCents: order.amount_cents, refunds }),
      state: 'asked',
      provider_id: null,
      reason: null,
      actor: admin.email,
      actor_id: admin.id,
      by_staff: await checkMayRefund(tx, admin.id, { ...order, refunds: rows }),
      at,
      updated_at: at,
      check_at: new Date(+at + firstCheckMs),
    })
    .execute()
  return { id, order_id, actor: admin.email, publicOrderId, payment_session }
}

/** Whether a refund of the order is pending. */
export async function isRefunding(tx: Tx, orderId: string): Promise<boolean> {
  const asked = tx.selectFrom('refund').select('id').where('order_id', '=', orderId).where('state', '=', 'asked')
  return (await asked.executeTakeFirst()) !== undefined
}

/**
 * Asks the provider for a refund, or for its state, and records the response. It may be called any number of times, also
 * concurrently: the provider recognises the refund by its id.
 * @throws ProviderRefused when the refund failed: its row has the reason, and another attempt is another refund
 * @throws ProviderUnavailable when the provider does not answer: the refund stays pending
 */
export async function advanceRefund(context: CheckoutContext, refund: PendingRefund): Promise<void> {
  const { id, order_id, actor } = refund
  const answer = await askProvider(context, refund).catch(async error => {
    if (error instanceof ProviderRefused) await fail(context, id, error.message)
    throw error
  })
  await recordRefunds(context, order_id, answer, providerActor)
  if (actor === providerActor) return
  const own = answer.refunds.find(({ requestId }) => requestId === id)
  if (!own) await fail(context, id, 'The money had gone back, or was on its way, before.')
  else if (own.state === 'failed') throw new ProviderRefused(own.reason)
}

async function askProvider({ payments }: CheckoutContext, refund: PendingRefund): Promise<PaymentRefunds> {
  const { id, actor, publicOrderId: orderId } = refund
  const sessionId = refund.payment_session ?? ''
  if (actor !== providerActor) return await payments.refund({ id, sessionId, orderId })
  return (await payments.refundsOf(sessionId)) ?? { paidCents: 0, refunds: [] }
}

async function fail({ db, clock }: Pick<CheckoutContext, 'db' | 'clock'>, id: string, reason: string): Promise<void> {
  await db
    .updateTable('refund')
    .set({ state: 'failed', reason, updated_at: clock.now() })
    .where('id', '=', id)
    .where('state', '=', 'asked')
    .execute()
}

/**
 * Updates the refunds of an order to their state at the provider, only forward, and the order with them: refunded once the whole
 * payment was returned, in review when a refund fails that was pending or even done.
 * @param finder the actor of refunds that the shop did not request
 */
export async function recordRefunds(
  context: Pick<CheckoutContext, 'db' | 'clock' | 'ids'>,
  orderId: string,
  { paidCents, refunds }: PaymentRefunds,
  finder: string,
): Promise<void> {
  await context.db.transaction().execute(async tx => {
    const { payment_state } = await tx
      .selectFrom('order')
      .select('payment_state')
      .where('id', '=', orderId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const rows = await tx.selectFrom('refund').selectAll().where('order_id', '=', orderId).execute()
    const all = new Map<string, Recorded>(rows.map(row => [row.id, row]))
    const changed: (Recorded & { wasKnown: boolean })[] = []
    for (const refund of refunds) {
      const row = rows.find(({ id, provider_id }) => id === refund.requestId || provider_id === refund.id)
      if (row && rankOf(row.state) > rankOf(refund.state)) continue
      if (row?.state === refund.state && row.provider_id === refund.id) continue
      const recorded = row ? await update(tx, context, row, refund) : await insert(tx, context, orderId, refund, finder)
      all.set(recorded.id, recorded)
      if (row?.state !== refund.state) changed.push({ ...recorded, wasKnown: row !== undefined })
    }
    const isFullyRefunded = paidCents > 0 && sumOfDone([...all.values()]) >= paidCents

    const done = changed.findLast(({ state }) => state === 'done')
    const failed = changed.findLast(({ state, wasKnown }) => state === 'failed' && wasKnown)
    if (isFullyRefunded && done && (payment_state === 'paid' || payment_state === 'review')) {
      await becomeRefunded(tx, context, { id: orderId, paymentState: payment_state }, done)
    } else if (failed && !isFullyRefunded && (payment_state === 'paid' || payment_state === 'refunded')) {
      await becomeReviewed(tx, context, { id: orderId, paymentState: payment_state }, failed.reason ?? '')
    }
  })
}

interface Recorded {
  id: string
  cents: number
  state: RefundState
  reason: string | null
  actor: string
  actor_id: string | null
}

/** A refund moves only from one state to the next. */
const rankOf = (state: RefundState): number => ['asked', 'done', 'failed'].indexOf(state)

const sumOfDone = (refunds: { state: RefundState; cents: number }[]): number =>
  refunds.reduce((sum, { state, cents }) => (state === 'done' ? sum + cents : sum), 0)

const recorded = ['id', 'cents', 'state', 'reason', 'actor', 'actor_id'] as const

const update = (tx: Tx, { clock }: Pick<CheckoutContext, 'clock'>, { id }: { id: string }, refund: ProviderRefund) =>
  tx
    .updateTable('refund')
    .set({
      state: refund.state,
      cents: refund.cents,
      provider_id: refund.id,
      reason: refund.reason ?? null,
      updated_at: clock.now(),
    })
    .where('id', '=', id)
    .returning(recorded)
    .executeTakeFirstOrThrow()

/** After a restore the shop may have requested this refund itself: then it gets its old id again. */
const insert = (
  tx: Tx,
  { clock, ids }: Pick<CheckoutContext, 'clock' | 'ids'>,
  order_id: string,
  { id, requestId, cents, state, reason, at }: ProviderRefund,
  actor: string,
) =>
  tx
    .insertInto('refund')
    .values({
      id: requestId !== undefined && validate(requestId) ? requestId : ids.uuid(),
      order_id,
      cents,
      state,
      provider_id: id,
      reason: reason ?? null,
      actor,
      actor_id: null,
      at,
      updated_at: clock.now(),
      check_at: new Date(+clock.now() + firstCheckMs),
    })
    .returning(recorded)
    .executeTakeFirstOrThrow()

type Changed<State> = { id: string; paymentState: State }

async function becomeRefunded(
  tx: Tx,
  context: Pick<CheckoutContext, 'clock' | 'ids'>,
  order: Changed<'paid' | 'review'>,
  { actor, actor_id }: Recorded,
): Promise<void> {
  await changePayment(tx, { order, to: 'refunded', actor, at: context.clock.now() }, context.ids)
  await queueOrderRefunded(tx, order.id, context)
  if (actor_id === null) return // no admin of the shop made it
  const [before, after] = [{ paymentState: order.paymentState }, { paymentState: 'refunded' }]
  await recordAuditEntry(
    tx,
    { actor: actor_id, action: 'refund', record: 'order', recordId: order.id, before, after },
    context,
  )
}

const becomeReviewed = (
  tx: Tx,
  context: Pick<CheckoutContext, 'clock' | 'ids'>,
  order: Changed<'paid' | 'refunded'>,
  why: string,
) =>
  changePayment(
    tx,
    { order, to: 'review', reason: `A refund failed: ${why}`, actor: providerActor, at: context.clock.now() },
    context.ids,
  )

/**
 * Asks the provider about every pending refund that is due for a check, so that it ends even when the shop is interrupted or no
 * event arrives. Any number of processes may run it at the same time. A refund that fails puts its order in review, because nobody
 * waits for the response any more.
 * @throws ProviderUnavailable when the provider does not answer; the rest stays due
 */
export async function reconcileRefunds(context: CheckoutContext): Promise<void> {
  for (let refund = await takeNext(context); refund; refund = await takeNext(context)) {
    const { order_id: id } = refund
    try {
      await advanceRefund(context, refund)
    } catch (error) {
      if (!(error instanceof ProviderRefused)) throw error
      await context.db
        .transaction()
        .execute(tx => becomeReviewed(tx, context, { id, paymentState: 'paid' }, error.message))
    }
  }
}

/** Takes the refund that has been due longest, and schedules its next check, later the older the refund is. */
async function takeNext({ db, clock }: CheckoutContext): Promise<PendingRefund | undefined> {
  const now = clock.now()
  const age = sql`extract(epoch from ${now}::timestamptz - refund.at) * 250`
  const { rows } = await sql<PendingRefund>`
    update refund set
      check_at = ${now}::timestamptz + least(${maxWaitMs}, greatest(${firstCheckMs}, ${age})) * interval '1 millisecond'
    from "order"
    where "order".id = refund.order_id and refund.id = (
      select id from refund where state = 'asked' and check_at <= ${now} order by check_at limit 1 for update skip locked
    )
    returning refund.id, refund.order_id, refund.actor, "order".order_id as "publicOrderId", payment_session`.execute(
    db,
  )
  return rows[0]
}
