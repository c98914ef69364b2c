import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createUser } from '../../../tests/support/builders.ts'
import { signIn } from '../../../tests/support/sign-in.ts'
import { noFaults } from '../../sandbox/faults.ts'
import { shopLimits } from '../http/limits/rate-limit.ts'
import { cookieOf, openCheckout, sell } from '../orders/orders.fixture.ts'
import { minutes } from '../payments/payments.fixture.ts'

const maxOpen = 12
const maxPerMinute = 15

let shop: Awaited<ReturnType<typeof openCheckout>>
let dress: string
beforeAll(async () => {
  shop = await openCheckout({
    limits: { ...shopLimits, checkoutsPerAddress: { maxOpen, maxPerMinute, limitsHoarding: false } },
  })
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
const buy = (quantity: number, headers?: Record<string, string>, from?: string) =>
  shop.checkout([{ _id: dress, quantity }], {}, from, headers)

/** A browser that has been to the checkout before. */
async function someBrowser() {
  const cookie = cookieOf(await buy(99, undefined, '198.51.100.1'))
  await sql`truncate "order" cascade`.execute(shop.db)
  return cookie
}

test("a visitor's fourth open payment page closes their oldest one", async () => {
  const [ada, grace] = [await someBrowser(), await someBrowser()]
  const [oldest, ...others] = [await buy(1, ada), await buy(2, ada), await buy(3, ada)]
  await buy(1, grace)
  expect(await states()).toEqual(Array(4).fill('awaiting'))
  const fourth = await buy(4, ada)
  expect(fourth.status).toBe(200)
  expect(await states()).toEqual(['expired', ...Array(4).fill('awaiting')])
  expect(await shop.payments.findSession(oldest?.body.id)).toMatchObject({ status: 'expired' })
  for (const { body } of [...others, fourth])
    expect(await shop.payments.findSession(body.id)).toMatchObject({ status: 'open' })
  expect((await shop.pay(oldest?.body.id)).body).toContain('Nothing was charged.')
})

test('the fourth guest behind one address closes nobody’s payment page', async () => {
  const guests = [await buy(1), await buy(2), await buy(3), await buy(4), await buy(5)]
  expect(await states()).toEqual(Array(5).fill('awaiting'))
  for (const { body } of guests) expect((await shop.pay(body.id)).statusCode).toBe(303)
})

test('eight different carts of one visitor at once leave three payment pages open', async () => {
  const ada = await someBrowser()
  await Promise.all(Array.from({ length: 8 }, (_, index) => buy(index + 1, ada)))
  expect((await states()).toSorted()).toEqual([...Array(3).fill('awaiting'), ...Array(5).fill('expired')])
})

test('an oldest page that was paid meanwhile is a paid order, not a closed one', async () => {
  const ada = await someBrowser()
  shop.sandbox.faults.dropEvents = 1
  const [oldest] = [await buy(1, ada), await buy(2, ada), await buy(3, ada)]
  await shop.pay(oldest.body.id)
  await buy(4, ada)
  expect(await states()).toEqual(['paid', ...Array(3).fill('awaiting')])
})

test('an eleventh checkout of a visitor in a minute is refused, creates no order, and delays nobody else', async () => {
  const [ada, grace] = [await someBrowser(), await someBrowser()]
  for (let n = 1; n <= 10; n++) expect((await buy(n, ada)).status).toBe(200)
  shop.clock.move(15_000)
  const { status, headers, body } = await buy(11, ada)
  expect(status).toBe(429)
  expect(headers['retry-after']).toBe('45')
  expect(body).toMatchObject({
    success: false,
    code: 'too_many',
    message: 'That was too often. Please try again in 45 seconds.',
  })
  expect(await stored()).toHaveLength(10)
  expect((await buy(1, grace)).status).toBe(200)
  expect((await buy(1)).status).toBe(200)
  shop.clock.move(45_000)
  expect((await buy(11, ada)).status).toBe(200)
})

test('a flood from one address is limited, exactly and under concurrency, and does not affect other addresses', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => buy(1)))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(20 - maxOpen)
  for (const { headers, body } of refused) {
    expect(headers['retry-after']).toBe('60')
    expect(body).toMatchObject({ success: false, code: 'too_many' })
  }
  expect(await states()).toEqual(Array(maxOpen).fill('awaiting'))
  expect((await buy(1, {}, '192.0.2.1')).status).toBe(200)

  const [paid] = answers.filter(({ status }) => status === 200)
  await shop.pay(paid?.body.id)
  await shop.confirm(paid?.body.id)
  expect((await buy(1)).status).toBe(200) // one slot is free again
  expect((await buy(1)).status).toBe(429)
})

test('one address may begin so many new checkouts a minute, then more in the next', async () => {
  shop.clock.move(minutes(1))
  for (let n = 1; n <= maxPerMinute; n++) {
    const { status, body } = await buy(1)
    expect(status).toBe(200)
    await shop.pay(body.id)
    await shop.confirm(body.id)
  }
  shop.clock.move(20_000)
  expect(await buy(1)).toMatchObject({ status: 429, headers: { 'retry-after': '40' } })
  expect(await stored()).toHaveLength(maxPerMinute)
  shop.clock.move(40_000)
  expect((await buy(1)).status).toBe(200)
})

test('visitor, address and key are stored only while the payment is awaited', async () => {
  const { body } = await buy(1, { 'idempotency-key': 'a-key' }, '192.0.2.9')
  expect(await stored()).toMatchObject([
    { visitor: expect.stringMatching(/^[\w-]{43}$/), address: expect.any(Buffer), idempotency_key: 'a-key' },
  ])
  expect(JSON.stringify(await stored())).not.toContain('192.0.2.9')
  await shop.pay(body.id)
  await shop.confirm(body.id)
  expect(await stored()).toMatchObject([{ visitor: null, address: null, idempotency_key: null }])
})

test('a forwarded address counts only from a trusted proxy', async () => {
  await buy(1, { 'x-forwarded-for': '203.0.113.5' })
  await buy(1)
  const [forwarded, direct] = await stored()
  expect(forwarded?.address).toEqual(direct?.address)
})

test.each([
  ['once for each customer', { is_once: true }],
  ['once at all', { max_uses: 1 }],
])('a code that can be used %s stays with a payment that is under way at a bank', async (name, limit) => {
  const at = shop.clock.now()
  const code = name.replaceAll(' ', '').toUpperCase()
  await shop.db
    .insertInto('discount_code')
    .values({
      ...{ id: randomUUID(), code, kind: 'percent', value: 1_000, category: null, min_cents: 0, starts_at: null },
      ...{ ends_at: null, max_uses: null, is_once: false, is_active: true, created_at: at, updated_at: at, ...limit },
    })
    .execute()
  const headers = await signIn(shop.db, await createUser(shop.db))
  const withCode = () => shop.checkout([{ _id: dress }], { code }, undefined, headers)
  shop.sandbox.faults.latePayment = 1
  const first = await withCode()
  expect(first.status).toBe(200)
  await shop.pay(first.body.id)
  const message = expect.stringContaining('A payment of yours that is still under way uses this code.')
  expect(await withCode()).toMatchObject({ status: 409, body: { code: 'code_refused', message } })
  expect(await states()).toEqual(['awaiting'])

  shop.clock.move(minutes(32)) // a page that could still be closed has ended by now
  const payload = { products: [{ _id: dress }], code }
  const quote = await shop.app.inject({ method: 'POST', url: '/api/orders/quote', headers, payload })
  expect(quote.json().data).toMatchObject({ discount: 0, codeError: message })
})
