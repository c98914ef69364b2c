import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PaymentState, paymentStates } from '#domain/orders/order.ts'
import { testApp } from '../../../tests/support/app.ts'
import { createProduct } from '../../../tests/support/builders.ts'
import { noLimits } from '../../../tests/support/limits.ts'
import { randomIds } from '../lib/clock.ts'

const METRICS_TOKEN = 'a-token-of-some-length'
const open = await testApp({ subscribes: true, limits: noLimits })
const guarded = await testApp({}, { METRICS_TOKEN })
let [port, guardedPort] = [0, 0]
beforeAll(async () => {
  for (const { app } of [open, guarded]) await app.listen({ host: '127.0.0.1', port: 0 })
  port = (open.app.server.address() as AddressInfo).port
  guardedPort = (guarded.app.server.address() as AddressInfo).port
})

const ask = (path: string, headers: Record<string, string> = {}, at = port) =>
  new Promise<{ status: number | undefined; type: string | undefined; body: string }>((resolve, reject) => {
    get({ port: at, path, headers: { host: 'localhost:3000', ...headers } }, async answer =>
      resolve({ status: answer.statusCode, type: answer.headers['content-type'], body: await text(answer) }),
    ).on('error', reject)
  })

const withoutId = (body: string) => body.replace(/"requestId":"[^"]*"/, '')

/** Returns the values of a scrape by their names and labels. */
async function scrape(): Promise<Record<string, number>> {
  const { status, type, body } = await ask('/metrics')
  expect([status, type]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  const lines = body.split('\n').filter(line => line && !line.startsWith('#'))
  return Object.fromEntries(lines.map(line => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
}

describe('the metrics', () => {
  test('are sent to clients on this machine when no token is set', async () => {
    expect((await ask('/metrics')).status).toBe(200)
    expect((await ask('/metrics?at=1')).status).toBe(200)
  })

  test.each([
    ['x-forwarded-for', '203.0.113.7'],
    ['X-Forwarded-Proto', 'https'],
    ['forwarded', 'for=203.0.113.7'],
    ['via', '1.1 proxy'],
    ['x-real-ip', '203.0.113.7'],
    ['cf-connecting-ip', '203.0.113.7'],
  ])('are not sent through a proxy on this machine: %s', async (name, value) => {
    const [metrics, nowhere] = [await ask('/metrics', { [name]: value }), await ask('/metricz', { [name]: value })]
    expect(metrics.status).toBe(404)
    expect(withoutId(metrics.body)).toBe(withoutId(nowhere.body))
  })

  test.each([
    'evil.example',
    'shop.example:3000',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '192.0.2.1',
    '%',
  ])('are not sent to a browser on this machine that uses the foreign host name %s', async host => {
    expect((await ask('/metrics', { host })).status).toBe(404)
  })

  test.each(['127.0.0.1:3000', '[::1]:3000', 'shop.localhost'])('are sent for the local host name %s', async host => {
    expect((await ask('/metrics', { host })).status).toBe(200)
  })

  test('are not sent in HTTP/1.0, the default of an nginx proxy', async () => {
    const socket = connect(port, '127.0.0.1')
    socket.end('GET /metrics HTTP/1.0\r\n\r\n')
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 404 /)
  })

  test.each([
    undefined,
    'Bearer ',
    'Bearer a-token',
    `Bearer ${METRICS_TOKEN}x`,
    `Basic ${METRICS_TOKEN}`,
    METRICS_TOKEN,
  ])('are not sent for the authorization %s when a token is set, on this machine or not', async authorization => {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization }
    const [metrics, nowhere] = [
      await ask('/metrics', headers, guardedPort),
      await ask('/metricz', headers, guardedPort),
    ]
    expect(metrics.status).toBe(404)
    expect(withoutId(metrics.body)).toBe(withoutId(nowhere.body))
  })

  test('are sent for the token, also through a proxy', async () => {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}`, 'x-forwarded-for': '203.0.113.7' }
    expect((await ask('/metrics', headers, guardedPort)).status).toBe(200)
  })
})

test('requests are counted by method, route and class of status, not by address', async () => {
  const { id } = await createProduct(open.db)
  for (const path of [`/api/products/${id}`, '/api/orders/order/1', '/api/orders/order/2', '/nowhere/1', '/nowhere/2'])
    await ask(path)
  const values = await scrape()
  expect(values).toMatchObject({
    'vitrine_http_requests_total{method="GET",route="/api/products/:id",status="2xx"}': 1,
    'vitrine_http_requests_total{method="GET",route="/api/orders/order/:id",status="4xx"}': 2,
    'vitrine_http_request_duration_seconds_count{method="GET",route="/api/orders/order/:id"}': 2,
    'vitrine_http_request_duration_seconds_bucket{le="+Inf",method="GET",route="/api/orders/order/:id"}': 2,
  })
  expect(values['vitrine_http_requests_total{method="GET",route="(unknown)",status="4xx"}']).toBeGreaterThanOrEqual(2)
  expect(Object.keys(values).filter(name => name.includes('nowhere') || name.includes(id))).toEqual([])
})

test('lists are counted, and so are responses from the cache', async () => {
  await ask('/api/products?limit=7')
  const list = 'vitrine_http_requests_total{method="GET",route="/api/products",status="2xx"}'
  const saved = 'vitrine_http_requests_total{method="GET",route="(kept)",status="2xx"}'
  const unchanged = 'vitrine_http_requests_total{method="GET",route="(kept)",status="3xx"}'
  const before = await scrape()
  await ask('/api/products?limit=6')
  for (let n = 0; n < 3; n++) await ask('/api/products?limit=6')
  await ask('/api/products?limit=6', { 'if-none-match': '*' })
  const after = await scrape()
  const more = (name: string) => (after[name] ?? 0) - (before[name] ?? 0)
  expect([list, saved, unchanged, 'vitrine_cache_hits_total', 'vitrine_cache_misses_total'].map(more)).toEqual([
    1, 3, 1, 4, 1,
  ])
  expect(more('vitrine_cache_entries')).toBe(1)
  expect(more('vitrine_cache_bytes')).toBeGreaterThan(0)
})

test('a scrape has orders, e-mails, jobs, connections, events and the process', async () => {
  const { db, app } = await testApp()
  await app.listen({ host: '127.0.0.1', port: 0 })
  const order = (payment_state: PaymentState) => ({
    id: randomIds.uuid(),
    order_id: randomIds.secret(),
    payment_state,
    amount_cents: 100,
    created_at: new Date(),
    updated_at: new Date(),
  })
  const move = (from: PaymentState, to: PaymentState) =>
    db.updateTable('order').set({ payment_state: to }).where('payment_state', '=', from).execute()
  const add = (...states: PaymentState[]) => db.insertInto('order').values(states.map(order)).execute()
  await add('awaiting', 'paid', 'paid', 'review', 'expired', 'failed')
  await move('awaiting', 'expired')
  await move('failed', 'review')
  await add('awaiting', 'failed')
  await db.deleteFrom('order').where('payment_state', '=', 'failed').execute()
  const awaiting = await db.selectFrom('order').select('id').where('payment_state', '=', 'awaiting').executeTakeFirst()
  const [held, free] = [await createProduct(db), await createProduct(db)]
  for (const [{ id }, pieces] of [
    [held, 3],
    [free, 4],
  ] as const) {
    await db.insertInto('stock').values({ variant_id: id, product_id: id, on_hand: pieces, held: 2 }).execute()
    const line = { order_id: awaiting?.id ?? '', position: pieces, product_id: id, variant_id: id, takes_stock: true }
    await db
      .insertInto('order_line')
      .values({ ...line, name: 'A ring', unit_cents: 100, quantity: 2 })
      .execute()
  }
  const waitsSince = new Date(Date.now() - 3_600_000)
  const mail = { id: randomIds.uuid(), kind: 'password-reset' as const, address: 'ada@shop.test' }
  await db
    .insertInto('mail')
    .values([
      { ...mail, created_at: waitsSince, next_try_at: new Date() },
      { ...mail, id: randomIds.uuid(), created_at: new Date(), next_try_at: null, due_at: new Date() },
      { ...mail, id: randomIds.uuid(), created_at: new Date(0), next_try_at: null, sent_at: new Date() },
      { ...mail, id: randomIds.uuid(), created_at: new Date(0), next_try_at: null, failed_at: new Date() },
    ])
    .execute()
  const at = new Date('2026-05-10T03:00:00Z')
  const chore = { id: randomIds.uuid(), kind: 'backup' as const, started_at: at, finished_at: at, facts: '{}' }
  await db.insertInto('chore').values(chore).execute()
  await app.inject({
    method: 'POST',
    url: '/api/payments/webhook',
    headers: { 'content-type': 'application/json' },
    payload: '{}',
  })

  const { body } = await ask('/metrics', {}, (app.server.address() as AddressInfo).port)
  for (const line of [
    'vitrine_database_up 1',
    'vitrine_orders{payment_state="awaiting"} 1',
    'vitrine_orders{payment_state="paid"} 2',
    'vitrine_orders{payment_state="failed"} 0',
    'vitrine_orders{payment_state="expired"} 2',
    'vitrine_orders{payment_state="review"} 2',
    'vitrine_orders{payment_state="refunded"} 0',
    'vitrine_letters_waiting 2',
    'vitrine_mail_undeliverable 1',
    'vitrine_stock_mostly_held 1',
    `vitrine_chore_last_success_timestamp_seconds{kind="backup"} ${+at / 1000}`,
    'vitrine_webhooks_total{result="refused"} 1',
    'vitrine_webhooks_total{result="settled"} 0',
    'vitrine_turned_away_total{what="checkout"} 0',
    'vitrine_pages_waiting 0',
    'vitrine_processes 1',
    'vitrine_storage_up 1',
  ])
    expect(body.split('\n')).toContain(line)
  const valueIn = (name: string) =>
    Number(
      body
        .split('\n')
        .find(line => line.startsWith(`${name} `))
        ?.split(' ')[1],
    )
  expect(valueIn('vitrine_letters_oldest_seconds')).toBeGreaterThan(3_500)
  expect(valueIn('process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
  expect(valueIn('process_cpu_seconds_total')).toBeGreaterThan(0)
  expect(valueIn('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0)
  expect(body.match(/^vitrine_orders\{/gm)).toHaveLength(paymentStates.length)
  expect(body).toMatch(/^vitrine_disk_free_bytes\{disk="data"\} \d+$/m)
  expect(body).toMatch(/^vitrine_database_connections\{state="idle"\} \d+$/m)
  expect(body).not.toMatch(/^vitrine_clock_behind_seconds /m) // the provider has not answered yet
})

test('with many orders, the figures come from an index and from counters, without a sequential scan', async () => {
  const { app, db } = await testApp()
  await app.listen({ host: '127.0.0.1', port: 0 })
  await sql`
    insert into "order" (id, order_id, payment_state, amount_cents, created_at, updated_at)
    select gen_random_uuid(), md5(n::text), 'expired', 100, now(), now() from generate_series(1, 20000) n`.execute(db)
  await sql`vacuum analyze "order"`.execute(db)
  const scans = async () => {
    await sql`select pg_stat_force_next_flush()`.execute(db)
    const { rows } = await sql<{ seq_scan: number; idx_scan: number }>`
      select seq_scan, idx_scan from pg_stat_user_tables where relname = 'order'`.execute(db)
    return rows[0] ?? expect.fail('There are no orders')
  }
  const before = await scans()
  expect((await ask('/metrics', {}, (app.server.address() as AddressInfo).port)).body).toContain(
    '\nvitrine_orders{payment_state="expired"} 20000\n',
  )
  await expect.poll(async () => (await scans()).idx_scan).toBeGreaterThan(before.idx_scan)
  expect((await scans()).seq_scan).toBe(before.seq_scan)
})

test('without the database, a scrape has the other metrics', async () => {
  const lost = await testApp()
  await lost.app.listen({ host: '127.0.0.1', port: 0 })
  await lost.app.inject('/api/products')
  await lost.db.destroy()
  const { status, body } = await ask('/metrics', {}, (lost.app.server.address() as AddressInfo).port)
  expect(status).toBe(200)
  expect(body).toContain('\nvitrine_database_up 0\n')
  expect(body).not.toMatch(/^vitrine_(orders|letters_waiting|chore_last)/m)
  expect(body).toContain('vitrine_storage_up 1')
})

describe('a database that hangs', () => {
  let release: () => void
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  afterAll(() => release())

  test('does not delay a scrape', async () => {
    const { app, db } = await testApp()
    await app.listen({ host: '127.0.0.1', port: 0 })
    const locked = Promise.withResolvers<void>()
    const holding = db.transaction().execute(async tx => {
      await sql`lock table mail in access exclusive mode`.execute(tx)
      locked.resolve()
      await held
    })
    await locked.promise
    const { status, body } = await ask('/metrics', {}, (app.server.address() as AddressInfo).port)
    expect([status, body.includes('\nvitrine_database_up 0\n')]).toEqual([200, true])
    release()
    await holding
  })
})
