import Stripe from 'stripe'
import type { Clock } from '../../clock.ts'
import { type Faults, happens } from './faults.ts'
import type { SessionObject } from './session.ts'
import { type Client, randomToken, type Store } from './store.ts'

export type Events = ReturnType<typeof createEvents>

interface DueEvent {
  id: string
  payload: string
  attempts: number
}

const answerWithinMs = 5_000
/** While one process sends an event no other takes it; if that process is killed, another does after this time. */
const leaseMs = 15_000
const longestPauseMs = 60_000
const giveUpAfter = 20

/** Keeps events until the shop has taken them, and sends them signed as Stripe signs. */
export function createEvents(store: Store, webhookSecret: string, faults: Faults, clock: Clock, log: Log) {
  let webhookUrl: string | undefined
  let onWake = () => {}

  const later = (ms: number) => new Date(+clock.now() + ms)

  async function add(client: Client, type: string, object: SessionObject): Promise<void> {
    const id = `evt_${randomToken(24)}`
    const now = clock.now()
    const event = {
      id,
      object: 'event',
      api_version: Stripe.API_VERSION,
      created: Math.floor(+now / 1000),
      data: { object },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
    }
    const heldBackMs = faults.delay + (happens(faults.reorder) ? Math.random() * 2_000 : 0)
    const dueAt = happens(faults.dropEvents) ? null : later(heldBackMs)
    await client.query('insert into sandbox.event (id, payload, due_at, created_at) values ($1, $2, $3, $4)', [
      id,
      JSON.stringify(event),
      dueAt,
      now,
    ])
  }

  async function takeDue(): Promise<DueEvent[]> {
    const { rows } = await store.query<DueEvent>(
      `update sandbox.event set attempts = attempts + 1, due_at = $2
       where seq in (select seq from sandbox.event where due_at <= $1 order by seq limit 10 for update skip locked)
       returning id, payload, attempts`,
      [clock.now(), later(leaseMs)],
    )
    return rows
  }

  async function send(event: DueEvent, url: string): Promise<void> {
    const times = happens(faults.duplicate) ? 2 : 1
    let fault = ''
    for (let time = 0; time < times; time++) fault = await post(url, event.payload)
    if (fault === '') {
      await store.query('update sandbox.event set due_at = null, delivered_at = $2 where id = $1', [
        event.id,
        clock.now(),
      ])
      return
    }
    log.warn({ event: event.id, attempts: event.attempts, fault }, 'the shop did not take a payment event')
    const pause = Math.min(longestPauseMs, 500 * 2 ** event.attempts)
    const dueAt = event.attempts >= giveUpAfter ? null : later(pause)
    await store.query('update sandbox.event set due_at = $2 where id = $1', [event.id, dueAt])
  }

  /** Returns what went wrong, an empty text when nothing did. */
  async function post(url: string, payload: string): Promise<string> {
    const timestamp = Math.floor(+clock.now() / 1000)
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret, timestamp })
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
        body: payload,
        redirect: 'manual',
        signal: AbortSignal.timeout(answerWithinMs),
      })
      await response.body?.cancel()
      return response.ok ? '' : `answered ${response.status}`
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }

  return {
    add,

    /** Sends everything that is due, and again until nothing is. */
    async sendDue(): Promise<void> {
      const url = webhookUrl
      if (!url) return
      for (;;) {
        const due = await takeDue()
        if (due.length === 0) return
        await Promise.all(due.map(event => send(event, url)))
      }
    },

    /** When the next event is to be sent, if there is one and somewhere to send it. */
    async nextDue(): Promise<Date | undefined> {
      if (!webhookUrl) return undefined
      const { rows } = await store.query<{ at: Date | null }>(
        'select min(due_at) as at from sandbox.event where due_at is not null',
      )
      return rows[0]?.at ?? undefined
    },

    /** Says that there is something new to send. */
    wake: () => onWake(),
    whenWoken(work: () => void) {
      onWake = work
    },
    sendTo(url: string) {
      webhookUrl = url
      onWake()
    },
  }
}

export interface Log {
  warn(about: object, message: string): void
}
