// A real shop process that a trial starts, stops at a step by database locks, kills and starts again.
import { randomUUID } from 'node:crypto'
import { chmodSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Connection, outliveConnections } from '#server/db/connection.ts'
import { findPostmaster, stopPostmaster } from '#server/db/embedded/postmaster.ts'
import { childrenOf, pinTo } from '../../support/cores.ts'
import { beginShop, freePort, type Shop } from '../../support/shop.ts'

const patienceMs = 60_000

/** The script of `npm start`, which sets the memory limits. */
export const startCommand = ['scripts/serve.sh']

export const port = String(await freePort())

/** The address on which it listens. */
export const url = `http://127.0.0.1:${port}`
/** The origin that visitors use. */
export const origin = `http://localhost:${port}`

/** The duration of each start, in milliseconds. */
export const starts: number[] = []

let shop: Shop | undefined
let folder: string | undefined
let settings: Record<string, string> = {}
let pool: { at: string; connections: pg.Pool } | undefined

/** Its data folder: a new one for the first start, and for the first start after a clean-up. */
export function dataDir(): string {
  if (!folder) {
    folder = mkdtempSync('/tmp/vitrine-trial-')
    chmodSync(folder, 0o711) // the database of root runs as another user, who needs to enter the folder
  }
  return folder
}

const databaseFolder = () => path.join(dataDir(), 'database')

/**
 * Begins to start the shop.
 * @param faults that its payment provider injects
 * @param env settings for this and all later starts
 * @param command that starts it
 */
export async function begin(faults = '', env = settings, command?: string[]): Promise<Shop> {
  settings = env
  const own = {
    DATA_DIR: dataDir(),
    PORT: port,
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: 'warn',
    SANDBOX_FAULTS: faults,
    NODE_COMPILE_CACHE: 'node_modules/.cache/node', // as npm start does
  }
  shop = await beginShop({ ...own, ...settings }, command)
  return shop
}

/** The settings of a command that uses its data folder. */
export const settingsOfCommand = (): Record<string, string> => ({ ...settings, DATA_DIR: dataDir(), PORT: port })

/** The connection to its own database. */
export async function connection(): Promise<Connection> {
  const socketFolder = (await findPostmaster(databaseFolder()))?.socketFolder
  if (!socketFolder) throw new Error('The shop has no database')
  return { host: socketFolder, port: 5432, user: 'vitrine', database: 'vitrine' }
}

/** Starts the shop; resolves when it is open. */
export async function start(...how: Parameters<typeof begin>): Promise<void> {
  const begun = performance.now()
  const { opened, ended, output } = await begin(...how)
  await Promise.race([opened, ended])
  starts.push(performance.now() - begun)
  if (!output().includes('Vitrine is open')) throw new Error(`The shop did not start\n${output()}`)
  await connect()
}

/**
 * Stops the shop by SIGTERM.
 * @returns the exit code, or the signal that ended it
 */
export async function stop(): Promise<number | string | undefined> {
  shop?.kill('SIGTERM')
  return await shop?.ended
}

/** Kills the shop by SIGKILL and ends its unanswered database queries. */
export async function kill(): Promise<void> {
  shop?.kill('SIGKILL')
  await shop?.ended
  if (pool) await query("select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'vitrine%'")
}

/** Kills the shop and its own database, like a power failure. */
export async function crash(): Promise<void> {
  shop?.kill('SIGKILL')
  const postmaster = await findPostmaster(databaseFolder())
  if (postmaster) process.kill(postmaster.pid, 'SIGKILL')
  await shop?.ended
}

/** Stops everything and removes its files. */
export async function cleanUp(): Promise<void> {
  shop?.kill('SIGKILL')
  await shop?.ended
  await pool?.connections.end()
  pool = undefined
  const postmaster = await findPostmaster(databaseFolder())
  if (postmaster) await stopPostmaster(postmaster, databaseFolder())
  rmSync(dataDir(), { recursive: true, force: true })
  folder = undefined
}

/** Everything that it has printed since its last start. */
export const output = (): string => shop?.output() ?? ''

export const pid = (): number => shop?.pid ?? 0

async function connect(): Promise<void> {
  const { DATABASE_URL } = settings
  const socketFolder = (await findPostmaster(databaseFolder()))?.socketFolder
  const at = DATABASE_URL ?? socketFolder
  if (!at) throw new Error('The shop has no database')
  if (pool?.at === at) return
  await pool?.connections.end()
  const own = { host: socketFolder, port: 5432, user: 'vitrine', database: 'vitrine' }
  const where = DATABASE_URL ? { connectionString: DATABASE_URL } : own
  pool = { at, connections: new pg.Pool({ ...where, application_name: 'trial' }) }
  outliveConnections(pool.connections)
}

/** Whether its database answers, even if the shop itself was killed. */
export async function hasDatabase(): Promise<boolean> {
  try {
    await connect()
    return (await query('select 1')).length === 1
  } catch {
    return false
  }
}

export async function query<T extends object>(text: string, values: unknown[] = []): Promise<T[]> {
  if (!pool) throw new Error('The shop was never started')
  return (await pool.connections.query<T>(text, values)).rows
}

export async function one<T>(text: string, values: unknown[] = []): Promise<T> {
  const [row] = await query<Record<string, T>>(text, values)
  return Object.values(row ?? {})[0] as T
}

/** Polls until the result is truthy. */
export async function until<T>(what: string, ask: () => Promise<T> | T): Promise<NonNullable<T>> {
  for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(5)) {
    const answer = await ask()
    if (answer) return answer
  }
  throw new Error(`In vain: ${what}\n${output()}`)
}

/** Takes a lock for which the shop must wait. Returns a function that releases it. */
export async function hold(lock: string, values: unknown[] = []): Promise<() => Promise<void>> {
  const client = await pool?.connections.connect()
  await client?.query('begin')
  await client?.query(lock, values)
  return async () => {
    await client?.query('rollback')
    client?.release()
  }
}

/** Waits until a connection waits for a lock; connections that write e-mails do not count. */
export const untilHeld = (who = 'vitrine') =>
  until(`${who} waits for a lock`, () =>
    one<number>(
      `select count(*)::int from pg_stat_activity
       where application_name = $1 and wait_event_type = 'Lock' and query not like '%from "mail"%' and query not like '%house_news%'`,
      [who],
    ),
  )

/**
 * Pins the shop to one core, and its database and this process to another.
 * @returns false where that is impossible
 */
export async function partCores(): Promise<boolean> {
  const database = (await findPostmaster(databaseFolder()))?.pid ?? 0
  return pinTo(1, [process.pid, database, ...childrenOf(database)]) && pinTo(0, [pid()])
}

/** The number of e-mails in the outbox. */
export const countEmails = (): number => globSync(path.join(dataDir(), 'outbox/*.eml')).length

export async function sellProduct(cents: number): Promise<string> {
  const id = randomUUID()
  await query(
    `insert into product (id, name, category, color, description, price_cents, created_at, updated_at)
     values ($1, $2, 'dress', 'black', 'A dress', $3, now(), now())`,
    [id, `Dress for ${cents}`, cents],
  )
  return id
}
