import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createOrder, createProduct, createUser } from '../../../tests/support/builders.ts'
import { signIn } from '../../../tests/support/sign-in.ts'
import { noFaults } from '../../sandbox/faults.ts'
import { shopLimits } from '../http/limits/rate-limit.ts'
import { minutes } from '../payments/payments.fixture.ts'
import { reconcile } from '../payments/reconcile.ts'
import { openCheckout, sell } from './orders.fixture.ts'

let shop: Awaited<ReturnType<typeof openCheckout>>
beforeAll(async () => {
  shop = await openCheckout({ limits: shopLimits })
})
beforeEach(() => {
  Object.assign(shop.sandbox.faults, noFaults)
  shop.clock.move(minutes(2))
})
afterAll(() => shop.close())

const customer = async (more: Parameters<typeof createUser>[1] = {}) => {
  const user = await createUser(shop.db, more)
  return { ...user, headers: await signIn(shop.db, user) }
}
const orderOfSession = (id: string) =>
  shop.db.selectFrom('order').selectAll().where('payment_session', '=', id).executeTakeFirstOrThrow()

/** A paid order: of this account, or a guest's. */
async function bought(headers?: Record<string, string>, typed: Record<string, string> = {}) {
  const { sessionId, orderId } = await shop.orderSomething(49.5, headers)
  await shop.pay(sessionId, typed)
  await shop.confirm(sessionId)
  return await shop.stored(orderId)
}

// Buying

test('an order belongs to the account signed in at checkout, and the provider gets its e-mail', async () => {
  const ada = await customer()
  const { body } = await shop.checkout([{ _id: await sell(shop.db) }], {}, undefined, ada.headers)
  expect(await orderOfSession(body.id)).toMatchObject({ user_id: ada.id, email: ada.email, visitor: ada.id })
  expect((await shop.app.inject({ url: `/sandbox/pay/${body.id}`, headers: ada.headers })).body).toContain(ada.email)
})

test('the e-mail typed for the payment is stored beside that of the account', async () => {
  const ada = await customer()
  const order = await bought(ada.headers, { email: 'grace@example.com' })
  expect(order).toMatchObject({ user_id: ada.id, email: ada.email, contact_email: 'grace@example.com' })
})

test('a guest stays a guest, whatever user or e-mail is sent or typed', async () => {
  const ada = await customer()
  const more = { userId: ada.id, email: ada.email, user: { _id: ada.id } }
  const { body } = await shop.checkout([{ _id: await sell(shop.db) }], more)
  await shop.pay(body.id, { email: ada.email })
  await shop.confirm(body.id)
  expect(await orderOfSession(body.id)).toMatchObject({ user_id: null, email: ada.email })
  for (const name of [ada.id, ada.email])
    expect(await shop.ordersOf(name, ada.headers)).toMatchObject({ status: 200, body: { data: [] } })
  expect(Object.keys((await shop.order((await orderOfSession(body.id)).id, ada.headers)).body.data)).not.toContain(
    'email',
  )
})

test('the userId of another customer does not make an order theirs', async () => {
  const [ada, grace] = [await customer(), await customer()]
  const { body } = await shop.checkout([{ _id: await sell(shop.db) }], { userId: grace.id }, undefined, ada.headers)
  expect(await orderOfSession(body.id)).toMatchObject({ user_id: ada.id })
})

test('a checkout with an invalid session counts as that of a guest', async () => {
  const gone = await customer({ deleted_at: new Date() })
  for (const headers of [gone.headers, { cookie: 'token=made-up' }, { cookie: 'token=' }]) {
    const { status, body } = await shop.checkout([{ _id: await sell(shop.db) }], {}, undefined, headers)
    expect(status).toBe(200)
    expect(await orderOfSession(body.id)).toMatchObject({ user_id: null, email: null })
  }
})

test('an account has at most three open payment pages, whatever its address, and a guest at the same address has their own', async () => {
  const ada = await customer()
  const dress = await sell(shop.db)
  const from = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4']
  const pages: string[] = []
  for (const [index, address] of from.entries())
    pages.push((await shop.checkout([{ _id: dress, quantity: index + 1 }], {}, address, ada.headers)).body.id)
  await shop.checkout([{ _id: dress }], {}, '192.0.2.1')
  const states = await Promise.all(pages.map(async id => (await orderOfSession(id)).payment_state))
  expect(states).toEqual(['expired', 'awaiting', 'awaiting', 'awaiting'])
})

test('an eleventh checkout of an account in a minute is refused, whatever its address', async () => {
  const ada = await customer()
  const dress = await sell(shop.db)
  const buy = (n: number, headers?: Record<string, string>) =>
    shop.checkout([{ _id: dress, quantity: n }], {}, `198.51.100.${n}`, headers)
  for (let n = 1; n <= 10; n++) expect((await buy(n, ada.headers)).status).toBe(200)
  expect((await buy(11, ada.headers)).status).toBe(429)
  expect((await buy(11)).status).toBe(200)
})

test('a double click of a customer is one order, with the same request to the provider', async () => {
  const ada = await customer()
  const dress = await sell(shop.db)
  const answers = await Promise.all(
    Array.from({ length: 4 }, () =>
      shop.checkout([{ _id: dress }], {}, undefined, { ...ada.headers, 'idempotency-key': 'a-click' }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(4).fill(200))
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
})

test("a customer's session whose response was lost is found again, by the same request", async () => {
  const ada = await customer()
  shop.sandbox.faults.apiCut = 1
  expect((await shop.checkout([{ _id: await sell(shop.db) }], {}, undefined, ada.headers)).status).toBe(503)
  shop.sandbox.faults.apiCut = 0
  shop.clock.move(minutes(2))
  await reconcile(shop.context)
  const order = await shop.db.selectFrom('order').selectAll().where('user_id', '=', ada.id).executeTakeFirstOrThrow()
  expect(order).toMatchObject({ payment_state: 'awaiting', payment_session: expect.stringMatching(/^cs_test_/) })
})

test('an account with an e-mail that the provider may not accept can still buy', async () => {
  const odd = await customer({ email: '"odd,one"@exämple.test' })
  const { status, body } = await shop.checkout([{ _id: await sell(shop.db) }], {}, undefined, odd.headers)
  expect(status).toBe(200)
  expect(await orderOfSession(body.id)).toMatchObject({ user_id: odd.id, email: odd.email })
  expect((await shop.app.inject(`/sandbox/pay/${body.id}`)).body).not.toContain('exämple')
  expect((await shop.pay(body.id)).statusCode).toBe(303)
})

// Viewing

test('the buyer and an admin see the whole order, a visitor and another customer only its progress', async () => {
  const [ada, grace, admin] = [await customer(), await customer(), await customer({ role: 'admin' })]
  const order = await bought(ada.headers, { email: 'ada@work.test', phone: '+44 20 7946 0001' })
  const line = await shop.db
    .selectFrom('order_line')
    .selectAll()
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow()
  const whole = {
    _id: order.id,
    orderId: order.order_id,
    number: order.number,
    email: ada.email,
    contactEmail: 'ada@work.test',
    status: 'pending',
    paymentState: 'paid',
    amount: 49.5,
    costs: {
      ...{ goods: 49.5, discount: 0, code: null, delivery: 0, method: null, isPickup: false },
      ...{ tax: 0, taxRate: null, taxLabel: null },
    },
    createdAt: order.created_at.toISOString(),
    updatedAt: order.updated_at.toISOString(),
    products: [
      {
        _id: line.product_id,
        position: 0,
        name: line.name,
        image: 'http://shop.test/images/placeholder/1280.webp',
        price: 49.5,
        quantity: 1,
      },
    ],
    events: [{ status: 'pending', at: order.updated_at.toISOString() }],
    address: {
      name: 'Ada Lovelace',
      line1: '12 St James Square',
      line2: null,
      city: 'London',
      state: null,
      postalCode: 'SW1Y 4JH',
      country: 'GB',
      phone: '+44 20 7946 0001',
    },
    refunded: 0,
    shipments: [],
    messages: [],
    refunding: false,
    invoices: [],
  }
  for (const id of [order.id, order.order_id]) {
    const own = await shop.order(id, ada.headers)
    expect(own.headers['cache-control']).toBe('no-store')
    const cancelUntil = new Date(+order.updated_at + minutes(60)).toISOString()
    expect(own.body.data).toEqual({ ...whole, cancelUntil })
    expect((await shop.order(id, admin.headers)).body.data).toMatchObject(whole)
    for (const headers of [undefined, grace.headers]) {
      const shown = (await shop.order(id, headers)).body.data
      expect(Object.keys(shown).toSorted()).toEqual([
        'createdAt',
        'events',
        'number',
        'orderId',
        'paymentState',
        'status',
        'updatedAt',
      ])
    }
  }
})

test('only admins see the whole order of a guest', async () => {
  const [ada, admin] = [await customer(), await customer({ role: 'admin' })]
  const order = await bought(undefined, { email: ada.email })
  expect((await shop.order(order.order_id, ada.headers)).body.data).not.toHaveProperty('amount')
  expect((await shop.order(order.order_id, admin.headers)).body.data).toMatchObject({ contactEmail: ada.email })
})

test('a customer lists the orders that they have paid, newest first, and nothing else', async () => {
  const ada = await customer()
  const dress = await createProduct(shop.db, { name: 'Silk dress', price_cents: 8_010 })
  const of = (more: object) => createOrder(shop.db, [dress, dress], { user_id: ada.id, email: ada.email, ...more })
  const paid = await of({ created_at: new Date('2026-01-01'), status: 'shipped' })
  const refunded = await of({ created_at: new Date('2026-02-01'), payment_state: 'refunded' })
  const inReview = await of({ created_at: new Date('2026-03-01'), payment_state: 'review' })
  for (const payment_state of ['awaiting', 'failed', 'expired']) await of({ payment_state })
  await of({ deleted_at: new Date() })
  await of({ user_id: (await customer()).id })
  await of({ user_id: null, contact_email: ada.email })
  for (const name of [ada.id, ada.email, ada.email.toUpperCase()]) {
    const { status, headers, body } = await shop.ordersOf(name, ada.headers)
    expect(status).toBe(200)
    expect(headers).toMatchObject({ 'x-total-count': '3', 'cache-control': 'no-store' })
    expect(body.data).toMatchObject([
      { _id: inReview.id, paymentState: 'review' },
      { _id: refunded.id, paymentState: 'refunded' },
      { _id: paid.id, orderId: paid.order_id, status: 'shipped', amount: 160.2, products: [{ price: 80.1 }, {}] },
    ])
    expect(body.data[0]).not.toHaveProperty('address')
  }
})

test('an admin who asks by e-mail finds the orders of the account and of the guests who typed it', async () => {
  const [ada, admin] = [await customer(), await customer({ role: 'admin' })]
  const dress = await createProduct(shop.db)
  const ids = new Set<string>()
  for (const more of [
    { user_id: ada.id },
    { email: ada.email, contact_email: ada.email },
    { email: 'x@shop.test', contact_email: ada.email.toUpperCase() },
  ])
    ids.add((await createOrder(shop.db, [dress], more)).id)
  const found = async (name: string) =>
    (await shop.ordersOf(name, admin.headers)).body.data.map(({ _id }: { _id: string }) => _id)
  expect(new Set(await found(ada.email))).toEqual(ids)
  expect(await found(ada.id)).toHaveLength(1)
  for (const name of ['nobody@shop.test', ada.id.replace(/^./, 'f'), '🧣', "' or 1=1"])
    expect(await found(name)).toEqual([])
})

test("an admin's own list has the orders of their account only", async () => {
  const admin = await customer({ role: 'admin' })
  await createOrder(shop.db, [await createProduct(shop.db)], { contact_email: admin.email })
  expect((await shop.ordersOf(admin.email, admin.headers)).body.data).toEqual([])
})

test("nobody else can list a customer's orders", async () => {
  const [ada, grace] = [await customer(), await customer()]
  for (const name of [ada.id, ada.email]) {
    expect((await shop.ordersOf(name)).status).toBe(401)
    expect((await shop.ordersOf(name, grace.headers)).status).toBe(403)
  }
})

test('a list has at most 1,000 orders, and the total', async () => {
  const ada = await customer()
  const dress = await createProduct(shop.db)
  const first = await createOrder(shop.db, [dress], { user_id: ada.id, created_at: new Date('2020-01-01') })
  for (let n = 0; n < 10; n++)
    await Promise.all(Array.from({ length: 100 }, () => createOrder(shop.db, [dress], { user_id: ada.id })))
  const { headers, body } = await shop.ordersOf(ada.id, ada.headers)
  expect(headers['x-total-count']).toBe('1001')
  expect(body.data).toHaveLength(1000)
  expect(body.data.some(({ _id }: { _id: string }) => _id === first.id)).toBe(false)
})
