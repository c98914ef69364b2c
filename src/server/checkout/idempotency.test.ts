import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createUser } from '../../../tests/support/builders.ts'
import { signIn } from '../../../tests/support/sign-in.ts'
import { noFaults } from '../../sandbox/faults.ts'
import { shopLimits } from '../http/limits/rate-limit.ts'
import { cookieOf, openCheckout, sell } from '../orders/orders.fixture.ts'
import { minutes } from '../payments/payments.fixture.ts'

let shop: Awaited<ReturnType<typeof openCheckout>>
let dress: string
let ring: string
beforeAll(async () => {
  shop = await openCheckout({ limits: shopLimits })
  dress = await sell(shop.db, { price: 49.5 })
  ring = await sell(shop.db, { price: 120 })
})
beforeEach(async () => {
  Object.assign(shop.sandbox.faults, noFaults)
  shop.clock.move(minutes(2))
  await sql`truncate "order" cascade`.execute(shop.db)
})
afterAll(() => shop.close())

const stored = () => shop.db.selectFrom('order').selectAll().orderBy('created_at').orderBy('id').execute()
const sessionsOf = async (orderId = '') =>
  (await sql`select 1 from sandbox.session where params->'metadata'->>'orderId' = ${orderId}`.execute(shop.db)).rows
const withKey = (key: string, headers: Record<string, string> = {}) => ({ 'idempotency-key': key, ...headers })
const buy = (headers: Record<string, string>, quantity = 1, from?: string) =>
  shop.checkout([{ _id: dress, quantity }], {}, from, headers)

test('a double click is one order with one payment page, and both responses set the same cookie', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => buy(withKey('click'))))
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect(new Set(answers.map(({ body }) => body.url)).size).toBe(1)
  expect(new Set(answers.map(answer => cookieOf(answer).cookie)).size).toBe(1)
  const [order, ...others] = await stored()
  expect(others).toEqual([])
  expect(await sessionsOf(order?.order_id)).toHaveLength(1)
})

test('two guests behind one address with the same cart get an order each, and both can pay', async () => {
  const guests = [await buy({}), await buy({}), await buy(withKey('one')), await buy(withKey('another'))]
  for (const { body } of guests) {
    expect((await shop.pay(body.id)).statusCode).toBe(303)
    expect(await shop.confirm(body.id)).toMatchObject({ status: 200, body: { data: { paymentState: 'paid' } } })
  }
  expect(await stored()).toHaveLength(4)
})

test('a key is valid exactly as long as its order awaits payment', async () => {
  const { body } = await buy(withKey('long'))
  shop.clock.move(minutes(30))
  expect((await buy(withKey('long'))).body).toEqual(body)
  shop.clock.move(minutes(2)) // the payment page has expired
  expect((await buy(withKey('long'))).body.id).not.toBe(body.id)
})

test('once its order is paid, the same key with the same cart is a new order', async () => {
  const { body } = await buy(withKey('again'))
  await shop.pay(body.id)
  await shop.confirm(body.id)
  expect((await buy(withKey('again'))).body.id).not.toBe(body.id)
  expect((await stored()).map(order => order.payment_state).toSorted()).toEqual(['awaiting', 'paid'])
})

test('the same key with another cart is refused and begins nothing, whatever the order of the lines', async () => {
  const both = [{ _id: dress, quantity: 2 }, { _id: ring }]
  const first = await shop.checkout(both, {}, undefined, withKey('cart'))
  for (const cart of [[{ _id: dress }], [{ _id: dress, quantity: 3 }, { _id: ring }], [...both, { _id: dress }]])
    expect(await shop.checkout(cart, {}, undefined, withKey('cart'))).toMatchObject({
      status: 409,
      body: {
        success: false,
        code: 'conflict',
        message: 'This Idempotency-Key stands for another cart. Make a new key for a new cart.',
      },
    })
  expect((await shop.checkout(both.toReversed(), {}, undefined, withKey('cart'))).body).toEqual(first.body)
  expect(await stored()).toHaveLength(1)
})

test('a later price does not change the order of a key', async () => {
  const first = await buy(withKey('price'))
  await shop.db.updateTable('product').set({ price_cents: 7_000 }).where('id', '=', dress).execute()
  expect((await buy(withKey('price'))).body).toEqual(first.body)
  expect(await shop.payments.findSession(first.body.id)).toMatchObject({ amountCents: 4_950 })
  await shop.db.updateTable('product').set({ price_cents: 4_950 }).where('id', '=', dress).execute()
})

test('a retry after a failure is the same order at its own price, and finds the page that had been opened', async () => {
  shop.sandbox.faults.apiCut = 1
  expect((await buy(withKey('cut'))).status).toBe(503)
  shop.sandbox.faults.apiCut = 0
  await shop.db.updateTable('product').set({ price_cents: 7_000 }).where('id', '=', dress).execute()
  const { status, body } = await buy(withKey('cut'))
  expect(status).toBe(200)
  const [order, ...others] = await stored()
  expect(others).toEqual([])
  expect(await sessionsOf(order?.order_id)).toHaveLength(1)
  expect(await shop.payments.findSession(body.id)).toMatchObject({ amountCents: 4_950 })
  await shop.db.updateTable('product').set({ price_cents: 4_950 }).where('id', '=', dress).execute()
})

test('the browser that began an order finds it by its cookie, another browser with the same key does not', async () => {
  const first = await buy(withKey('mine'))
  const ada = cookieOf(first)
  expect((await buy(withKey('mine', ada))).body).toEqual(first.body)
  const grace = cookieOf(await buy({}))
  expect((await buy(withKey('mine', grace))).body.id).not.toBe(first.body.id)
  const second = await buy(withKey('other', ada))
  const stranger = await buy(withKey('other')) // no cookie, and the order was begun with one
  expect(stranger.body.id).not.toBe(second.body.id)
  expect(cookieOf(stranger)).not.toEqual(ada)
})

test('a key of an account does not work for others, and a guest’s key does not work for the account', async () => {
  const account = await createUser(shop.db)
  const ada = await signIn(shop.db, account)
  const hers = await buy(withKey('same', ada))
  expect(String(hers.headers['set-cookie'])).not.toContain('visitor=')
  const guest = await buy(withKey('same'))
  expect(guest.body.id).not.toBe(hers.body.id)
  const made = { cookie: `visitor=${account.id}` } // an account id is not a visitor's cookie
  expect((await buy(withKey('same', made))).body.id).toBe(guest.body.id)
  expect((await buy(withKey('same', ada))).body).toEqual(hers.body)
  expect((await stored()).map(({ user_id }) => user_id)).toEqual([account.id, null])
})

test.each(['', ' ', 'a b', 'ä', 'x'.repeat(256)])('the key "%s" is a bad request', async key => {
  expect(await buy(withKey(key))).toMatchObject({ status: 400, body: { success: false, code: 'bad_request' } })
})

test.each(['visitor=', 'visitor=short', `visitor=${'x'.repeat(44)}`, 'visitor=__proto__', 'visitor=%00'])(
  'the cookie "%s" is not valid: the guest gets another',
  async cookie => {
    const answer = await buy({ cookie })
    expect(answer.status).toBe(200)
    expect(cookieOf(answer).cookie).toMatch(/^visitor=[\w-]{43}$/)
    expect(cookieOf(answer).cookie).not.toBe(cookie)
  },
)

test('the visitor cookie is only for the server, and only for orders', async () => {
  const { headers } = await buy({})
  expect(headers['set-cookie']).toMatch(
    /^visitor=[\w-]{43}; Max-Age=86400; Path=\/api\/orders; HttpOnly; SameSite=Lax$/,
  )
})

test.each([30_000, 70_000, 10 * 60_000])(
  'who tries again %i ms after the provider was down gets a payment page',
  async ms => {
    shop.sandbox.faults.api5xx = 1
    expect((await buy(withKey(`again-${ms}`))).status).toBe(503)
    shop.sandbox.faults.api5xx = 0
    shop.clock.move(ms)
    const [again, click] = await Promise.all([buy(withKey(`again-${ms}`)), buy(withKey(`again-${ms}`))])
    expect([again.status, click.status]).toEqual([200, 200])
    expect(click.body.url).toBe(again.body.url)
    expect((await shop.pay(again.body.id)).statusCode).toBe(303)
    expect(await shop.confirm(again.body.id)).toMatchObject({ status: 200, body: { data: { paymentState: 'paid' } } })
  },
)
