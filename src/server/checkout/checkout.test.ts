import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { freePort } from '../../../tests/support/shop.ts'
import { noFaults } from '../../sandbox/faults.ts'
import { defaultCheckoutBounds } from '../http/limits/checkout-bounds.ts'
import { aBuyer, openCheckout, sell } from '../orders/orders.fixture.ts'
import { stripePayments } from '../payments/stripe/stripe.ts'
import { checkout } from './checkout.ts'

let shop: Awaited<ReturnType<typeof openCheckout>>
beforeAll(async () => {
  shop = await openCheckout()
})
beforeEach(() => {
  Object.assign(shop.sandbox.faults, noFaults)
})
afterAll(() => shop.close())

const orders = () => shop.db.selectFrom('order').selectAll().orderBy('created_at').orderBy('id').execute()
const latest = async () => {
  const order = (await orders()).at(-1)
  if (!order) throw new Error('there is no order')
  return order
}

test('a cart becomes an order and a payment page', async () => {
  const [dress, ring] = [await sell(shop.db, { price: 129.5 }), await sell(shop.db, { price: 0.1 })]
  const { status, body } = await shop.checkout([{ _id: dress, quantity: 2 }, { _id: ring, quantity: 3 }, { _id: ring }])
  expect(status).toBe(200)
  expect(body).toEqual({
    id: expect.stringMatching(/^cs_test_/),
    url: `http://shop.test/sandbox/pay/${body.id}`,
    expiresAt: new Date(+shop.clock.now() + 31 * 60_000).toISOString(),
  })
  const order = await latest()
  expect(order).toMatchObject({
    amount_cents: 25_940,
    payment_state: 'awaiting',
    payment_session: body.id,
    user_id: null,
  })
  expect(order.order_id).toMatch(/^[0-9a-f]{32}$/)
  expect(await shop.payments.findSession(body.id)).toMatchObject({ orderId: order.order_id, amountCents: 25_940 })
})

test('prices, names, pictures and user sent by the browser are ignored', async () => {
  const dress = await sell(shop.db, { price: 80, name: 'Silk dress' })
  const { body } = await shop.checkout(
    [{ _id: dress, price: 0.01, name: 'Free dress', image: 'http://evil.test/x.png', unitCents: 1, quantity: 1 }],
    { userId: randomUUID(), email: 'someone@example.com', totalPrice: 0.01 },
  )
  const order = await latest()
  expect(order).toMatchObject({ amount_cents: 8_000, user_id: null, email: null })
  const lines = await shop.db
    .selectFrom('order_line')
    .selectAll()
    .where('order_id', '=', order.id)
    .orderBy('position')
    .execute()
  expect(lines).toMatchObject([{ name: 'Silk dress', unit_cents: 8_000, quantity: 1 }])
  const page = await shop.app.inject(`/sandbox/pay/${body.id}`)
  expect(page.body).toContain('Silk dress')
  expect(page.body).not.toContain('evil.test')
})

test('a later price does not change an order', async () => {
  const dress = await sell(shop.db, { price: 80 })
  const { body } = await shop.checkout([{ _id: dress }])
  await shop.db.updateTable('product').set({ price_cents: 9_900 }).where('id', '=', dress).execute()
  await shop.pay(body.id)
  expect(await shop.confirm(body.id)).toMatchObject({ status: 200, body: { data: { paymentState: 'paid' } } })
  expect((await latest()).amount_cents).toBe(8_000)
})

test('products that are unknown or no longer sold are named by their line', async () => {
  const dress = await sell(shop.db)
  const before = (await orders()).length
  for (const gone of [randomUUID(), await sell(shop.db, { deleted: true })]) {
    const { status, body } = await shop.checkout([{ _id: dress }, { _id: gone }])
    expect({ status, message: body.message }).toEqual({
      status: 409,
      message: 'Line 2: this product is no longer sold.',
    })
  }
  expect((await orders()).length).toBe(before)
})

test.each([
  [[], 'Your cart is empty.'],
  [[null], 'Line 1 is not a product.'],
  [[{}], 'Line 1 has no usable _id.'],
  [[{ _id: "1'; drop table product" }], 'Line 1 has no usable _id.'],
  [[{ _id: randomUUID(), quantity: -1 }], 'Line 1: the quantity must be a whole number from 1 to 99.'],
  [[{ _id: randomUUID(), quantity: '1' }], 'Line 1: the quantity must be a whole number from 1 to 99.'],
  [Array.from({ length: 10_000 }, () => ({})), 'A cart can have at most 50 lines, this one has 10000.'],
])('%j is refused with one plain sentence', async (products, message) => {
  expect(await shop.checkout(products)).toMatchObject({ status: 400, body: { success: false, message } })
})

test('10,000 lines of a real cart are refused: too many, or too large to read', async () => {
  const line = { _id: await sell(shop.db), quantity: 1 }
  const before = (await orders()).length
  const many = await shop.checkout(Array(10_000).fill(line))
  expect(many.status).toBe(400)
  expect(many.body.message).toBe('A cart can have at most 50 lines, this one has 10000.')
  const full = { ...line, name: 'Silk dress', image: 'http://shop.test/images/x/640.webp', category: 'dress', price: 9 }
  const large = await shop.checkout(Array(10_000).fill(full))
  expect(large.status).toBe(413)
  expect(large.body.message).toBe('The request is too large')
  expect((await orders()).length).toBe(before)
})

test.each([undefined, null, {}, 'all', 7])('products: %j is a bad request', async products => {
  expect(await shop.checkout(products)).toMatchObject({ status: 400, body: { success: false } })
})

test('the total of 50 different lines of 99 is exact', async () => {
  const ids = await Promise.all(Array.from({ length: 50 }, (_, index) => sell(shop.db, { price: 0.07 + index / 100 })))
  const { status, body } = await shop.checkout(ids.map(_id => ({ _id, quantity: 99 })))
  expect(status).toBe(200)
  const cents = 99 * ids.reduce((sum, _, index) => sum + 7 + index, 0)
  expect((await latest()).amount_cents).toBe(cents)
  expect(await shop.payments.findSession(body.id)).toMatchObject({ amountCents: cents })
})

test.each([
  [0.1, 1, 'A card payment must come to at least $0.50.'],
  [100_000, 11, 'A card payment can come to at most $999,999.99. Please split this order into smaller ones.'],
])('%d dollars times %i cannot be charged: said plainly, and the order is closed', async (price, quantity, message) => {
  const { status, body } = await shop.checkout([{ _id: await sell(shop.db, { price }), quantity }])
  expect({ status, message: body.message }).toEqual({ status: 400, message })
  expect((await latest()).payment_state).toBe('failed')
})

test('a failing provider is reported plainly, and the order stays', async () => {
  shop.sandbox.faults.api5xx = 1
  const { status, body, headers } = await shop.checkout([{ _id: await sell(shop.db) }])
  expect(status).toBe(503)
  expect(headers['retry-after']).toBe('5')
  expect(body.message).toBe(
    'The payment page cannot be opened right now. Your cart is kept: please try again in a moment.',
  )
  expect(await latest()).toMatchObject({ payment_state: 'awaiting', payment_session: null })
})

test('a hanging provider is abandoned after 8 seconds, and the order stays', async () => {
  shop.sandbox.faults.apiHang = 1
  const started = Date.now()
  expect(await shop.checkout([{ _id: await sell(shop.db) }])).toMatchObject({ status: 503 })
  expect(Date.now() - started).toBeGreaterThan(7_900)
  expect(Date.now() - started).toBeLessThan(2 * 8_000) // there is no second request
  expect(await latest()).toMatchObject({ payment_state: 'awaiting', payment_session: null })
})

const sessionsOf = async (orderId: string) =>
  (await sql`select 1 from sandbox.session where params->'metadata'->>'orderId' = ${orderId}`.execute(shop.db)).rows

test('a slow provider is awaited', async () => {
  shop.sandbox.faults.apiDelay = 2_000
  const { status, body } = await shop.checkout([{ _id: await sell(shop.db) }])
  expect(status).toBe(200)
  expect(await latest()).toMatchObject({ payment_session: body.id })
})

test('a provider that answers after the connection was cut has opened one session', async () => {
  shop.sandbox.faults.apiCut = 1
  const asked = shop.checkout([{ _id: await sell(shop.db) }])
  await expect.poll(async () => await sessionsOf((await latest()).order_id)).toHaveLength(1)
  shop.sandbox.faults.apiCut = 0
  expect((await asked).status).toBe(200)
  expect(await sessionsOf((await latest()).order_id)).toHaveLength(1)
})

test('an unreachable provider is reported plainly, and the order stays', async () => {
  const nobody = stripePayments({
    secretKey: 'sk_test_nobody',
    webhookSecrets: ['whsec_nobody'],
    server: { host: '127.0.0.1', port: await freePort(), protocol: 'http' },
    clock: shop.clock,
  })
  const context = { ...shop.context, payments: nobody }
  const asked = checkout(
    context,
    { products: [{ _id: await sell(shop.db) }] },
    aBuyer,
    defaultCheckoutBounds,
    shop.app.log,
  )
  await expect(asked).rejects.toMatchObject({ statusCode: 503, code: 'busy', retryAfterSeconds: 5 })
  expect(await latest()).toMatchObject({ payment_state: 'awaiting', payment_session: null })
})

/** Puts a dress on sale in these sizes. @returns its id, and the variant of each size */
async function sellInSizes(...sizes: string[]) {
  const id = await sell(shop.db, { price: 100 })
  const product = { id: randomUUID(), product_id: id, created_at: new Date() }
  await shop.db.updateTable('variant').set({ deleted_at: new Date() }).where('product_id', '=', id).execute()
  const rows = sizes.map((size, place) => ({ ...product, id: randomUUID(), size, place, sku: null, barcode: null }))
  await shop.db.insertInto('variant').values(rows).execute()
  return { id, variants: Object.fromEntries(rows.map(row => [row.size, row.id])) as Record<string, string> }
}

test('a dress is bought in the size that the line names, and the order keeps it', async () => {
  const { id, variants } = await sellInSizes('alpha-S', 'alpha-M')
  const { status } = await shop.checkout([
    { _id: id, variantId: variants['alpha-M'], quantity: 2 },
    { _id: id, variantId: variants['alpha-S'] },
    { _id: id, variantId: variants['alpha-M'] },
  ])
  expect(status).toBe(200)
  const order = await latest()
  const lines = await shop.db
    .selectFrom('order_line')
    .selectAll()
    .where('order_id', '=', order.id)
    .orderBy('position')
    .execute()
  expect(lines).toMatchObject([
    { size: 'alpha-M', variant_id: variants['alpha-M'], quantity: 3, color: expect.any(String) },
    { size: 'alpha-S', variant_id: variants['alpha-S'], quantity: 1 },
  ])
})

test('a line without a size is sold in the only one, else it is told which there are', async () => {
  const single = await sellInSizes('alpha-M')
  expect(
    (await shop.checkout([{ _id: single.id }, { _id: single.id, variantId: single.variants['alpha-M'] }])).status,
  ).toBe(200)
  const order = await latest()
  const lines = await shop.db
    .selectFrom('order_line')
    .selectAll()
    .where('order_id', '=', order.id)
    .orderBy('position')
    .execute()
  expect(lines).toMatchObject([{ position: 0, size: 'alpha-M', quantity: 2 }])

  const { id } = await sellInSizes('alpha-S', 'alpha-M')
  const plain = await sell(shop.db)
  const { status, body } = await shop.checkout([{ _id: plain }, { _id: id }])
  expect(status).toBe(409)
  expect(body).toMatchObject({
    code: 'size_needed',
    message: expect.stringMatching(/^Line 2: choose a size of .*: S, M\.$/),
  })
})

test('a size of another product, also of the same name, is 400, a retired and an unknown one 409, and nothing is written', async () => {
  const { id } = await sellInSizes('alpha-S')
  const other = await sellInSizes('alpha-S')
  await shop.db.updateTable('product').set({ name: 'Colette' }).where('id', 'in', [id, other.id]).execute()
  const retired = await shop.db
    .selectFrom('variant')
    .select('id')
    .where('product_id', '=', id)
    .where('deleted_at', 'is not', null)
    .executeTakeFirstOrThrow()
  const before = (await orders()).length
  const ask = async (variantId: unknown) => await shop.checkout([{ _id: id, variantId }])
  expect(await ask(other.variants['alpha-S'])).toMatchObject({ status: 400, body: { code: 'bad_request' } })
  expect(await ask(retired.id)).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect(await ask(randomUUID())).toMatchObject({ status: 409 })
  for (const nonsense of ['x', 7, {}, []]) expect((await ask(nonsense)).status).toBe(400)
  expect((await orders()).length).toBe(before)
})

test('more than a number of the database can hold is refused like more than a card can pay', async () => {
  const ids = [1, 2, 3].map(() => sell(shop.db, { price: 100_000 }))
  const products = (await Promise.all(ids)).map(_id => ({ _id, quantity: 99 }))
  expect(await shop.checkout(products)).toMatchObject({
    status: 400,
    body: { message: 'A card payment can come to at most $999,999.99. Please split this order into smaller ones.' },
  })
})

test('two lines that are the same variant have at most 99 pieces together', async () => {
  const { id, variants } = await sellInSizes('alpha-M')
  const { status, body } = await shop.checkout([
    { _id: id, quantity: 60 },
    { _id: id, variantId: variants['alpha-M'], quantity: 40 },
  ])
  expect(status).toBe(400)
  expect(body.message).toBe('Line 1: at most 99 of one product, together it would be 100.')
})
