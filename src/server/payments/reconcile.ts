import { sql } from 'kysely'
import { paymentFor } from '../checkout/checkout.ts'
import type { CheckoutContext } from '../checkout/context.ts'
import type { Log } from '../lib/log.ts'
import { runEvery } from '../lib/run-every.ts'
import { findPayableOrder, savePaymentSession } from '../orders/queries.ts'
import { ProviderRefused, ProviderUnavailable } from './provider.ts'
import { reconcileRefunds } from './refunds.ts'
import { giveUp, settle } from './settle.ts'

const minWaitMs = 20_000
/** While its page is open, a payment that nobody tells of is found within two minutes. */
const maxWaitMs = { whileOpen: 90_000, afterwards: 10 * 60_000 }
/** A provider far away takes a fifth of a second for each answer. */
const askedAtOnce = 5
/** A checkout that has not noted its session after this time never will. */
const checkoutIsOverMs = 60_000
const lookEveryMs = 5_000

interface WaitingOrder {
  id: string
  payment_session: string | null
  created_at: Date
  expires_at: Date | null
}

/**
 * Asks the provider about every awaiting order whose turn it is and settles each, so that a payment is found even when
 * neither the browser nor an event came back. Any number of processes may do it at once.
 * @returns how many orders were asked about
 * @throws ProviderUnavailable when the provider does not answer: the rest keeps its turn
 */
export async function reconcile(context: CheckoutContext): Promise<number> {
  const asking = await Promise.allSettled(Array.from({ length: askedAtOnce }, () => askInTurn(context)))
  let asked = 0
  for (const result of asking) {
    if (result.status === 'rejected') throw result.reason
    asked += result.value
  }
  return asked
}

async function askInTurn(context: CheckoutContext): Promise<number> {
  for (let asked = 0; ; asked++) {
    const order = await takeNext(context)
    if (!order) return asked
    if (order.payment_session === null) await findLostSession(context, order)
    else await askAbout(context, order, order.payment_session)
  }
}

/** Takes the order that has waited longest for its turn, and puts its next one further off the older it is. */
async function takeNext({ db, clock }: CheckoutContext): Promise<WaitingOrder | undefined> {
  const now = clock.now()
  const { whileOpen, afterwards } = maxWaitMs
  const maxWait = sql`case when expires_at > ${now} then ${whileOpen}::integer else ${afterwards}::integer end`
  const wait = sql`least(${maxWait}, greatest(${minWaitMs}, extract(epoch from ${now}::timestamptz - created_at) * 250))`
  const { rows } = await sql<WaitingOrder>`
    update "order" set check_at = ${now}::timestamptz + ${wait} * interval '1 millisecond'
    where id = (
      select id from "order" where payment_state = 'awaiting' and check_at <= ${now}
      order by check_at limit 1 for update skip locked
    )
    returning id, payment_session, created_at, expires_at`.execute(db)
  return rows[0]
}

async function askAbout(context: CheckoutContext, order: WaitingOrder, sessionId: string): Promise<void> {
  const session = await context.payments.findSession(sessionId)
  if (session) await settle(context, session, { actor: 'reconcile' })
  else if (isOver(context, order)) await giveUp(context, order.id, 'expired', 'reconcile')
}

/**
 * For an order whose session was never noted: the shop or the connection broke off while it was asked for. Asked again in
 * the same words, the provider answers with the session that it had opened. Nobody was ever shown it, so it runs out.
 */
async function findLostSession(context: CheckoutContext, order: WaitingOrder): Promise<void> {
  if (isOver(context, order)) return await giveUp(context, order.id, 'expired', 'reconcile')
  if (+context.clock.now() - +order.created_at < checkoutIsOverMs) return
  const payable = await findPayableOrder(context.db, order.id)
  if (!payable) return
  try {
    await savePaymentSession(context.db, order.id, await context.payments.createSession(paymentFor(payable, context)))
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
    await giveUp(context, order.id, 'expired', 'reconcile') // it has no session, and it is too late for one
  }
}

const isOver = ({ clock }: CheckoutContext, { expires_at }: WaitingOrder) =>
  expires_at !== null && expires_at < clock.now()

/**
 * Reconciles for as long as the shop runs: every awaiting order and every refund under way at once, then each when its turn comes.
 * @returns what ends it; a question that is being asked then is left unanswered, which harms nothing
 */
export function startReconciling(context: CheckoutContext, log: Pick<Log, 'warn'>): { close(): Promise<void> } {
  let isFirst = true
  return runEvery(
    {
      everyMs: lookEveryMs,
      runsAtStart: true,
      isAbandonedOnClose: true,
      async run() {
        if (isFirst) await everythingIsDue(context)
        isFirst = false
        await reconcileRefunds(context)
        await reconcile(context)
      },
      messageFor: sentenceFor,
    },
    log,
  )
}

const sentenceFor = (error: unknown) =>
  error instanceof ProviderUnavailable
    ? 'the payment provider could not be asked about waiting orders and refunds, the shop will ask again'
    : 'waiting orders and refunds could not be looked after, the shop will try again'

async function everythingIsDue({ db, clock }: CheckoutContext): Promise<void> {
  const now = clock.now()
  await db
    .updateTable('refund')
    .set({ check_at: now })
    .where('state', '=', 'asked')
    .where('check_at', '>', now)
    .execute()
  await db
    .updateTable('order')
    .set({ check_at: now })
    .where('payment_state', '=', 'awaiting')
    .where('check_at', '>', now)
    .execute()
}
