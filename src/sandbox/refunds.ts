import type Stripe from 'stripe'
import type { Clock } from '../server/lib/clock.ts'
import { currencyOf, type Fields, readFields, totalOf } from './accepted.ts'
import { amountText } from './amount.ts'
import { findAnswer, hashOf, saveAnswer } from './answers.ts'
import { chargeOf } from './charge.ts'
import type { EventRow } from './event.ts'
import type { Events } from './events.ts'
import { type Faults, happens } from './faults.ts'
import type { Form } from './form.ts'
import { scheduleLater } from './later.ts'
import { missing, Refusal } from './refusal.ts'
import { isPaid, type SessionRow } from './session.ts'
import type { Query, Store } from './store/connect-store.ts'
import { randomToken } from './token.ts'
import { oneOf, text, whole } from './values.ts'

/** The part of Stripe's refund that the sandbox implements. */
export type RefundObject = Pick<
  Stripe.Refund,
  | 'id'
  | 'object'
  | 'amount'
  | 'charge'
  | 'created'
  | 'currency'
  | 'failure_reason'
  | 'metadata'
  | 'payment_intent'
  | 'reason'
  | 'status'
>

/** A stored refund. */
interface RefundRow {
  id: string
  payment_intent: string
  /** Null for a full refund by an older sandbox. */
  amount: number | null
  status: 'pending' | 'succeeded' | 'failed'
  failure_reason: string | null
  reason: Stripe.Refund.Reason | null
  metadata: Record<string, string>
  created_at: Date
}

interface RefundParams {
  payment_intent: string
  amount?: number
  reason?: string
  metadata?: Record<string, string>
}

/** Every parameter the sandbox accepts. */
const accepted = {
  payment_intent: text(500),
  amount: whole(1, 99_999_999),
  reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
  metadata: text(500),
} satisfies Fields<Stripe.RefundCreateParams>

export type Refunds = ReturnType<typeof createRefunds>

/** Refunds paid sessions, in parts if requested, but never more than was paid. */
export function createRefunds(store: Store, events: Events, faults: Faults, clock: Clock) {
  /** Stores events about a refund in the transaction that changes it. */
  async function insertEvents(
    query: Query,
    session: SessionRow,
    row: RefundRow,
    types: RefundEvent[],
  ): Promise<EventRow[]> {
    const created = []
    for (const type of types) {
      const object = type === 'charge.refunded' ? await chargeOf(query, session) : toRefundObject(row, session)
      const event = events.about(type, object)
      await events.insert(query, event)
      created.push(event)
    }
    return created
  }

  async function refuseOrMake(query: Query, session: SessionRow, params: RefundParams): Promise<RefundRow | Refusal> {
    const { amount_refunded, disputed } = await chargeOf(query, session)
    const left = totalOf(session.params) - amount_refunded
    if (left === 0) return givenBackBefore()
    if (disputed) return isDisputed()
    if (params.amount !== undefined && params.amount > left)
      return tooMuch(params.amount, left, currencyOf(session.params))
    if (happens(faults.emptyBalance)) return balanceTooLow()
    return {
      id: `re_${randomToken(24)}`,
      payment_intent: params.payment_intent,
      amount: params.amount ?? left,
      status: session.customer?.later === 'refund succeeds later' ? 'pending' : 'succeeded',
      failure_reason: null,
      reason: (params.reason as Stripe.Refund.Reason | undefined) ?? null,
      metadata: params.metadata ?? {},
      created_at: clock.now(),
    }
  }

  return {
    /** @throws Refusal for an unknown payment, or one that is refunded already */
    async create(form: Form, key: string | undefined): Promise<{ body: RefundObject; replayed: boolean }> {
      const now = clock.now()
      const hash = hashOf(form)
      const params = readFields(form, accepted, '') as unknown as RefundParams
      if (params.payment_intent === undefined) throw missing('payment_intent')
      const done = await store.inTransaction(async query => {
        const session = await findPaid(query, params.payment_intent, 'for update')
        const earlier = await findAnswer<RefundObject>(query, key, hash)
        if (earlier) return { body: earlier, replayed: true, created: [] }
        const row = await refuseOrMake(query, session, params)
        if (row instanceof Refusal) {
          await saveAnswer(query, { key, hash, now, status: row.status, body: row.body })
          return row
        }
        await query(
          `insert into sandbox.refund (id, payment_intent, amount, status, reason, metadata, created_at)
           values ($1, $2, $3, $4, $5, $6, $7)`,
          [row.id, row.payment_intent, row.amount, row.status, row.reason, JSON.stringify(row.metadata), now],
        )
        const { later } = session.customer ?? {}
        if (later === 'refund succeeds later' || later === 'refund fails later')
          await scheduleLater(query, later, row.id, now)
        const body = toRefundObject(row, session)
        await saveAnswer(query, { key, hash, body, now })
        return {
          body,
          replayed: false,
          created: await insertEvents(query, session, row, ['refund.created', 'charge.refunded']),
        }
      })
      if (done instanceof Refusal) throw done
      for (const event of done.created) void events.deliver(event)
      return done
    },

    /** Ends a refund that was pending, or that had seemed to succeed. */
    async end(query: Query, id: string, succeeds: boolean): Promise<EventRow[]> {
      const { rows } = await query<RefundRow>(
        `update sandbox.refund set status = $2, failure_reason = $3 where id = $1 returning *`,
        [id, succeeds ? 'succeeded' : 'failed', succeeds ? null : 'expired_or_canceled_card'],
      )
      const [row] = rows
      if (!row) return []
      const session = await findPaid(query, row.payment_intent)
      return await insertEvents(
        query,
        session,
        row,
        succeeds ? ['refund.updated'] : ['refund.updated', 'refund.failed'],
      )
    },

    async find(id: string): Promise<RefundObject> {
      const { rows } = await store.query<RefundRow>('select * from sandbox.refund where id = $1', [id])
      const [row] = rows
      if (!row) throw new Refusal(`No such refund: '${id}'`, { status: 404, code: 'resource_missing', param: 'id' })
      return toRefundObject(row, await findPaid(store.query, row.payment_intent))
    },

    /** The refunds of a payment, newest first, those after the one with the id `after`. */
    async list(
      paymentIntent: string,
      { limit, after }: { limit: number; after: string | undefined },
    ): Promise<{ data: RefundObject[]; has_more: boolean }> {
      const session = await findPaid(store.query, paymentIntent)
      const { rows } = await store.query<RefundRow>(
        `select * from sandbox.refund where payment_intent = $1
           and ($3::text is null or (created_at, id) < (select created_at, id from sandbox.refund where id = $3))
         order by created_at desc, id desc limit $2`,
        [paymentIntent, limit + 1, after],
      )
      return { data: rows.slice(0, limit).map(row => toRefundObject(row, session)), has_more: rows.length > limit }
    },
  }
}

type RefundEvent = 'refund.created' | 'refund.updated' | 'refund.failed' | 'charge.refunded'

async function findPaid(query: Query, paymentIntent: string, lock: 'for update' | '' = ''): Promise<SessionRow> {
  const { rows } = await query<SessionRow>(`select * from sandbox.session where payment_intent = $1 ${lock}`, [
    paymentIntent,
  ])
  const [session] = rows
  if (!session || !isPaid(session)) throw noSuchPayment(paymentIntent)
  return session
}

const toRefundObject = (row: RefundRow, { params }: SessionRow): RefundObject => ({
  id: row.id,
  object: 'refund',
  amount: Number(row.amount ?? totalOf(params)),
  charge: row.payment_intent.replace('pi_', 'ch_'),
  created: Math.floor(+row.created_at / 1000),
  currency: currencyOf(params),
  metadata: row.metadata,
  payment_intent: row.payment_intent,
  reason: row.reason,
  status: row.status,
  ...(row.failure_reason !== null && { failure_reason: row.failure_reason }),
})

const noSuchPayment = (id: string) =>
  new Refusal(`No such payment_intent: '${id}'`, { status: 404, code: 'resource_missing', param: 'payment_intent' })

const givenBackBefore = () => new Refusal('This charge has already been refunded.', { code: 'charge_already_refunded' })

const isDisputed = () => new Refusal('This charge has been charged back.', { code: 'charge_disputed' })

const tooMuch = (cents: number, left: number, code: string) =>
  new Refusal(
    `Refund amount (${amountText(cents, code)}) is greater than unrefunded amount on charge (${amountText(left, code)})`,
    { param: 'amount' },
  )

const balanceTooLow = () =>
  new Refusal('Insufficient funds in your Stripe balance to refund this amount.', { code: 'balance_insufficient' })
