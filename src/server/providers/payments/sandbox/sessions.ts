import type { Clock } from '../../clock.ts'
import { readSessionParams, type SessionParams } from './accepted.ts'
import { answerOnce } from './answers.ts'
import type { Events } from './events.ts'
import type { Form } from './form.ts'
import { noSuchSession, Refusal } from './refusal.ts'
import { type Customer, type SessionObject, type SessionRow, toSessionObject } from './session.ts'
import {
  findSession,
  insertSession,
  inTransaction,
  lockSession,
  randomToken,
  type Store,
  saveSession,
} from './store.ts'

export type Sessions = ReturnType<typeof createSessions>

const minute = 60_000
const day = 24 * 60 * minute

/** What can be done with sessions. Every change and its event are one transaction. */
export function createSessions(store: Store, events: Events, origin: string, clock: Clock) {
  /** Changes an open session, whose row is locked meanwhile. A session past its time is expired first. */
  async function change(
    id: string,
    next: (row: SessionRow) => SessionRow,
  ): Promise<{ row: SessionRow; changed: boolean }> {
    const result = await inTransaction(store, async client => {
      const row = await lockSession(client, id)
      if (!row) throw noSuchSession(id)
      if (row.status !== 'open') return { row, changed: false }
      const late = row.expires_at <= clock.now()
      const changedRow = late ? { ...row, status: 'expired' as const } : next(row)
      await saveSession(client, changedRow)
      await events.add(client, typeOf(changedRow), toSessionObject(changedRow, origin))
      return { row: changedRow, changed: !late }
    })
    events.wake()
    return result
  }

  return {
    /** Opens a session. With a key that was used before, the first answer is given again. */
    async create(form: Form, key: string | undefined): Promise<{ body: SessionObject; replayed: boolean }> {
      const now = clock.now()
      return await inTransaction(store, client =>
        answerOnce(client, { key, form, now }, async () => {
          const row = newSession(readSessionParams(form), now)
          await insertSession(client, row)
          return toSessionObject(row, origin)
        }),
      )
    },

    /** @throws Refusal when there is none */
    async find(id: string): Promise<SessionRow> {
      const row = await findSession(store, id)
      if (!row) throw noSuchSession(id)
      if (row.status === 'open' && row.expires_at <= clock.now()) return (await change(id, same => same)).row
      return row
    },

    async pay(id: string, customer: Customer) {
      const payment_intent = `pi_${randomToken(24)}`
      return await change(id, row => ({ ...row, status: 'complete', customer, payment_intent }))
    },

    async expire(id: string): Promise<SessionRow> {
      const { row, changed } = await change(id, open => ({ ...open, status: 'expired' }))
      if (!changed) {
        throw new Refusal(
          `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${row.status}.`,
        )
      }
      return row
    },

    /** Expires every session whose time is over. */
    async expireDue(): Promise<void> {
      const { rows } = await store.query<{ id: string }>(
        `select id from sandbox.session where status = 'open' and expires_at <= $1 order by expires_at limit 100`,
        [clock.now()],
      )
      for (const { id } of rows) await change(id, same => same)
    },

    /** When the next open session ends. */
    async nextExpiry(): Promise<Date | undefined> {
      const { rows } = await store.query<{ at: Date | null }>(
        `select min(expires_at) as at from sandbox.session where status = 'open'`,
      )
      return rows[0]?.at ?? undefined
    },

    toObject: (row: SessionRow): SessionObject => toSessionObject(row, origin),
  }
}

const typeOf = ({ status }: SessionRow) =>
  status === 'complete' ? 'checkout.session.completed' : 'checkout.session.expired'

function newSession(params: SessionParams, now: Date): SessionRow {
  return {
    id: `cs_test_${randomToken(58)}`,
    params,
    status: 'open',
    customer: null,
    payment_intent: null,
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
