import { sql } from 'kysely'
import { paymentFor } from '../checkout/checkout.ts'
import type { CheckoutContext } from '../checkout/context.ts'
import type { Log } from '../lib/log.ts'
import { runEvery } from '../lib/run-every.ts'
import { findPayableOrder, savePaymentSession } from '../orders/queries.ts'
import { ProviderRefused, ProviderUnavailable } from './provider.ts'
import { dueAt, reconcileRefunds } from './refunds.ts'
import { endUnpaidOrder, settle } from './settle.ts'

const minWaitMs = 20_000
/** While its payment page is open, a payment without an event is found within two minutes. */
const maxWaitMs = { whileOpen: 90_000, afterwards: 10 * 60_000 }
/** Requests run in parallel, because a distant provider takes a fifth of a second for each. */
const maxAtOnce = 5
/** A checkout that has not stored its session within this time never will. */
const checkoutIsOverMs = 60_000
const reconcileEveryMs = 5_000

interface WaitingOrder {
  id: string
  payment_session: string | null
  created_at: Date
  expires_at: Date | null
}

/**
 * Asks the provider about every awaiting order that is due for a check and settles it, so that a payment is found even when neither
 * the browser nor an event came back. Any number of processes may run it at the same time.
 * @returns how many orders were checked
 * @throws ProviderUnavailable when the provider does not answer; the rest stays due
 */
export async function reconcile(context: CheckoutContext): Promise<number> {
  const workers = await Promise.allSettled(Array.from({ length: maxAtOnce }, () => checkDueOrders(context)))
  let checked = 0
  for (const result of workers) {
    if (result.status === 'rejected') throw result.reason
    checked += result.value
  }
  return checked
}

async function checkDueOrders(context: CheckoutContext): Promise<number> {
  for (let checked = 0; ; checked++) {
    const order = await takeNext(context)
    if (!order) return checked
    if (order.payment_session === null) await findLostSession(context, order)
    else await checkOrder(context, order, order.payment_session)
  }
}

/** Takes the order that has been due longest, and schedules its next check, later the older the order is. */
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

async function checkOrder(context: CheckoutContext, order: WaitingOrder, sessionId: string): Promise<void> {
  const session = await context.payments.findSession(sessionId)
  if (session) await settle(context, session, { actor: 'reconcile' })
  else if (isOver(context, order)) await endUnpaidOrder(context, order.id, 'expired', 'reconcile')
}

/**
 * Finds the session of an order that has none stored: the shop or the connection was interrupted during the request. The provider
 * answers the same request with the session that it had opened. No customer was ever shown it, so it expires.
 */
async function findLostSession(context: CheckoutContext, order: WaitingOrder): Promise<void> {
  if (isOver(context, order)) return await endUnpaidOrder(context, order.id, 'expired', 'reconcile')
  if (+context.clock.now() - +order.created_at < checkoutIsOverMs) return
  const payable = await findPayableOrder(context.db, order.id)
  if (!payable) return
  try {
    await savePaymentSession(context.db, order.id, await context.payments.createSession(paymentFor(payable, context)))
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
    await endUnpaidOrder(context, order.id, 'expired', 'reconcile') // it has no session, and it is too late for one
  }
}

const isOver = ({ clock }: CheckoutContext, { expires_at }: WaitingOrder) =>
  expires_at !== null && expires_at < clock.now()

/**
 * Reconciles while the shop runs: every awaiting order and every pending refund at once, then each when it is due.
 * @returns a handle whose `close` stops the job; it abandons a request under way, which does no harm
 */
export function startReconciling(context: CheckoutContext, log: Pick<Log, 'warn'>): { close(): Promise<void> } {
  let isFirst = true
  return runEvery(
    {
      everyMs: reconcileEveryMs,
      runsAtStart: true,
      isAbandonedOnClose: true,
      async run() {
        if (isFirst) await makeEverythingDue(context)
        isFirst = false
        try {
          await reconcileRefunds(context)
        } finally {
          await reconcile(context) // a refund that cannot be advanced holds up no order
        }
      },
      messageFor: warningFor,
    },
    log,
  )
}

const warningFor = (error: unknown) =>
  error instanceof ProviderUnavailable
    ? 'the payment provider could not be asked about waiting orders and refunds, the shop will ask again'
    : 'waiting orders and refunds could not be looked after, the shop will try again'

async function makeEverythingDue({ db, clock }: CheckoutContext): Promise<void> {
  const now = clock.now()
  await db
    .updateTable('refund')
    .set({ check_at: now, due_at: sql`case when not is_rest then ${now}::timestamptz end` })
    .where('state', '=', 'asked')
    .where(dueAt, '>', now)
    .execute()
  await db
    .updateTable('order')
    .set({ check_at: now })
    .where('payment_state', '=', 'awaiting')
    .where('check_at', '>', now)
    .execute()
}
