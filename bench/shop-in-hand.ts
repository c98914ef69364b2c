// A real shop process that a benchmark starts, holds at a step by locks in its database, kills and starts again.
import { randomUUID } from 'node:crypto'
import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findPostmaster, stopPostmaster } from '../src/server/db/embedded/postmaster.ts'
import { freePort, type Shop, startShop } from '../tests/support/shop.ts'
import { card } from './checkout.ts'

const patience = 15_000
const dataDir = mkdtempSync('/tmp/vitrine-kill-')
chmodSync(dataDir, 0o711) // or root's database would have to live elsewhere
const port = String(await freePort())

let shop: Shop | undefined
let pool: pg.Pool | undefined
export const starts: number[] = []

/** Starts the shop, with what its payment provider does wrong. */
export async function start(faults = ''): Promise<void> {
  const begin = performance.now()
  shop = await startShop({
    DATA_DIR: dataDir,
    PORT: port,
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: 'warn',
    SANDBOX_FAULTS: faults,
  })
  starts.push(performance.now() - begin)
  if (!shop.output().includes('Vitrine is open')) throw new Error(`The shop did not start\n${shop.output()}`)
  pool ??= await openPool()
}

/** kill -9. What it had asked of the database and not been answered ends with it. */
export async function kill(): Promise<void> {
  shop?.kill('SIGKILL')
  await shop?.ended
  await query("select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'vitrine%'")
}

/** Ends everything and removes its files. */
export async function cleanUp(): Promise<void> {
  shop?.kill('SIGKILL')
  await shop?.ended
  await pool?.end()
  const folder = databaseFolder()
  const postmaster = await findPostmaster(folder)
  if (postmaster) await stopPostmaster(postmaster, folder)
  rmSync(dataDir, { recursive: true, force: true })
}

function databaseFolder(): string {
  const pointer = path.join(dataDir, 'database.location')
  return existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : path.join(dataDir, 'database')
}

async function openPool(): Promise<pg.Pool> {
  const postmaster = await findPostmaster(databaseFolder())
  if (!postmaster) throw new Error('The shop has no database')
  const { socketFolder: host } = postmaster
  const connections = new pg.Pool({ host, port: 5432, user: 'vitrine', database: 'vitrine', application_name: 'bench' })
  connections.on('error', () => undefined) // at the end the database may be quicker to close than they are
  return connections
}

export async function query<T extends object>(text: string, values: unknown[] = []): Promise<T[]> {
  if (!pool) throw new Error('The shop was never started')
  return (await pool.query<T>(text, values)).rows
}

export async function one<T>(text: string, values: unknown[] = []): Promise<T> {
  const [row] = await query<Record<string, T>>(text, values)
  return Object.values(row ?? {})[0] as T
}

/** Asks until the answer is something. */
export async function until<T>(what: string, ask: () => Promise<T>): Promise<NonNullable<T>> {
  for (const end = Date.now() + patience; Date.now() < end; await sleep(5)) {
    const answer = await ask()
    if (answer) return answer
  }
  throw new Error(`In vain: ${what}\n${shop?.output()}`)
}

/** Takes a lock, so that the shop must wait where it needs it. Returns what gives it back. */
export async function hold(lock: string, values: unknown[] = []): Promise<() => Promise<void>> {
  const client = await pool?.connect()
  await client?.query('begin')
  await client?.query(lock, values)
  return async () => {
    await client?.query('rollback')
    client?.release()
  }
}

/** Until somebody waits for a lock; whoever writes letters meanwhile does not count. */
export const untilHeld = (who = 'vitrine') =>
  until(`${who} waits for a lock`, () =>
    one<number>(
      `select count(*)::int from pg_stat_activity
       where application_name = $1 and wait_event_type = 'Lock' and query not like '%from "mail"%'`,
      [who],
    ),
  )

/** How many letters lie in the outbox. */
export const countLetters = (): number => globSync(path.join(dataDir, 'outbox/*.eml')).length

export async function sellProduct(cents: number): Promise<string> {
  const id = randomUUID()
  await query(
    `insert into product (id, name, category, color, description, price_cents, created_at, updated_at)
     values ($1, $2, 'dress', 'black', 'A dress', $3, now(), now())`,
    [id, `Dress for ${cents}`, cents],
  )
  return id
}

interface Answer {
  status: number
  body: string
}

/** An answer of the shop, or undefined when it is not there to give one. */
async function send(url: string, headers: Record<string, string>, body: string): Promise<Answer | undefined> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}${url}`, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
    })
    return { status: response.status, body: await response.text() }
  } catch (error) {
    if (error instanceof TypeError) return undefined // the connection broke
    throw error
  }
}

const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }
let visitors = 0

/** A visitor of its own puts a product into the cart and proceeds. Returns the session. */
export async function buy(_id: string, quantity = 1): Promise<string | undefined> {
  const address = `10.${(visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors++ & 255}`
  const body = JSON.stringify({ products: [{ _id, quantity }] })
  const answer = await send('/api/orders/create-checkout-session', { ...json, 'x-forwarded-for': address }, body)
  return answer?.status === 200 ? JSON.parse(answer.body).id : undefined
}

/** Pays on the hosted page; true once that page has said that it is paid. */
export async function pay(sessionId: string): Promise<boolean> {
  const answer = await send(`/sandbox/pay/${sessionId}`, form, card)
  return answer?.status === 303 || Boolean(answer?.body.includes('You have already paid'))
}

/** Comes back to the shop; true when it says that the order is paid. */
export async function comeBack(session_id: string): Promise<boolean> {
  return (await send('/api/orders/confirm-payment', json, JSON.stringify({ session_id })))?.status === 200
}
