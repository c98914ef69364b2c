import { validate } from 'uuid'
import { toDollars } from '#domain/money.ts'
import type { PaymentState, RefundState } from '#domain/orders/order.ts'
import { recordAuditEntry } from '../audit/record.ts'
import type { CheckoutContext } from '../checkout/context.ts'
import type { Tx } from '../db/connection.ts'
import { queueOrderRefunded, queuePartRefunded } from '../mail/queue.ts'
import { settleIfDone } from '../returns/settle.ts'
import { takeUnrefunded } from '../stock/put-back-refunded.ts'
import { takeAgain } from '../stock/take-again.ts'
import { buyerActor, firstCheckMs } from './begin-refund.ts'
import { changePayment } from './change-payment.ts'
import type { PaymentRefunds, ProviderRefund } from './provider.ts'

/** The actor of a refund that was made at the provider itself. */
export const providerActor = 'provider'

type RecordContext = Pick<CheckoutContext, 'db' | 'clock' | 'ids'>

interface Recorded {
  id: string
  cents: number
  state: RefundState
  reason: string | null
  actor: string
  actor_id: string | null
  return_id: string | null
}

/**
 * Updates the refunds of an order to their state at the provider, only forward, and the order with them: refunded once the whole
 * payment was returned, in review when a refund fails that was pending or even done. Each refund that becomes done is told to the buyer
 * and, of an admin, stands in the audit.
 * @param finder the actor of refunds that the shop did not request
 */
export async function recordRefunds(
  context: RecordContext,
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
      const isRest = refund.cents >= paidCents
      const recorded = row
        ? await update(tx, context, row, refund)
        : await insert(tx, context, { orderId, finder, isRest }, refund)
      all.set(recorded.id, recorded)
      if (row?.state !== refund.state) changed.push({ ...recorded, wasKnown: row !== undefined })
    }
    const isFullyRefunded = paidCents > 0 && sumOfDone(all) >= paidCents

    const done = changed.filter(({ state }) => state === 'done')
    const failed = changed.findLast(({ state, wasKnown }) => state === 'failed' && wasKnown)
    const last = done.at(-1)
    if (isFullyRefunded && last && (payment_state === 'paid' || payment_state === 'review')) {
      await becomeRefunded(tx, context, { id: orderId, paymentState: payment_state }, last)
    } else if (failed && !isFullyRefunded && (payment_state === 'paid' || payment_state === 'refunded')) {
      const since = await refundedAt(tx, orderId)
      await becomeReviewed(tx, context, { id: orderId, paymentState: payment_state }, failed.reason ?? '')
      if (since) await takeAgain(tx, orderId, { since, at: context.clock.now(), mayBeShort: true })
    } else if (last) await recordParts(tx, context, orderId, { done, sum: sumOfDone(all) })
    if (failed) await takeUnrefunded(tx, orderId, context.clock.now())
    for (const { return_id } of changed) if (return_id) await settleIfDone(tx, return_id, context.clock.now())
    for (const { id, cents, actor } of done)
      if (actor === buyerActor)
        continue // the e-mail about the cancellation says it
      else if (cents >= paidCents) await queueOrderRefunded(tx, orderId, context)
      else await queuePartRefunded(tx, id, context)
  })
}

/** When the order became refunded, the last time; undefined if it never did. */
async function refundedAt(tx: Tx, orderId: string): Promise<Date | undefined> {
  const event = await tx
    .selectFrom('order_event')
    .select('at')
    .where('order_id', '=', orderId)
    .where('kind', '=', 'payment')
    .where('value', '=', 'refunded')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return event?.at
}

/** A refund moves only from one state to the next. */
const rankOf = (state: RefundState): number => ['asked', 'done', 'failed'].indexOf(state)

const sumOfDone = (refunds: Map<string, Recorded>): number =>
  [...refunds.values()].reduce((sum, { state, cents }) => (state === 'done' ? sum + cents : sum), 0)

const recorded = ['id', 'cents', 'state', 'reason', 'actor', 'actor_id', 'return_id'] as const

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
function insert(
  tx: Tx,
  { clock, ids }: Pick<CheckoutContext, 'clock' | 'ids'>,
  { orderId, finder, isRest }: { orderId: string; finder: string; isRest: boolean },
  { id, requestId, cents, state, reason, at }: ProviderRefund,
) {
  const due = new Date(+clock.now() + firstCheckMs)
  return tx
    .insertInto('refund')
    .values({
      id: requestId !== undefined && validate(requestId) ? requestId : ids.uuid(),
      order_id: orderId,
      cents,
      state,
      provider_id: id,
      reason: reason ?? null,
      actor: finder,
      actor_id: null,
      is_rest: isRest,
      at,
      updated_at: clock.now(),
      check_at: due,
      due_at: isRest ? null : due,
    })
    .returning(recorded)
    .executeTakeFirstOrThrow()
}

type Changed<State extends PaymentState> = { id: string; paymentState: State }

async function becomeRefunded(
  tx: Tx,
  context: Pick<CheckoutContext, 'clock' | 'ids'>,
  order: Changed<'paid' | 'review'>,
  { actor, actor_id }: Recorded,
): Promise<void> {
  await changePayment(tx, { order, to: 'refunded', actor, at: context.clock.now() }, context.ids)
  if (actor_id === null) return // no admin of the shop made it
  const [before, after] = [{ paymentState: order.paymentState }, { paymentState: 'refunded' }]
  await recordAuditEntry(
    tx,
    { actor: actor_id, action: 'refund', record: 'order', recordId: order.id, before, after },
    context,
  )
}

/** Records refunds that have become done and left something of the order: in all `sum` cents of it have gone back now. */
async function recordParts(
  tx: Tx,
  context: Pick<CheckoutContext, 'clock' | 'ids'>,
  recordId: string,
  { done, sum }: { done: Recorded[]; sum: number },
): Promise<void> {
  await tx.updateTable('order').set({ updated_at: context.clock.now() }).where('id', '=', recordId).execute()
  let back = sum - done.reduce((cents, refund) => cents + refund.cents, 0)
  for (const { cents, actor_id: actor } of done) {
    const [before, after] = [back, back + cents].map(each => ({ refundedAmount: toDollars(each) }))
    back += cents
    if (actor)
      await recordAuditEntry(tx, { actor, action: 'refund', record: 'order', recordId, before, after }, context)
  }
}

/** Puts an order in review because a refund failed. */
export const becomeReviewed = (
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
