import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProduct } from '../../../tests/support/builders.ts'
import { databaseUrl } from '../../../tests/support/command.ts'
import { type TestDatabase, temporaryFolder, testDatabase } from '../../../tests/support/database.ts'
import { freePort, type Shop, startShop } from '../../../tests/support/shop.ts'
import { waitingForLocks } from '../../../tests/support/waiting.ts'
import { listenerName } from '../cache/changes.ts'
import { openDatabase } from '../db/connection.ts'
import { findPostmaster, isAlive } from '../db/embedded/postmaster.ts'
import { formOf } from '../payments/payments.fixture.ts'

let database: TestDatabase
let folder: string
let shop: Shop
/** With a database of its own. */
let embedded: Shop
let own: string
let steadyWorker: number
const shops: Shop[] = []

beforeAll(async () => {
  database = await testDatabase()
  folder = await temporaryFolder()
  own = await temporaryFolder()
  shop = await open()
})
afterAll(async () => {
  for (const each of shops) each.kill('SIGKILL')
  await Promise.all(shops.map(each => each.ended))
  await database.close()
  for (const each of [folder, own]) await fs.rm(each, { recursive: true })
})

async function open(settings: Record<string, string> = { DATABASE_URL: databaseUrl(database.connection) }) {
  const opened = await startShop({
    WEB_CONCURRENCY: '2',
    DATA_DIR: folder,
    ADMIN_EMAIL: 'ada@shop.test',
    ADMIN_PASSWORD: 'chosen by the owner',
    ...settings,
  })
  shops.push(opened)
  return opened
}

function workersOf({ pid }: Shop): number[] {
  const all = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).trim().split('\n')
  const rows = all.map(line => line.trim().split(/\s+/))
  return rows
    .filter(([, parent, ...args]) => Number(parent) === pid && args.join().includes('main.ts'))
    .map(([pid]) => Number(pid))
}

/** Sends each request on a new connection; the workers take connections in turn. */
const call = (shop: Shop, path: string, init: RequestInit = {}) =>
  fetch(shop.url + path, { redirect: 'manual', ...init, headers: { connection: 'close', ...init.headers } })
/** Has a timeout, because Node's cluster may never answer a connection that arrives while the last worker closes. */
const statusOf = (shop: Shop) =>
  call(shop, '/health/live', { signal: AbortSignal.timeout(500) }).then(
    ({ status }) => status,
    () => undefined,
  )
const post = (shop: Shop, path: string, body: object, headers: Record<string, string> = {}) =>
  call(shop, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

// These tests run in order, against one shop.

test('several workers serve one shop: a session or an order of one worker is known to all', async () => {
  const { id } = await createProduct(database.db, { price_cents: 4_500 })
  expect(shop.output()).toContain('2 processes serve visitors.')
  expect(workersOf(shop)).toHaveLength(2)

  const login = await post(shop, '/api/auth/login', { email: 'ada@shop.test', password: 'chosen by the owner' })
  const cookie = login.headers.getSetCookie().find(each => each.startsWith('token=')) ?? ''
  for (let n = 0; n < 4; n++) {
    const session = await call(shop, '/api/auth/session', { headers: { cookie } })
    expect(await session.json()).toMatchObject({ data: { user: { email: 'ada@shop.test' } } })
  }

  const checkout = await post(shop, '/api/orders/create-checkout-session', { products: [{ _id: id, quantity: 2 }] })
  const { id: session_id } = (await checkout.json()) as { id: string }
  const paid = await call(shop, `/sandbox/pay/${session_id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: formOf(),
  })
  expect(paid.status).toBe(303)
  for (let n = 0; n < 2; n++)
    expect(await (await post(shop, '/api/orders/confirm-payment', { session_id })).json()).toMatchObject({
      data: { paymentState: 'paid' },
    })
  const delivered = sql`select from sandbox.event where delivered_at is not null and payload like '%"checkout.session.completed"%'`
  await expect.poll(async () => (await delivered.execute(database.db)).rows.length).toBe(1)
})

const counter = /^vitrine_http_requests_total\{method="GET",route="\/api\/orders\/order\/:id",status="4xx"\} (\d+)$/m

test('a scrape of any worker has the sum of all workers', async () => {
  for (let n = 1; n <= 6; n++) expect((await call(shop, `/api/orders/order/${n}`)).status).toBe(404)
  // At its first scrape, a worker has yet to load the metrics module.
  await expect.poll(async () => await (await call(shop, '/metrics')).text()).toMatch(/^vitrine_processes 2$/m)
  for (let n = 0; n < 4; n++) {
    const body = await (await call(shop, '/metrics')).text()
    expect(counter.exec(body)?.[1]).toBe('6')
    expect(body).toMatch(/^vitrine_processes 2$/m)
    expect(body.match(/^vitrine_database_up 1$/gm)).toHaveLength(1)
  }
  const several = await Promise.all(Array.from({ length: 8 }, async () => (await call(shop, '/metrics')).text()))
  expect(several.map(body => counter.exec(body)?.[1])).toEqual(Array(8).fill('6'))
})

test('a worker that dies is replaced, and the other one serves visitors meanwhile', async () => {
  const before = workersOf(shop)
  steadyWorker = before[1] ?? 0
  process.kill(before[0] ?? 0, 'SIGKILL')
  await expect.poll(() => workersOf(shop).filter(pid => !before.includes(pid))).toHaveLength(1)
  await expect.poll(shop.output).toContain('A process that serves visitors has ended (SIGKILL).')
  for (let n = 0; n < 4; n++) expect((await call(shop, '/api/products')).status).toBe(200)
  expect(isAlive(steadyWorker)).toBe(true)
})

test('a frozen worker is replaced after 15 s, and one that was stopped with the whole shop is not', async () => {
  embedded = await open({ DATA_DIR: own })
  const asleep = [embedded.pid, ...workersOf(embedded)]
  const [other = 0] = workersOf(shop).filter(pid => pid !== steadyWorker)
  for (const pid of [steadyWorker, ...asleep]) process.kill(pid, 'SIGSTOP')
  const from = Date.now()
  await expect.poll(() => workersOf(shop).includes(steadyWorker), { timeout: 30_000, interval: 100 }).toBe(false)
  expect(Date.now() - from).toBeGreaterThan(11_000) // a heartbeat may have been on its way
  await expect.poll(() => workersOf(shop)).toHaveLength(2)
  expect(workersOf(shop)).toContain(other)
  await expect.poll(shop.output).toContain('a process that serves visitors does not answer')
  for (const pid of asleep) process.kill(pid, 'SIGCONT')
  await sleep(4_000) // more than one heartbeat
  expect(workersOf(embedded)).toEqual(asleep.slice(1))
  for (let n = 0; n < 4; n++) expect((await call(embedded, '/api/products')).status).toBe(200)
})

test('all workers finish running requests before the shop closes', async () => {
  const listening = sql`select from pg_stat_activity
    where application_name = ${listenerName} and datname = current_database() and state = 'idle'`
  await expect.poll(async () => (await listening.execute(database.db)).rows.length, { timeout: 30_000 }).toBe(2)
  const holder = database.db.transaction().execute(async tx => {
    await sql`lock table "order"`.execute(tx)
    const answers = Array.from({ length: 4 }, (_, n) => call(shop, `/api/orders/order/${n}`))
    const waiting = sql.raw(waitingForLocks)
    await expect.poll(async () => (await waiting.execute(database.db)).rows.length).toBeGreaterThanOrEqual(4)
    shop.kill('SIGTERM')
    await expect.poll(() => statusOf(shop)).not.toBe(200)
    expect(workersOf(shop)).not.toEqual([])
    return answers
  })
  for (const answer of await holder) expect((await answer).status).toBe(404)
  expect(await shop.ended).toBe(0)
})

// The next two tests run in order, against the shop with a database of its own.

test('all workers end with the first process, and the next start takes over the database', async () => {
  const workers = workersOf(embedded)
  expect((await call(embedded, '/health/ready')).status).toBe(200)
  embedded.kill('SIGKILL')
  await embedded.ended
  await expect.poll(() => workers.filter(isAlive)).toEqual([])

  embedded = await open({ DATA_DIR: own })
  expect((await call(embedded, '/api/products')).status).toBe(200)
})

test('each worker checks whether the backups of the embedded database still exist', async () => {
  const { socketFolder = '' } = (await findPostmaster(`${own}/database`)) ?? {}
  const db = openDatabase({ host: socketFolder, port: 5432, user: 'vitrine', database: 'vitrine' })
  const backup = (hours: number, file: string) => {
    const at = new Date(Date.now() - hours * 3_600_000)
    return {
      id: randomUUID(),
      kind: 'backup',
      started_at: at,
      finished_at: at,
      facts: JSON.stringify({ file }),
    } as const
  }
  await db
    .insertInto('chore')
    .values([backup(40, 'kept'), backup(2, 'gone')])
    .execute()
  await db.destroy()
  await fs.mkdir(`${own}/backups`)
  await fs.writeFile(`${own}/backups/kept`, '')
  for (let n = 0; n < 4; n++)
    expect(await (await call(embedded, '/health/ready')).json()).toMatchObject({ checks: { backup: 'late' } })
  embedded.kill('SIGTERM')
  expect(await embedded.ended).toBe(0)
  expect(await findPostmaster(`${own}/database`)).toBeUndefined()
})

test('a port in use is reported once', async () => {
  const port = await freePort()
  const server = createServer()
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  const refused = await open({ DATABASE_URL: databaseUrl(database.connection), PORT: String(port) })
  expect(await refused.ended).toBe(1)
  const sentence = `Port ${port} is already in use: set PORT to a free one, or stop the program that uses it.`
  const lines = refused.output().trim().split('\n')
  expect(lines.filter(line => !line.startsWith('{'))).toEqual([sentence])
  server.close()
})
