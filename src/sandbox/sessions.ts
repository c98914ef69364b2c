import type { Clock } from '../server/lib/clock.ts'
import { readSessionParams, type SessionParams } from './accepted.ts'
import { findAnswer, hashOf } from './answers.ts'
import type { EventRow } from './event.ts'
import type { Events } from './events.ts'
import { type Faults, happens } from './faults.ts'
import type { Form } from './form.ts'
import { type DelayedEffect, scheduleLater } from './later.ts'
import { noSuchSession, Refusal } from './refusal.ts'
import { type Customer, type SessionObject, type SessionRow, toSessionObject } from './session.ts'
import type { Query, Store } from './store/connect-store.ts'
import { endSession, findSession, insertSession } from './store/store.ts'
import { randomToken } from './token.ts'

export type Sessions = ReturnType<typeof createSessions>

const minute = 60_000
const day = 24 * 60 * minute

/** Creates, pays and expires sessions. Every change and its event are one statement. */
export function createSessions(store: Store, events: Events, faults: Faults, origin: string, clock: Clock) {
  const toObject = (row: SessionRow) => toSessionObject(row, origin)

  /** @throws Refusal for an unknown session */
  async function find(id: string): Promise<SessionRow> {
    const row = await findSession(store, id)
    if (!row) throw noSuchSession(id)
    if (!isOver(row)) return row
    const ended = await end(row)
    return ended.row
  }

  const isOver = ({ status, expires_at }: SessionRow) => status === 'open' && expires_at <= clock.now()

  /**
   * Ends an open session: as `ended` says, or as expired if it is overdue. `delivered` resolves when the shop has answered
   * the event.
   */
  async function end(row: SessionRow, ended?: SessionRow) {
    const isLate = isOver(row)
    const after = ended && !isLate ? ended : { ...row, status: 'expired' as const }
    const type = after.status === 'complete' ? 'checkout.session.completed' : 'checkout.session.expired'
    const event = events.about(type, toObject(after))
    if (!(await endSession(store, after, event))) return { row: await find(row.id), changed: false }
    return { row: after, changed: !isLate, delivered: events.deliver(event) }
  }

  return {
    find,

    /** Creates a session. A repeated key returns the first response again. */
    async create(form: Form, key: string | undefined): Promise<{ body: SessionObject; replayed: boolean }> {
      const hash = hashOf(form)
      const made = makeSession(form, clock.now())
      if (!(made instanceof Refusal)) {
        if (await insertSession(store, made, { key: key ?? made.id, hash }))
          return { body: toObject(made), replayed: false }
      }
      const earlier = await findAnswer<Pick<SessionRow, 'id'>>(store.query, key, hash)
      const row = earlier && (await findSession(store, earlier.id))
      if (row) return { body: toObject(asOpened(row)), replayed: true }
      throw made
    },

    /**
     * Pays an open session; if it has ended meanwhile, `row` has its state. Like Stripe it returns the shopper only
     * after the shop has answered the event.
     */
    async pay(open: SessionRow, customer: Customer): Promise<{ row: SessionRow; changed: boolean }> {
      const payment_intent = `pi_${randomToken(24)}`
      const money = happens(faults.latePayment) ? 'processing' : 'paid'
      const { row, changed, delivered } = await end(open, {
        ...open,
        status: 'complete',
        customer,
        payment_intent,
        money,
      })
      const planned = changed ? plannedFor(row) : undefined
      if (planned) await scheduleLater(store.query, planned, row.id, clock.now())
      await delivered
      return { row, changed }
    },

    /** Ends a pending payment. */
    async settle(query: Query, id: string, succeeds: boolean): Promise<EventRow[]> {
      const { rows } = await query<SessionRow>('update sandbox.session set money = $2 where id = $1 returning *', [
        id,
        succeeds ? 'paid' : 'failed',
      ])
      const [row] = rows
      if (!row) return []
      const ended = succeeds ? 'succeeded' : 'failed'
      const event = events.about(`checkout.session.async_payment_${ended}`, toObject(row))
      await events.insert(query, event)
      return [event]
    },

    async expire(id: string): Promise<SessionRow> {
      const open = await find(id)
      if (open.status !== 'open') throw noLongerOpen(open)
      const { row, changed } = await end(open, { ...open, status: 'expired' })
      if (!changed) throw noLongerOpen(row)
      return row
    },

    /** Expires every overdue session. */
    async expireDue(): Promise<void> {
      const { rows } = await store.query<SessionRow>(
        `select * from sandbox.session where status = 'open' and expires_at <= $1 order by expires_at limit 100`,
        [clock.now()],
      )
      const ended = await Promise.all(rows.map(row => end(row)))
      await Promise.all(ended.map(({ delivered }) => delivered))
    },

    /** When the next open session expires. */
    async nextExpiry(): Promise<Date | undefined> {
      const { rows } = await store.query<{ at: Date | null }>(
        `select min(expires_at) as at from sandbox.session where status = 'open'`,
      )
      return rows[0]?.at ?? undefined
    },

    toObject,
  }

  function plannedFor({ money, customer }: SessionRow): DelayedEffect | undefined {
    if (money === 'processing') return happens(faults.latePaymentFails) ? 'payment fails' : 'payment succeeds'
    return customer?.later === 'is disputed' ? 'is disputed' : undefined
  }
}

const asOpened = (row: SessionRow): SessionRow => ({
  ...row,
  status: 'open',
  customer: null,
  payment_intent: null,
  money: 'paid',
})

const noLongerOpen = ({ status }: SessionRow) =>
  new Refusal(
    `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${status}.`,
  )

/** A new session, or the reason for refusing it. */
function makeSession(form: Form, now: Date): SessionRow | Refusal {
  try {
    return newSession(readSessionParams(form), now)
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

function newSession(params: SessionParams, now: Date): SessionRow {
  return {
    id: `cs_test_${randomToken(58)}`,
    params,
    status: 'open',
    customer: null,
    payment_intent: null,
    money: 'paid',
    created_at: now,
    expires_at: expiryOf(params, now),
  }
}

function expiryOf({ expires_at }: SessionParams, now: Date): Date {
  if (expires_at === undefined) return new Date(+now + day)
  const expiresAt = new Date(expires_at * 1000)
  const param = 'expires_at'
  // Stripe counts in whole seconds.
  const createdAt = Math.floor(+now / 1000) * 1000
  if (+expiresAt < createdAt + 30 * minute) {
    throw new Refusal('The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.', {
      param,
    })
  }
  if (+expiresAt > createdAt + day) {
    throw new Refusal('The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.', {
      param,
    })
  }
  return expiresAt
}
