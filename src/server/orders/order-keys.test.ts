import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOrder, createProduct, createUser } from '../../../tests/support/builders.ts'
import { signIn } from '../../../tests/support/sign-in.ts'
import { newToken } from '../http/sessions.ts'
import { addOrderKey } from './key-queries.ts'
import { openCheckout, sell } from './orders.fixture.ts'

let shop: Awaited<ReturnType<typeof openCheckout>>
beforeAll(async () => {
  shop = await openCheckout()
})
afterAll(() => shop.close())

const typed = { email: 'guest@example.com' }

const withKey = (key: string, more = {}) => ({ 'order-key': key, ...more })

/** A guest's paid order, and the key of their browser. */
async function buyAsGuest(key = newToken()) {
  const product = await sell(shop.db, { price: 49.5 })
  const { body } = await shop.checkout([{ _id: product }], {}, undefined, withKey(key))
  await shop.pay(body.id, typed)
  const { body: confirmed } = await shop.confirm(body.id)
  return { key, sessionId: body.id as string, orderId: confirmed.data.orderId as string }
}
const shown = async (orderId: string, headers?: Record<string, string>) =>
  (await shop.order(orderId, headers)).body.data
const confirmWith = async (session_id: string, headers: Record<string, string>) => {
  const url = '/api/orders/confirm-payment'
  const response = await shop.app.inject({ method: 'POST', url, payload: { session_id }, headers })
  return response.json().data
}
const strangersView = ['createdAt', 'events', 'number', 'orderId', 'paymentState', 'status', 'updatedAt']
const expectStrangersView = (order: object) => expect(Object.keys(order).toSorted()).toEqual(strangersView)

test('the key of the browser that bought opens the order, on both pages', async () => {
  const { key, sessionId, orderId } = await buyAsGuest()
  const whole = {
    amount: 49.5,
    contactEmail: typed.email,
    address: { city: 'London' },
    products: [{ price: 49.5, quantity: 1 }],
  }
  const answer = await shop.order(orderId, withKey(key))
  expect(answer.body.data).toMatchObject(whole)
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(await confirmWith(sessionId, withKey(key))).toMatchObject(whole)
  for (const field of ['email', 'history', 'refunds', 'disputes', 'reviewReason'])
    expect(answer.body.data).not.toHaveProperty(field)
})

test('without its key an order shows a stranger its state alone, also to whoever knows its payment session', async () => {
  const { key, sessionId, orderId } = await buyAsGuest()
  const other = await buyAsGuest()
  const wrong = [
    '',
    'x',
    newToken(),
    other.key,
    key.slice(1),
    `${key}x`,
    key.toLowerCase(),
    'x'.repeat(255),
    "' or true --",
  ]
  expectStrangersView(await shown(orderId))
  expectStrangersView(await confirmWith(sessionId, {}))
  for (const each of wrong) {
    expectStrangersView(await shown(orderId, withKey(each)))
    expectStrangersView(await confirmWith(sessionId, withKey(each)))
  }
})

test('a key that is far too long is a bad request', async () => {
  const { orderId } = await buyAsGuest()
  expect((await shop.order(orderId, withKey('x'.repeat(256)))).status).toBe(400)
})

test('one browser opens everything that it has bought with one key', async () => {
  const first = await buyAsGuest()
  const second = await buyAsGuest(first.key)
  for (const { orderId } of [first, second]) expect(await shown(orderId, withKey(first.key))).toHaveProperty('address')
})

test('a repeated checkout is the same order, which the key of the first opens', async () => {
  const cart = [{ _id: await sell(shop.db) }]
  const [mine, others] = [newToken(), newToken()]
  const buy = (key: string) => shop.checkout(cart, {}, undefined, withKey(key, { 'idempotency-key': 'one-cart' }))
  const first = await buy(mine)
  expect((await buy(mine)).body).toEqual(first.body)
  expect((await buy(others)).body).toEqual(first.body)
  await shop.pay(first.body.id, typed)
  const { orderId } = await confirmWith(first.body.id, {})
  expect(await shown(orderId, withKey(mine))).toHaveProperty('address')
  expectStrangersView(await shown(orderId, withKey(others)))
})

test.each(['', 'x', 'x'.repeat(42), 'x'.repeat(44), `${'x'.repeat(42)}!`])(
  'a checkout with the key "%s" is a bad request',
  async key => {
    const cart = [{ _id: await sell(shop.db) }]
    expect((await shop.checkout(cart, {}, undefined, withKey(key))).status).toBe(400)
  },
)

test('the key of an account’s browser is not stored, because its session opens its orders', async () => {
  const headers = await signIn(shop.db, await createUser(shop.db))
  const key = newToken()
  const { body } = await shop.checkout([{ _id: await sell(shop.db) }], {}, undefined, withKey(key, headers))
  await shop.pay(body.id)
  expect(await confirmWith(body.id, headers)).toHaveProperty('address')
  expectStrangersView(await confirmWith(body.id, withKey(key)))
})

test('the key of an account’s order says nothing about the account, and another customer with it sees the order', async () => {
  const [ada, grace] = [await createUser(shop.db), await createUser(shop.db)]
  const product = await createProduct(shop.db)
  const order = await createOrder(shop.db, [product], { user_id: ada.id, email: ada.email })
  const key = await addOrderKey(shop.db, order.id, shop.clock.now())
  for (const headers of [withKey(key), withKey(key, await signIn(shop.db, grace))]) {
    const found = await shown(order.order_id, headers)
    expect(found.products).toHaveLength(1)
    expect(found).not.toHaveProperty('email')
  }
  expect(await shown(order.order_id, await signIn(shop.db, ada))).toMatchObject({ email: ada.email })
})

test('a deleted order is opened by no key', async () => {
  const { key, orderId } = await buyAsGuest()
  await shop.db.updateTable('order').set({ deleted_at: new Date() }).where('order_id', '=', orderId).execute()
  expect((await shop.order(orderId, withKey(key))).status).toBe(404)
})

test('a key expires after a year, and the next key of any order deletes it', async () => {
  const { key, orderId } = await buyAsGuest()
  shop.clock.move(365 * 24 * 60 * 60_000 - 60_000)
  expect(await shown(orderId, withKey(key))).toHaveProperty('address')
  shop.clock.move(60_000)
  expectStrangersView(await shown(orderId, withKey(key)))
  const { id } = await shop.stored(orderId)
  const next = await addOrderKey(shop.db, id, shop.clock.now())
  const keys = await shop.db.selectFrom('order_key').select('expires_at').where('order_id', '=', id).execute()
  expect(keys).toHaveLength(1)
  expect(await shown(orderId, withKey(next))).toHaveProperty('address')
})
