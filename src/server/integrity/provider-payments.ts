import { sql } from 'kysely'
import type { Break, RuleResult } from '#domain/integrity.ts'
import { formatCents } from '#domain/money.ts'
import { arrivedStates, type PaymentState } from '#domain/orders/order.ts'
import type { Db } from '../db/connection.ts'
import { type PaidSession, type PaymentProvider, ProviderUnavailable } from '../payments/provider.ts'
import { inAudit, maxBreaks } from './rule.ts'

const rule = { rule: 'provider-payments', sentence: 'Every payment at the provider has its order.' }
const askedAtOnce = 500
/**
 * The shop may learn of a payment this late: the payment page stays open for half an hour, and then the shop queries the
 * provider.
 */
const heardOfAfterMs = 60 * 60_000

interface Asked {
  /** Checks payments whose page was opened then or later. */
  since: Date
  /** Later changes do not count. */
  now: Date
  /** Called repeatedly; it throws to abort the check. */
  goOn: () => void
}

/** Finds the provider's payments that do not match the shop's orders. */
export async function checkPayments(
  db: Db,
  payments: PaymentProvider,
  { since, now, goOn }: Asked,
): Promise<RuleResult> {
  const result: RuleResult = { ...rule, checked: 0, broken: 0, breaks: [] }
  let batch: OurSession[] = []
  async function look() {
    const orders = await findOrders(db, batch)
    for (const session of batch) {
      const wrong = findBreak(session, orders.get(session.orderId), now)
      result.checked += 1
      if (!wrong) continue
      result.broken += 1
      if (result.breaks.length < maxBreaks) result.breaks.push(wrong)
    }
    batch = []
  }
  try {
    for await (const session of payments.paidSessions(since)) {
      goOn()
      if (!isOurs(session)) continue
      batch.push(session)
      if (batch.length === askedAtOnce) await look()
    }
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    return { ...result, unknown: 'The payment provider could not be asked.' }
  }
  await look()
  return result
}

/** A payment of this shop; other shops may use the same provider account. */
type OurSession = PaidSession & { orderId: string }
const isOurs = (session: PaidSession): session is OurSession => session.orderId !== undefined

interface Order {
  id: string
  order_id: string
  payment_state: PaymentState
  payment_session: string | null
  amount_cents: number
  deleted_at: Date | null
  updated_at: Date
  /** Set when an admin has accepted the payment, whatever its amount. */
  isAccepted: unknown
  /** The refunded amount, pending refunds included. */
  backCents: number
}

async function findOrders(db: Db, sessions: OurSession[]): Promise<Map<string, Order>> {
  const rows = await db
    .selectFrom('order')
    .select(['id', 'order_id', 'payment_state', 'payment_session', 'amount_cents', 'deleted_at', 'updated_at'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('audit').whereRef('record_id', '=', 'order.id').where('action', '=', 'accept payment').select('id'),
      ).as('isAccepted'),
    )
    .select(
      sql<number>`(
        select coalesce(sum(cents), 0)::bigint from refund where refund.order_id = "order".id and state <> 'failed'
      )`.as('backCents'),
    )
    .where('order_id', '=', sql<string>`any(${sessions.map(({ orderId }) => orderId)})`)
    .execute()
  return new Map(rows.map(row => [row.order_id, row]))
}

function findBreak(session: OurSession, order: Order | undefined, now: Date): Break | undefined {
  const paid = `The payment ${session.id} of ${formatCents(session.amountCents)}`
  if (!order)
    return {
      sentence: `${paid} names the order ${session.orderId}, which is not here.`,
      link: `/dashboard/manage-orders?q=${encodeURIComponent(session.orderId)}`,
    }
  if (order.updated_at >= now) return undefined
  const wrong = faultOf(session, order, now)
  const link = order.deleted_at ? inAudit(order.id) : `/orders/${order.order_id}`
  return wrong && { sentence: `Order ${order.order_id}: ${wrong(paid)}`, link }
}

const hasArrived = (state: PaymentState) => (arrivedStates as readonly string[]).includes(state)

function faultOf(session: OurSession, order: Order, now: Date): ((paid: string) => string) | undefined {
  const { payment_state: state, payment_session, amount_cents, backCents } = order
  if (!hasArrived(state)) {
    const isNew = state === 'awaiting' && +now - +session.openedAt < heardOfAfterMs
    return isNew ? undefined : paid => `${paid} has arrived, the order is ${state}.`
  }
  if (payment_session !== session.id)
    return paid => `${paid} is a second one, the order was paid with ${payment_session}.`
  if (state === 'paid' && amount_cents !== session.amountCents && !order.isAccepted)
    return paid => `${paid} is not its amount, ${formatCents(amount_cents)}.`
  if (state !== 'refunded' && session.refundedCents !== backCents)
    return session.refunded && backCents === 0
      ? paid => `${paid} was given back, the order is ${state}.`
      : paid =>
          `${paid}: ${formatCents(session.refundedCents)} of it went back, the order knows of ${formatCents(backCents)}.`
  if (!session.refunded && state === 'refunded') return paid => `${paid} was not given back, the order is refunded.`
  return undefined
}
