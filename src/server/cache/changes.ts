import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Connection } from '../db/connection.ts'

const channel = 'shop_changed'
const reconnectMs = 500
const beatMs = 5_000
/** Without a word for so long, the connection counts as lost. */
const patienceMs = 1_000

export interface Listener {
  /** What has changed, as the database tells it when a transaction is through: see the migration tell-changes. */
  onChange(changed: string[] | 'all'): void
  /** Whether changes are heard of from now on. */
  onHearing(isHearing: boolean): void
}

export interface Changes {
  /** Returns once all that was changed before the call has been told to this process; at once while nothing is heard. */
  caughtUp(): Promise<void>
  close(): Promise<void>
}

/**
 * Listens on a connection of its own for what changes in the shop, whoever changes it and wherever. A connection that breaks
 * is opened again until it is closed.
 * @throws what the database says when the first connection cannot be made
 */
export async function listenForChanges(connection: Connection, { onChange, onHearing }: Listener): Promise<Changes> {
  const waiting = new Map<string, () => void>()
  let client: pg.Client | undefined
  let isClosed = false
  /** pg warns on stderr when a client is given a query while another runs. */
  let lastQuery: Promise<unknown> = Promise.resolve()

  async function connect() {
    const next = new pg.Client({
      ...connection,
      application_name: 'vitrine listens',
      keepAlive: true,
      connectionTimeoutMillis: 2_000,
    })
    next.on('error', () => lose(next))
    next.on('end', () => lose(next))
    next.on('notification', ({ payload = '' }) => {
      const heard = waiting.get(payload)
      if (heard) heard()
      else if (payload === 'all') onChange('all')
      else if (!payload.startsWith(echo)) onChange(payload.split(','))
    })
    try {
      await next.connect()
      await next.query(`listen ${channel}`)
    } catch (error) {
      await next.end()
      throw error
    }
    if (isClosed) return await next.end()
    client = next
    onHearing(true)
  }

  function lose(lost: pg.Client) {
    if (lost !== client) return
    client = undefined
    onHearing(false)
    for (const heard of waiting.values()) heard()
    void lost.end().catch(() => undefined) // it is lost in any case
    void reconnect()
  }

  async function reconnect() {
    while (!isClosed && !client) {
      await sleep(reconnectMs, undefined, { ref: false })
      if (!isClosed) await connect().catch(() => onHearing(false)) // and again
    }
  }

  /** Notices come in the order of the commits: when one's own comes back, all earlier ones have been heard. */
  async function caughtUp() {
    const asked = client
    if (!asked) return
    const call = echo + randomUUID()
    const answered = new Promise<void>(resolve => waiting.set(call, resolve))
    const giveUp = setTimeout(() => lose(asked), patienceMs)
    lastQuery = lastQuery.then(() => asked.query('select pg_notify($1, $2)', [channel, call])).catch(() => lose(asked))
    await answered
    clearTimeout(giveUp)
    waiting.delete(call)
  }

  await connect()
  const beat = setInterval(() => void caughtUp(), beatMs).unref()
  return {
    caughtUp,
    async close() {
      isClosed = true
      clearInterval(beat)
      const open = client
      client = undefined
      onHearing(false)
      await open?.end()
    },
  }
}

const echo = 'echo:'
