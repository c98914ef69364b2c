import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { shopLimits } from '../http/limits.ts'
import { minutes } from '../providers/payments/payments.fixture.ts'
import { noFaults } from '../providers/payments/sandbox/faults.ts'
import { openTill, sell } from './orders.fixture.ts'

let shop: Awaited<ReturnType<typeof openTill>>
let dress: string
beforeAll(async () => {
  shop = await openTill({ limits: shopLimits })
  dress = await sell(shop.db)
})
beforeEach(async () => {
  Object.assign(shop.sandbox.faults, noFaults)
  shop.clock.move(minutes(2))
  await sql`truncate "order" cascade`.execute(shop.db)
})
afterAll(() => shop.close())

const stored = () => shop.db.selectFrom('order').selectAll().orderBy('created_at').orderBy('id').execute()
const states = async () => (await stored()).map(order => order.payment_state)
const sessionsOf = async (orderId = '') =>
  (await sql`select 1 from sandbox.session where params->'metadata'->>'orderId' = ${orderId}`.execute(shop.db)).rows
const buy = (quantity: number, from?: string) => shop.checkout([{ _id: dress, quantity }], {}, from)

test('a double click is one order with one payment page', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => buy(1)))
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect(new Set(answers.map(({ body }) => body.url)).size).toBe(1)
  const [order, ...others] = await stored()
  expect(others).toEqual([])
  expect(await sessionsOf(order?.order_id)).toHaveLength(1)
  shop.clock.move(9_000)
  expect((await buy(1)).body).toEqual(answers[0]?.body)
})

test('another cart, another visitor, another price or a later moment is another order', async () => {
  const first = await buy(1)
  const others = [await buy(2), await buy(1, '192.0.2.1')]
  await shop.db.updateTable('product').set({ price_cents: 7_000 }).where('id', '=', dress).execute()
  others.push(await buy(1))
  await shop.pay((await buy(3, '192.0.2.2')).body.id)
  shop.clock.move(10_000)
  others.push(await buy(1))
  const sessions = [first, ...others].map(({ body }) => body.id)
  expect(new Set(sessions).size).toBe(5)
})

test('trying again after a failure is the same order, and finds the page that had been opened', async () => {
  shop.sandbox.faults.apiCut = 1
  expect((await buy(1)).status).toBe(503)
  shop.sandbox.faults.apiCut = 0
  expect((await buy(1)).status).toBe(200)
  const [order, ...others] = await stored()
  expect(others).toEqual([])
  expect(await sessionsOf(order?.order_id)).toHaveLength(1)
})

test('once it is paid, the same cart is a new order', async () => {
  const { body } = await buy(1)
  await shop.pay(body.id)
  await shop.confirm(body.id)
  expect((await buy(1)).body.id).not.toBe(body.id)
  expect((await states()).toSorted()).toEqual(['awaiting', 'paid'])
})

test("a visitor's fourth open payment page closes the oldest one", async () => {
  const [oldest, ...others] = [await buy(1), await buy(2), await buy(3)]
  await buy(1, '192.0.2.1')
  expect(await states()).toEqual(Array(4).fill('awaiting'))
  const fourth = await buy(4)
  expect(fourth.status).toBe(200)
  expect(await states()).toEqual(['expired', ...Array(4).fill('awaiting')])
  expect(await shop.payments.findSession(oldest?.body.id)).toMatchObject({ status: 'expired' })
  for (const { body } of [...others, fourth])
    expect(await shop.payments.findSession(body.id)).toMatchObject({ status: 'open' })
  expect((await shop.pay(oldest?.body.id)).body).toContain('Nothing was charged.')
})

test('eight different carts at once leave three payment pages open', async () => {
  await Promise.all(Array.from({ length: 8 }, (_, index) => buy(index + 1)))
  expect((await states()).toSorted()).toEqual([...Array(3).fill('awaiting'), ...Array(5).fill('expired')])
})

test('an oldest page that was paid meanwhile is a paid order, not a closed one', async () => {
  shop.sandbox.faults.dropEvents = 1
  const [oldest] = [await buy(1), await buy(2), await buy(3)]
  await shop.pay(oldest.body.id)
  await buy(4)
  expect(await states()).toEqual(['paid', ...Array(3).fill('awaiting')])
})

test('an eleventh checkout in a minute waits, and costs no order', async () => {
  for (let n = 1; n <= 10; n++) expect((await buy(n)).status).toBe(200)
  shop.clock.move(15_000)
  const { status, headers, body } = await buy(11)
  expect(status).toBe(429)
  expect(headers['retry-after']).toBe('45')
  expect(body).toMatchObject({
    success: false,
    code: 'too_many',
    message: 'That was too often. Please try again in 45 seconds.',
  })
  expect(await stored()).toHaveLength(10)
  expect((await buy(1, '192.0.2.1')).status).toBe(200)
  shop.clock.move(45_000)
  expect((await buy(11)).status).toBe(200)
})

test('who ordered from where is kept only while the payment is awaited', async () => {
  const { body } = await buy(1, '192.0.2.9')
  expect(await stored()).toMatchObject([{ visitor: '192.0.2.9' }])
  await shop.pay(body.id)
  await shop.confirm(body.id)
  expect(await stored()).toMatchObject([{ visitor: null }])
})

test('a forwarded address does not count unless a proxy is trusted', async () => {
  const url = '/api/orders/create-checkout-session'
  const payload = { products: [{ _id: dress }] }
  await shop.app.inject({ method: 'POST', url, payload, headers: { 'x-forwarded-for': '203.0.113.5' } })
  expect(await stored()).toMatchObject([{ visitor: '127.0.0.1' }])
})
