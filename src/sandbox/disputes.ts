import type Stripe from 'stripe'
import type { Clock } from '../server/lib/clock.ts'
import { currencyOf, totalOf } from './accepted.ts'
import type { EventRow } from './event.ts'
import type { Events } from './events.ts'
import type { Form } from './form.ts'
import { Refusal, unknownParameter } from './refusal.ts'
import type { SessionRow } from './session.ts'
import type { Query, Store } from './store/connect-store.ts'
import { randomToken } from './token.ts'

/** The part of Stripe's dispute that the sandbox implements. */
type DisputeObject = Pick<
  Stripe.Dispute,
  'id' | 'object' | 'amount' | 'charge' | 'created' | 'currency' | 'payment_intent' | 'reason' | 'status'
> & { evidence_details: Pick<Stripe.Dispute.EvidenceDetails, 'due_by' | 'past_due' | 'has_evidence'> }

interface DisputeRow {
  id: string
  payment_intent: string
  amount: number
  currency: string
  status: string
  due_by: Date
  created_at: Date
}

const answerWithinMs = 10 * 24 * 60 * 60_000

export type Disputes = ReturnType<typeof createDisputes>

/** Payments that the buyer's bank disputes, until the shop has responded or accepted the loss. */
export function createDisputes(store: Store, events: Events, clock: Clock) {
  async function insertEvents(query: Query, row: DisputeRow, types: DisputeEvent[]): Promise<EventRow[]> {
    const created = types.map(type => events.about(type, toObject(row, clock.now())))
    for (const event of created) await events.insert(query, event)
    return created
  }

  return {
    /** Disputes the whole payment of a session. */
    async open(query: Query, sessionId: string): Promise<EventRow[]> {
      const { rows } = await query<SessionRow>('select * from sandbox.session where id = $1', [sessionId])
      const [session] = rows
      if (!session?.payment_intent) return []
      const now = clock.now()
      const row: DisputeRow = {
        id: `du_${randomToken(24)}`,
        payment_intent: session.payment_intent,
        amount: totalOf(session.params),
        currency: currencyOf(session.params),
        status: 'needs_response',
        due_by: new Date(+now + answerWithinMs),
        created_at: now,
      }
      await query(
        `insert into sandbox.dispute (id, payment_intent, amount, status, due_by, created_at)
         values ($1, $2, $3, $4, $5, $6)`,
        [row.id, row.payment_intent, row.amount, row.status, row.due_by, row.created_at],
      )
      return await insertEvents(query, row, ['charge.dispute.created', 'charge.dispute.funds_withdrawn'])
    },

    /**
     * Responds to a dispute. As in Stripe's test mode the evidence `winning_evidence` wins it and `losing_evidence`
     * loses it; with any other text it stays under review. https://docs.stripe.com/testing#evidence
     */
    async update(id: string, { evidence, submit, ...others }: Form): Promise<DisputeObject> {
      const [other] = Object.keys(others)
      if (other) throw unknownParameter(other)
      if (submit !== undefined && submit !== 'true') throw new Refusal('Invalid boolean: submit', { param: 'submit' })
      const { uncategorized_text: text, ...rest } = typeof evidence === 'object' ? evidence : {}
      const [unknown] = Object.keys(rest)
      if (unknown) throw unknownParameter(`evidence[${unknown}]`)
      return await change(
        id,
        text === 'winning_evidence' ? 'won' : text === 'losing_evidence' ? 'lost' : 'under_review',
      )
    },

    /** Accepts the loss. */
    close: (id: string): Promise<DisputeObject> => change(id, 'lost'),
  }

  async function change(id: string, status: 'won' | 'lost' | 'under_review'): Promise<DisputeObject> {
    const { row, created } = await store.inTransaction(async query => {
      const { rows } = await query<DisputeRow>(
        `update sandbox.dispute set status = $2 where id = $1 and status not in ('won', 'lost') returning *, (
           select params #>> '{line_items,0,price_data,currency}' from sandbox.session
           where session.payment_intent = dispute.payment_intent) as currency`,
        [id, status],
      )
      const [row] = rows
      if (!row) throw new Refusal(`No such dispute: '${id}'`, { status: 404, code: 'resource_missing', param: 'id' })
      return { row, created: await insertEvents(query, row, eventsOf[status]) }
    })
    for (const event of created) void events.deliver(event)
    return toObject(row, clock.now())
  }
}

type DisputeEvent = Extract<Stripe.Event.Type, `charge.dispute.${string}`>

const eventsOf: Record<'won' | 'lost' | 'under_review', DisputeEvent[]> = {
  won: ['charge.dispute.updated', 'charge.dispute.funds_reinstated', 'charge.dispute.closed'],
  lost: ['charge.dispute.updated', 'charge.dispute.closed'],
  under_review: ['charge.dispute.updated'],
}

const toObject = (row: DisputeRow, now: Date): DisputeObject => ({
  id: row.id,
  object: 'dispute',
  amount: Number(row.amount),
  charge: row.payment_intent.replace('pi_', 'ch_'),
  created: Math.floor(+row.created_at / 1000),
  currency: row.currency,
  evidence_details: {
    due_by: Math.floor(+row.due_by / 1000),
    has_evidence: row.status !== 'needs_response',
    past_due: row.due_by < now,
  },
  payment_intent: row.payment_intent,
  reason: 'fraudulent',
  status: row.status,
})
