import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type Stripe from 'stripe'
import type { Clock } from '../server/lib/clock.ts'
import type { Log } from '../server/lib/log.ts'
import { type EventRow, newEvent } from './event.ts'
import { type Faults, happens } from './faults.ts'
import { createPost } from './post.ts'
import type { Query, Store } from './store/connect-store.ts'

export type Events = ReturnType<typeof createEvents>

type Sent = Pick<EventRow, 'id' | 'payload' | 'attempts'>

/**
 * How long a process holds an event exclusively; afterwards another process may send it, in case the first was killed.
 */
const leaseMs = 15_000
const maxPauseMs = 60_000
const giveUpAfter = 20
/** Accepted events are recorded in batches. A process that is killed before sends them again. */
const recordAfterMs = 20

/** Stores events until the shop has accepted them, and sends them signed as Stripe does. */
export function createEvents(
  store: Store,
  webhookSecret: string,
  faults: Faults,
  clock: Clock,
  log: Pick<Log, 'warn'>,
) {
  const post = createPost()
  let webhookUrl: string | undefined
  let onWake = () => {}
  const sending = new Set<Promise<void>>()
  let accepted: string[] = []
  let recording: Promise<void> | undefined

  const later = (ms: number) => new Date(+clock.now() + ms)

  async function takeDue(): Promise<Sent[]> {
    const { rows } = await store.query<Sent>(
      `update sandbox.event set attempts = attempts + 1, due_at = $2
       where seq in (select seq from sandbox.event where due_at <= $1 order by seq limit 10 for update skip locked)
       returning id, payload, attempts`,
      [clock.now(), later(leaseMs)],
    )
    return rows
  }

  async function send(event: Sent, url: string): Promise<void> {
    const times = happens(faults.duplicate) ? 2 : 1
    let fault = ''
    for (let time = 0; time < times; time++) fault = await post.send(url, event.payload, sign(event.payload))
    if (fault === '') {
      accepted.push(event.id)
      recording ??= recordAccepted()
      return
    }
    log.warn({ event: event.id, attempts: event.attempts, fault }, 'the shop did not take a payment event')
    const pause = Math.min(maxPauseMs, 500 * 2 ** event.attempts)
    const dueAt = event.attempts >= giveUpAfter ? null : later(pause)
    await store.query('update sandbox.event set due_at = $2 where id = $1', [event.id, dueAt])
    onWake()
  }

  function sign(payload: string): string {
    const timestamp = Math.floor(+clock.now() / 1000)
    return `t=${timestamp},v1=${createHmac('sha256', webhookSecret).update(`${timestamp}.${payload}`).digest('hex')}`
  }

  async function recordAccepted(): Promise<void> {
    await sleep(recordAfterMs)
    const ids = accepted
    accepted = []
    recording = undefined
    await store
      .query('update sandbox.event set due_at = null, delivered_at = $2 where id = any($1)', [ids, clock.now()])
      .catch(error => log.warn({ err: error }, 'payment events that were taken will be sent again'))
  }

  return {
    /** Creates the event about a change of an object. Insert it, then `deliver` it. */
    about(type: Stripe.Event.Type, object: object): EventRow {
      const now = clock.now()
      const heldBackMs = faults.delay + (happens(faults.reorder) ? Math.random() * 2_000 : 0)
      const event = newEvent(type, object, now)
      if (happens(faults.dropEvents)) return { ...event, due_at: null, attempts: 0 }
      if (heldBackMs > 0 || !webhookUrl) return { ...event, due_at: later(heldBackMs), attempts: 0 }
      return { ...event, due_at: later(leaseMs), attempts: 1 }
    },

    /** Stores an event in the transaction of the change that it reports. */
    async insert(query: Query, event: EventRow): Promise<void> {
      await query('insert into sandbox.event (id, payload, due_at, attempts, created_at) values ($1, $2, $3, $4, $5)', [
        ...[event.id, event.payload, event.due_at, event.attempts, event.created_at],
      ])
    },

    /**
     * Sends an event now, unless it is delayed. Resolves when the shop has answered, whether it accepted the event or
     * not.
     */
    async deliver(event: EventRow): Promise<void> {
      if (event.attempts === 0 || !webhookUrl) return onWake()
      const sent = send(event, webhookUrl).catch(error =>
        log.warn({ err: error }, 'a payment event will be sent again'),
      )
      sending.add(sent)
      await sent
      sending.delete(sent)
    },

    /** Sends everything that is due, until nothing is left. */
    async sendDue(): Promise<void> {
      const url = webhookUrl
      if (!url) return
      for (;;) {
        const due = await takeDue()
        if (due.length === 0) return
        await Promise.all(due.map(event => send(event, url)))
      }
    },

    /** When the next event is due, if there is one and a webhook URL is set. */
    async nextDue(): Promise<Date | undefined> {
      if (!webhookUrl) return undefined
      const { rows } = await store.query<{ at: Date | null }>(
        'select min(due_at) as at from sandbox.event where due_at is not null',
      )
      return rows[0]?.at ?? undefined
    },

    whenWoken(work: () => void) {
      onWake = work
    },
    sendTo(url: string) {
      webhookUrl = url
      onWake()
    },
    /** Resolves when all accepted events are recorded. */
    async recorded(): Promise<void> {
      await recording
    },
    async close(): Promise<void> {
      await Promise.all(sending)
      await recording
      post.close()
    },
  }
}
