import { sql } from 'kysely'
import { validate } from 'uuid'
import type { RefundState } from '#domain/orders/order.ts'
import { recordAuditEntry } from '../audit/record.ts'
import type { CheckoutContext } from '../checkout/context.ts'
import type { Tx } from '../db/connection.ts'
import type { SignedIn } from '../http/sessions.ts'
import { queueOrderRefunded } from '../mail/queue.ts'
import { changePayment } from './change-payment.ts'
import { type PaymentRefunds, type ProviderRefund, ProviderRefused } from './provider.ts'

/** Until then the request that began a refund is still at it. */
const firstCheckMs = 20_000
const maxWaitMs = 10 * 60_000
/** The provider takes no payment above it. */
const maxCents = 99_999_999

/** The actor of a refund that was made at the provider itself. */
export const madeAtProvider = 'provider'

/** A refund that the provider is to be asked about, and its order. */
export interface AskedRefund {
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
  amount_cents: number
}

/**
 * Writes down that the money of an order goes back, or joins the refund that is under way. Committed before the provider is
 * asked, so that a refund is seen, and finished, whatever happens to the one who asked.
 * @param order locked by this transaction
 */
export async function beginRefund(
  tx: Tx,
  { clock, ids }: Pick<CheckoutContext, 'clock' | 'ids'>,
  order: RefundableOrder,
  admin: Pick<SignedIn, 'id' | 'email'>,
): Promise<AskedRefund> {
  const { id: order_id, order_id: publicOrderId, payment_session } = order
  const rows = await tx
    .selectFrom('refund')
    .select(['id', 'actor', 'state', 'cents'])
    .where('order_id', '=', order_id)
    .execute()
  const asked = rows.find(({ state }) => state === 'asked')
  if (asked) return { ...asked, order_id, publicOrderId, payment_session }
  const id = ids.uuid()
  const at = clock.now()
  const left = order.amount_cents - sumOfDone(rows)
  await tx
    .insertInto('refund')
    .values({
      id,
      order_id,
      cents: Math.min(Math.max(left, 1), maxCents),
      state: 'asked',
      provider_id: null,
      reason: null,
      actor: admin.email,
      actor_id: admin.id,
      at,
      updated_at: at,
      check_at: new Date(+at + firstCheckMs),
    })
    .execute()
  return { id, order_id, actor: admin.email, publicOrderId, payment_session }
}

/** Whether the money of an order is on its way back. */
export async function isRefunding(tx: Tx, orderId: string): Promise<boolean> {
  const asked = tx.selectFrom('refund').select('id').where('order_id', '=', orderId).where('state', '=', 'asked')
  return (await asked.executeTakeFirst()) !== undefined
}

/**
 * Asks the provider for a refund, or what has become of it, and writes down what it says. It may be asked any number of times,
 * also at once: the provider knows the refund by its id.
 * @throws ProviderRefused when it has failed: its row says why, and another attempt is another refund
 * @throws ProviderUnavailable when the provider does not answer: it stays asked
 */
export async function pursueRefund(context: CheckoutContext, refund: AskedRefund): Promise<void> {
  const { id, order_id, actor } = refund
  const answer = await askProvider(context, refund).catch(async error => {
    if (error instanceof ProviderRefused) await fail(context, id, error.message)
    throw error
  })
  await recordRefunds(context, order_id, answer, madeAtProvider)
  if (actor === madeAtProvider) return
  const mine = answer.refunds.find(({ askedAs }) => askedAs === id)
  if (!mine) await fail(context, id, 'The money had gone back, or was on its way, before.')
  else if (mine.state === 'failed') throw new ProviderRefused(mine.reason)
}

async function askProvider({ payments }: CheckoutContext, refund: AskedRefund): Promise<PaymentRefunds> {
  const { id, actor, publicOrderId: orderId } = refund
  const sessionId = refund.payment_session ?? ''
  if (actor !== madeAtProvider) return await payments.refund({ id, sessionId, orderId })
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
 * Brings the refunds of an order up to what the provider says, only forward, and the order with them: refunded once all that
 * was paid is back, in review when a refund fails that had been asked for or even done.
 * @param finder the actor of refunds that nobody here asked for
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
      const row = rows.find(({ id, provider_id }) => id === refund.askedAs || provider_id === refund.id)
      if (row && rankOf(row.state) > rankOf(refund.state)) continue
      if (row?.state === refund.state && row.provider_id === refund.id) continue
      const recorded = row ? await update(tx, context, row, refund) : await insert(tx, context, orderId, refund, finder)
      all.set(recorded.id, recorded)
      if (row?.state !== refund.state) changed.push({ ...recorded, wasKnown: row !== undefined })
    }
    const isBack = paidCents > 0 && sumOfDone([...all.values()]) >= paidCents

    const done = changed.findLast(({ state }) => state === 'done')
    const failed = changed.findLast(({ state, wasKnown }) => state === 'failed' && wasKnown)
    if (isBack && done && (payment_state === 'paid' || payment_state === 'review')) {
      await becomeRefunded(tx, context, { id: orderId, paymentState: payment_state }, done)
    } else if (failed && !isBack && (payment_state === 'paid' || payment_state === 'refunded')) {
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

/** A refund goes from one to the next. */
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

/** After a restore it may be one that was asked for here: then it has its id again. */
const insert = (
  tx: Tx,
  { clock, ids }: Pick<CheckoutContext, 'clock' | 'ids'>,
  order_id: string,
  { id, askedAs, cents, state, reason, at }: ProviderRefund,
  actor: string,
) =>
  tx
    .insertInto('refund')
    .values({
      id: askedAs !== undefined && validate(askedAs) ? askedAs : ids.uuid(),
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
  if (actor_id === null) return // no admin of the shop did it
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
    { order, to: 'review', reason: `A refund failed: ${why}`, actor: madeAtProvider, at: context.clock.now() },
    context.ids,
  )

/**
 * Asks the provider about every refund that is under way and whose turn it is, so that it ends even when the shop breaks off
 * or no event comes. Any number of processes may do it at once. One that fails puts its order in review: nobody is waiting
 * for the answer any more.
 * @throws ProviderUnavailable when the provider does not answer: the rest keeps its turn
 */
export async function reconcileRefunds(context: CheckoutContext): Promise<void> {
  for (let refund = await takeNext(context); refund; refund = await takeNext(context)) {
    const { order_id: id } = refund
    try {
      await pursueRefund(context, refund)
    } catch (error) {
      if (!(error instanceof ProviderRefused)) throw error
      await context.db
        .transaction()
        .execute(tx => becomeReviewed(tx, context, { id, paymentState: 'paid' }, error.message))
    }
  }
}

/** Takes the refund that has waited longest for its turn, and puts its next one further off the older it is. */
async function takeNext({ db, clock }: CheckoutContext): Promise<AskedRefund | undefined> {
  const now = clock.now()
  const age = sql`extract(epoch from ${now}::timestamptz - refund.at) * 250`
  const { rows } = await sql<AskedRefund>`
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
