import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Connection } from '../db/connection.ts'

const channel = 'shop_changed'
/** Releases that hold no stock listen as 'vitrine listens'. */
export const listenerName = 'vitrine listens, holds stock'
const reconnectMs = 500
const checkEveryMs = 5_000
/** After this time without an answer, the connection counts as lost. */
const answerTimeoutMs = 1_000

export interface Listener {
  /** The tags that changed, as the database notifies them after a commit: see the migration tell-changes. */
  onChange(changed: string[] | 'all'): void
  /** Whether notifications arrive from now on. */
  onListening(isListening: boolean): void
}

export interface Changes {
  /**
   * Resolves when this process has received the notifications of all changes committed before the call; at once while it is
   * not listening.
   */
  caughtUp(): Promise<void>
  close(): Promise<void>
}

/**
 * Listens on a dedicated connection for all changes in the shop, of this and any other process. A broken connection is
 * reopened until it is closed.
 * @throws the error of the database when the first connection fails
 */
export async function listenForChanges(connection: Connection, { onChange, onListening }: Listener): Promise<Changes> {
  const waiting = new Map<string, () => void>()
  let client: pg.Client | undefined
  let isClosed = false
  /** pg warns on stderr when a client gets a query while another runs. */
  let lastQuery: Promise<unknown> = Promise.resolve()

  async function connect() {
    const next = new pg.Client({
      ...connection,
      application_name: listenerName,
      keepAlive: true,
      connectionTimeoutMillis: 2_000,
    })
    next.on('error', () => lose(next))
    next.on('end', () => lose(next))
    next.on('notification', ({ payload = '' }) => {
      const received = waiting.get(payload)
      if (received) received()
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
    onListening(true)
  }

  function lose(lost: pg.Client) {
    if (lost !== client) return
    client = undefined
    onListening(false)
    for (const resolve of waiting.values()) resolve()
    void lost.end().catch(() => undefined) // the connection is lost in any case
    void reconnect()
  }

  async function reconnect() {
    while (!isClosed && !client) {
      await sleep(reconnectMs, undefined, { ref: false })
      if (!isClosed) await connect().catch(() => onListening(false)) // retries
    }
  }

  /** Notifications arrive in the order of the commits: after its own echo, a process has received all earlier ones. */
  async function caughtUp() {
    const open = client
    if (!open) return
    const call = echo + randomUUID()
    const answered = new Promise<void>(resolve => waiting.set(call, resolve))
    const giveUp = setTimeout(() => lose(open), answerTimeoutMs)
    lastQuery = lastQuery.then(() => open.query('select pg_notify($1, $2)', [channel, call])).catch(() => lose(open))
    await answered
    clearTimeout(giveUp)
    waiting.delete(call)
  }

  await connect()
  const checking = setInterval(() => void caughtUp(), checkEveryMs).unref()
  return {
    caughtUp,
    async close() {
      isClosed = true
      clearInterval(checking)
      const last = client
      client = undefined
      onListening(false)
      await last?.end()
    },
  }
}

const echo = 'echo:'
