import { type RawBuilder, sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { SalesStats } from '#domain/stats.ts'
import { testApp } from '../../../tests/support/app.ts'
import { createOrder, createProduct, createUser } from '../../../tests/support/builders.ts'
import { signIn } from '../../../tests/support/sign-in.ts'
import type { Tx } from '../db/connection.ts'
import { randomIds } from '../lib/clock.ts'
import { movableClock } from '../payments/payments.fixture.ts'
import { findSalesStats, findTodayStats } from './dashboard-queries.ts'

const now = new Date('2026-06-15T12:00:00Z')
const { app, db } = await testApp({ clock: movableClock(now) })
const olga = await createUser(db, { role: 'admin' })
const asOlga = await signIn(db, olga)
await db
  .updateTable('session')
  .set({ expires_at: new Date('2030-01-01') })
  .execute()

beforeEach(async () => {
  await sql`truncate "order", order_line, product, contact_message, mail cascade`.execute(db)
})

async function ask(path: string, headers: Record<string, string> = asOlga) {
  const response = await app.inject({ url: `/api/stats/${path}`, headers })
  return { status: response.statusCode, ...response.json() }
}
const sales = async (): Promise<SalesStats> => (await ask('sales')).data
const today = async () => (await ask('today')).data
const at = (time: string) => ({ created_at: new Date(time), updated_at: new Date(time) })
const nothing = {
  pendingOrders: 0,
  processingOrders: 0,
  paymentsInReview: 0,
  openMessages: 0,
  openReturns: 0,
  undeliveredEmails: 0,
  lowSizes: 0,
  brokenRuns: 0,
}

describe('what is to do today', () => {
  test('is nothing in an empty shop', async () => {
    expect(await today()).toEqual(nothing)
  })

  test('counts paid orders to pack, payments in review, open messages, returns and undelivered e-mails', async () => {
    const dress = await createProduct(db)
    const order = (state: Parameters<typeof createOrder>[2]) => createOrder(db, [dress], state)
    for (const status of ['pending', 'pending', 'processing', 'shipped', 'completed'] as const) await order({ status })
    for (const payment_state of ['awaiting', 'failed', 'expired', 'refunded'] as const) await order({ payment_state })
    await order({ payment_state: 'review', status: 'processing' })
    await order({ deleted_at: now })
    await order({ payment_state: 'review', deleted_at: now })

    const message = { name: 'Ada', email: 'ada@shop.test', subject: 'A hem', message: 'Hello', created_at: now }
    for (const done_at of [null, null, null, now])
      await db
        .insertInto('contact_message')
        .values({ id: randomIds.uuid(), ...message, done_at })
        .execute()
    const mail = { kind: 'password-reset', address: 'ada@shop.test', order_id: null, created_at: now } as const
    for (const state of [
      { next_try_at: null, failed_at: now },
      { next_try_at: now, failed_at: now },
      { next_try_at: null, failed_at: now, due_at: now },
      { next_try_at: null, sent_at: now },
    ])
      await db
        .insertInto('mail')
        .values({ id: randomIds.uuid(), ...mail, ...state })
        .execute()

    for (const settled_at of [null, null, now])
      await db
        .insertInto('return')
        .values({ id: randomIds.uuid(), kind: 'withdrawal', order_id: null, asked_at: now, settled_at })
        .execute()

    expect(await today()).toEqual({
      pendingOrders: 2,
      processingOrders: 1,
      paymentsInReview: 1,
      openMessages: 3,
      openReturns: 2,
      undeliveredEmails: 1,
      lowSizes: 0,
      brokenRuns: 0,
    })
    const { data: proof } = (await app.inject({ url: '/api/proof', headers: asOlga })).json()
    expect(proof.mail.total).toBe(1)
    for (const [query, total] of [
      ['payment=paid&status=pending', '2'],
      ['payment=paid&status=processing', '1'],
      ['payment=review', '1'],
    ]) {
      const list = await app.inject({ url: `/api/orders/?${query}`, headers: asOlga })
      expect(list.headers['x-total-count'], query).toBe(total)
    }
  })
})

describe('the sales of the last 30 days', () => {
  test('are thirty days of zero in an empty shop', async () => {
    const { days, bestSellers } = await sales()
    expect(bestSellers).toEqual([])
    expect(days).toHaveLength(30)
    expect(days[0]).toEqual({ day: '2026-05-17', orders: 0, earnings: 0 })
    expect(days[29]).toEqual({ day: '2026-06-15', orders: 0, earnings: 0 })
  })

  test('count paid, undeleted orders, each on its day in UTC, from the first instant to the last', async () => {
    const dress = await createProduct(db, { name: 'Silk dress', price_cents: 10_010 })
    const ring = await createProduct(db, { name: 'Gold ring', price_cents: 33 })
    await createOrder(db, [dress], at('2026-05-16T23:59:59.999Z'))
    await createOrder(db, [ring], at('2026-05-17T00:00:00Z'))
    await createOrder(db, [ring], at('2026-06-01T23:59:59.999Z'))
    await createOrder(db, [dress, ring], at('2026-06-02T00:00:00Z'))
    await createOrder(db, [ring, ring], { ...at('2026-06-02T12:00:00Z'), status: 'completed' })
    await createOrder(db, [ring], at('2026-06-15T23:59:59.999Z'))
    await createOrder(db, [dress], at('2026-06-16T00:00:00Z'))
    for (const payment_state of ['awaiting', 'failed', 'expired', 'review', 'refunded'] as const)
      await createOrder(db, [dress], { ...at('2026-06-02T12:00:00Z'), payment_state })
    await createOrder(db, [dress], { ...at('2026-06-02T12:00:00Z'), deleted_at: now })

    const { days, bestSellers } = await sales()
    expect(days.filter(({ orders }) => orders > 0)).toEqual([
      { day: '2026-05-17', orders: 1, earnings: 0.33 },
      { day: '2026-06-01', orders: 1, earnings: 0.33 },
      { day: '2026-06-02', orders: 2, earnings: 101.09 },
      { day: '2026-06-15', orders: 1, earnings: 0.33 },
    ])
    expect(bestSellers).toEqual([
      { productId: ring.id, name: 'Gold ring', isOnSale: true, pieces: 6, earnings: 1.98 },
      { productId: dress.id, name: 'Silk dress', isOnSale: true, pieces: 1, earnings: 100.1 },
    ])
  })

  test('name a product as it was sold last, and say when it is deleted', async () => {
    const dress = await createProduct(db, { name: 'Silk dress', price_cents: 100 })
    await createOrder(db, [{ ...dress, name: 'Old name' }], at('2026-06-01T00:00:00Z'))
    await createOrder(db, [{ ...dress, name: 'New name' }], at('2026-06-03T00:00:00Z'))
    await createOrder(db, [{ ...dress, name: 'Middle name' }], at('2026-06-02T00:00:00Z'))
    await db.updateTable('product').set({ deleted_at: now, name: 'Gone' }).execute()
    expect((await sales()).bestSellers).toEqual([
      { productId: dress.id, name: 'New name', isOnSale: false, pieces: 3, earnings: 3 },
    ])
    await db.updateTable('order_line').set({ product_id: null }).execute() // as recovered from the provider
    expect((await sales()).bestSellers.map(({ productId, name, isOnSale }) => [productId, name, isOnSale])).toEqual([
      [null, 'Middle name', false],
      [null, 'New name', false],
      [null, 'Old name', false],
    ])
  })

  test('list the ten products with the most pieces, then with the most earnings', async () => {
    for (let n = 0; n < 12; n++) {
      const product = await createProduct(db, { name: `Dress ${n}`, price_cents: 100 + n })
      await createOrder(db, [product], at('2026-06-02T00:00:00Z'))
      if (n !== 3) continue
      const change = { quantity: 99, unit_cents: 100_000_003 } // the sum exceeds 32 bits
      await db.updateTable('order_line').set(change).where('product_id', '=', product.id).execute()
    }
    const { bestSellers } = await sales()
    expect(bestSellers.map(({ name }) => name)).toEqual([3, 11, 10, 9, 8, 7, 6, 5, 4, 2].map(n => `Dress ${n}`))
    expect(bestSellers[0]).toMatchObject({ pieces: 99, earnings: 99_000_002.97 })
  })

  test('follow a refund and its order’s deletion at once', async () => {
    const order = await createOrder(db, [await createProduct(db)], at('2026-06-15T00:00:00Z'))
    const soldToday = async () => (await sales()).days[29]?.orders
    expect(await soldToday()).toBe(1)
    const change = (to: object) => db.updateTable('order').set(to).where('id', '=', order.id).execute()
    await change({ payment_state: 'refunded' })
    expect(await soldToday()).toBe(0)
    await change({ payment_state: 'paid' })
    expect(await soldToday()).toBe(1)
    await change({ deleted_at: now })
    expect(await soldToday()).toBe(0)
    expect((await sales()).bestSellers).toEqual([])
  })
})

test.each(['today', 'sales'])('%s is for admins only, whatever the query says', async path => {
  expect((await ask(path, {})).status).toBe(401)
  expect((await ask(path, await signIn(db, await createUser(db)))).status).toBe(403)
  for (const query of ['?year=x', '?days=-1', '?__proto__=1'])
    expect((await ask(`${path}${query}`)).data).toEqual((await ask(path)).data)
})

test('two years of orders are not read for the figures of today and of 30 days', async () => {
  const dress = await createProduct(db)
  const orders = 20_000
  const each = sql`generate_series(1, ${orders}::int) n`
  const age: RawBuilder<unknown> = sql`(${now}::timestamptz - n * interval '730 days' / ${orders}::int)`
  await sql`
    insert into "order" (id, order_id, payment_state, amount_cents, created_at, updated_at)
    select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, n, 'paid', 200, ${age}, ${age} from ${each}`.execute(
    db,
  )
  await sql`
    insert into order_line (order_id, position, product_id, name, unit_cents, quantity)
    select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, position, ${dress.id}, 'Silk dress', 100, 1
    from ${each}, generate_series(0, 1) position`.execute(db)
  await sql`
    insert into contact_message (id, name, email, subject, message, created_at, done_at)
    select gen_random_uuid(), 'Ada', 'ada@shop.test', n, 'Hello', now(), now() from ${each}`.execute(db)
  await sql`analyze "order", order_line, contact_message`.execute(db)

  await db.transaction().execute(async tx => {
    const before = await rowsRead(tx)
    const { days, bestSellers } = await findSalesStats(tx, now)
    const sold = days.reduce((sum, { orders }) => sum + orders, 0)
    expect(sold).toBeGreaterThan(800)
    expect(sold).toBeLessThan(830)
    expect(bestSellers).toMatchObject([{ pieces: 2 * sold }])
    expect((await findTodayStats(tx)).openMessages).toBe(0)
    const after = await rowsRead(tx)
    const read = Object.fromEntries(Object.entries(after).map(([name, n]) => [name, n - (before[name] ?? 0)]))
    expect(read).toEqual({ contact_message: 0, order: sold, order_line: 2 * sold })
  })
})

/** The number of rows that this connection has read of each table, as tables and by indexes. */
async function rowsRead(tx: Tx): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; read: number }>`
    select relname as name, seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables
    where relname in ('order', 'order_line', 'contact_message')`.execute(tx)
  return Object.fromEntries(rows.map(({ name, read }) => [name, read]))
}
