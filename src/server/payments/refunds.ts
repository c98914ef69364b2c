import { sql } from 'kysely'
import type { CheckoutContext } from '../checkout/context.ts'
import type { Tx } from '../db/connection.ts'
import { type BegunRefund, firstCheckMs } from './begin-refund.ts'
import { type PaymentRefunds, ProviderRefused } from './provider.ts'
import { becomeReviewed, providerActor, recordRefunds } from './record-refunds.ts'

const maxWaitMs = 10 * 60_000

/** A pending refund, with its order. */
type PendingRefund = Omit<BegunRefund, 'state' | 'reason'>

/** Whether all that is left of the order is on its way back. */
export async function isRefunding(tx: Tx, orderId: string): Promise<boolean> {
  const asked = tx
    .selectFrom('refund')
    .select('id')
    .where('order_id', '=', orderId)
    .where('state', '=', 'asked')
    .where('is_rest', '=', true)
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
  if (own?.state === 'failed') throw new ProviderRefused(own.reason)
  if (own) return
  await fail(context, id, wentBefore)
  if (!refund.is_rest) throw new ProviderRefused(wentBefore)
}

const wentBefore = 'The money had gone back, or was on its way, before.'

/** The rest is for the provider to compute: more or less than the order's amount may have been paid. */
async function askProvider({ payments }: CheckoutContext, refund: PendingRefund): Promise<PaymentRefunds> {
  const { id, actor, publicOrderId: orderId, cents, is_rest } = refund
  const sessionId = refund.payment_session ?? ''
  if (actor !== providerActor) return await payments.refund({ id, sessionId, orderId, ...(!is_rest && { cents }) })
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

/** When a pending refund is due: a part has a time of its own. */
export const dueAt = sql<Date>`least(refund.check_at, refund.due_at)`

/** Takes the refund that has been due longest, and schedules its next check, later the older the refund is. */
async function takeNext({ db, clock }: CheckoutContext): Promise<PendingRefund | undefined> {
  const now = clock.now()
  const age = sql`extract(epoch from ${now}::timestamptz - refund.at) * 250`
  const next = sql`${now}::timestamptz + least(${maxWaitMs}, greatest(${firstCheckMs}, ${age})) * interval '1 millisecond'`
  const { rows } = await sql<PendingRefund>`
    update refund set check_at = ${next}, due_at = case when not is_rest then ${next} end
    from "order"
    where "order".id = refund.order_id and refund.id = (
      select id from refund where state = 'asked' and ${dueAt} <= ${now} order by ${dueAt} limit 1 for update skip locked
    )
    returning refund.id, refund.order_id, refund.actor, refund.cents, refund.is_rest, "order".order_id as "publicOrderId",
      payment_session`.execute(db)
  return rows[0]
}
