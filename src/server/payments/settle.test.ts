import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { noFaults } from '../../sandbox/faults.ts'
import { openCheckout, paidBy } from '../orders/orders.fixture.ts'
import { minutes } from './payments.fixture.ts'
import type { PaymentSession } from './provider.ts'
import { settle } from './settle.ts'

let shop: Awaited<ReturnType<typeof openCheckout>>
beforeAll(async () => {
  shop = await openCheckout()
})
beforeEach(() => {
  Object.assign(shop.sandbox.faults, noFaults)
})
afterAll(() => shop.close())

// Paying

test('an order is paid once the browser comes back, and its buyer and address are stored', async () => {
  const { sessionId, orderId } = await shop.orderSomething()
  expect(await shop.confirm(sessionId)).toMatchObject({
    status: 409,
    body: { message: 'This payment is not complete yet.', code: 'payment_awaiting' },
  })

  await shop.pay(sessionId, { email: 'grace@example.com', state: 'Greater London' })
  const { status, body } = await shop.confirm(sessionId)
  expect(status).toBe(200)
  expect(body.data).toEqual({
    orderId,
    number: expect.any(Number),
    status: 'pending',
    paymentState: 'paid',
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
    events: [{ status: 'pending', at: body.data.updatedAt }],
  })
  const order = await shop.stored(orderId)
  expect(order).toMatchObject({ email: 'grace@example.com', contact_email: 'grace@example.com' })
  const address = await shop.db.selectFrom('address').selectAll().where('order_id', '=', order.id).execute()
  expect(address).toMatchObject([
    {
      name: 'Ada Lovelace',
      line1: '12 St James Square',
      line2: null,
      state: 'Greater London',
      country: 'GB',
      phone: '+44 20 7946 0000',
    },
  ])
  expect(await shop.history(orderId)).toEqual(paidBy('confirm'))
})

test('50 confirmations at once make one change', async () => {
  const { sessionId, orderId } = await shop.orderSomething()
  await shop.pay(sessionId)
  const answers = await Promise.all(Array.from({ length: 50 }, () => shop.confirm(sessionId)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ body }) => JSON.stringify(body.data))).size).toBe(1)
  expect(await shop.history(orderId)).toEqual(paidBy('confirm'))
})

test('an order is paid by the event alone when the browser never comes back', async () => {
  const { sessionId, orderId } = await shop.orderSomething()
  await shop.pay(sessionId)
  await shop.sendEventsToShop()
  await expect.poll(() => shop.history(orderId)).toEqual(paidBy('webhook'))
  expect(await shop.confirm(sessionId)).toMatchObject({ status: 200 })
  expect(await shop.history(orderId)).toEqual(paidBy('webhook'))
})

test('a declined card leaves the order awaiting payment, another card pays it', async () => {
  const { sessionId, orderId } = await shop.orderSomething()
  expect((await shop.pay(sessionId, { card_number: '4000000000000002' })).body).toContain('Your card was declined.')
  expect(await shop.confirm(sessionId)).toMatchObject({ status: 409 })
  expect((await shop.pay(sessionId)).statusCode).toBe(303)
  expect(await shop.confirm(sessionId)).toMatchObject({
    status: 200,
    body: { data: { orderId, paymentState: 'paid' } },
  })
})

test('a payment page that was merely left stays open until it expires', async () => {
  const { sessionId, orderId } = await shop.orderSomething()
  shop.clock.move(minutes(32))
  expect(await shop.confirm(sessionId)).toMatchObject({
    status: 409,
    body: { message: 'This payment page has expired. Nothing was charged.', code: 'payment_expired' },
  })
  expect((await shop.stored(orderId)).payment_state).toBe('expired')
})

test('a cancelled payment ends its order at once', async () => {
  const { sessionId, orderId } = await shop.orderSomething()
  const cancelled = await shop.app.inject({ method: 'POST', url: `/sandbox/pay/${sessionId}/cancel` })
  expect(cancelled.headers.location).toBe(`http://shop.test/api/orders/return/${orderId}`)
  const back = await shop.app.inject(`/api/orders/return/${orderId}`)
  expect(back.headers.location).toBe('http://shop.test/shop?cart=open')
  expect((await shop.stored(orderId)).payment_state).toBe('expired')
  await shop.pay(sessionId)
  expect(await shop.confirm(sessionId)).toMatchObject({ status: 409, body: { code: 'payment_expired' } })
})

test('a provider that is down during a confirmation is reported plainly, and the payment is found later', async () => {
  const { sessionId } = await shop.orderSomething()
  shop.sandbox.faults.dropEvents = 1
  await shop.pay(sessionId)
  shop.sandbox.faults.api5xx = 1
  expect(await shop.confirm(sessionId)).toMatchObject({
    status: 503,
    body: { message: 'The payment cannot be checked right now. Please try again in a moment.' },
  })
  shop.sandbox.faults.api5xx = 0
  expect(await shop.confirm(sessionId)).toMatchObject({ status: 200 })
})

test.each(['cs_test_unknownunknownunknown', 'nonsense', '../../v1', "' or 1=1", 'x'.repeat(255)])(
  'the made-up session %s is not found',
  async id => {
    expect(await shop.confirm(id)).toMatchObject({ status: 404, body: { message: 'Payment not found' } })
  },
)

/** Records every session that the shop asks the provider for while a test runs. */
function recordRequests() {
  const asked: string[] = []
  const { findSession } = shop.payments
  onTestFinished(() => void Object.assign(shop.payments, { findSession }))
  shop.payments.findSession = async id => {
    asked.push(id)
    return await findSession(id)
  }
  return asked
}

test('a session without an order of the shop causes no request to the provider, even if the provider knows it', async () => {
  const others = await shop.payments.createSession({
    orderId: 'of-another-shop',
    orderNumber: 1001,
    attempt: 1,
    lines: [{ name: 'Hat', unitCents: 500, quantity: 1 }],
    totalCents: 500,
    currency: 'usd',
    successUrl: 'http://shop.test/success',
    cancelUrl: 'http://shop.test/shop',
    expiresAt: new Date(+shop.clock.now() + minutes(31)),
  })
  const asked = recordRequests()
  const madeUp = Array.from({ length: 50 }, () => `cs_test_${randomUUID().replaceAll('-', '')}`)
  for (const { status } of await Promise.all([...madeUp, others.id].map(id => shop.confirm(id))))
    expect(status).toBe(404)
  expect(asked).toEqual([])
})

test('many confirmations of an awaiting payment cause one request to the provider at a time', async () => {
  const { sessionId } = await shop.orderSomething()
  const asked = recordRequests()
  const { findSession } = shop.payments
  shop.sandbox.faults.dropEvents = 1
  let [atOnce, max] = [0, 0]
  shop.payments.findSession = async id => {
    max = Math.max(max, ++atOnce)
    const session = await findSession(id)
    atOnce -= 1
    return session
  }
  const answers = await Promise.all(Array.from({ length: 50 }, () => shop.confirm(sessionId)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([409]))
  expect(max).toBe(1)
  const before = asked.length
  await shop.pay(sessionId)
  expect((await shop.confirm(sessionId)).status).toBe(200)
  expect(asked).toHaveLength(before + 1)
})

test('while the provider is down all concurrent confirmations fail with 503, and a later one succeeds', async () => {
  const { sessionId } = await shop.orderSomething()
  shop.sandbox.faults.dropEvents = 1
  await shop.pay(sessionId)
  shop.sandbox.faults.api5xx = 1
  for (const { status } of await Promise.all([1, 2, 3].map(() => shop.confirm(sessionId)))) expect(status).toBe(503)
  shop.sandbox.faults.api5xx = 0
  expect((await shop.confirm(sessionId)).status).toBe(200)
})

test.each([undefined, null, '', 7, {}, 'x'.repeat(256), 'a\0b'])('the session %j is a bad request', async id => {
  expect(await shop.confirm(id)).toMatchObject({ status: 400, body: { success: false } })
})

// Payments that differ from the order

const sessionOf = (orderId: string, changes: Partial<PaymentSession> = {}): PaymentSession => ({
  id: `cs_test_${randomUUID()}`,
  orderId,
  status: 'complete',
  paid: true,
  amountCents: 4_950,
  currency: 'usd',
  ...changes,
})

test.each([{ amountCents: 4_949 }, { amountCents: 495_000 }, { currency: 'jpy' }])(
  'a payment of %j puts the order in review, and never counts',
  async changes => {
    const { orderId } = await shop.orderSomething()
    await settle(shop.context, sessionOf(orderId, changes), { actor: 'confirm' })
    const order = await shop.stored(orderId)
    expect(order.payment_state).toBe('review')
    expect(order.review_reason).toMatch(/^Paid /)
    await settle(shop.context, sessionOf(orderId), { actor: 'confirm' })
    expect((await shop.stored(orderId)).payment_state).toBe('review')
  },
)

test('an expired event after a completed one changes nothing', async () => {
  const { orderId } = await shop.orderSomething()
  await settle(shop.context, sessionOf(orderId), { actor: 'webhook', event: { id: randomUUID(), type: 'completed' } })
  const expired = sessionOf(orderId, { status: 'expired', paid: false })
  await settle(shop.context, expired, { actor: 'webhook', event: { id: randomUUID(), type: 'expired' } })
  expect(await shop.history(orderId)).toEqual(paidBy('webhook'))
})

// Viewing

test('anybody with an id of an order sees its progress and nothing more', async () => {
  const { sessionId, orderId } = await shop.orderSomething()
  await shop.pay(sessionId)
  await shop.confirm(sessionId)
  const { id } = await shop.stored(orderId)
  for (const either of [orderId, id]) {
    const { status, body } = await shop.order(either)
    expect(status).toBe(200)
    expect(Object.keys(body.data).sort()).toEqual([
      'createdAt',
      'events',
      'number',
      'orderId',
      'paymentState',
      'status',
      'updatedAt',
    ])
  }
})

test.each(['undefined', randomUUID(), '0'.repeat(32), '%27', '🦊', '[object Object]'])(
  'order %s is not found',
  async id => {
    expect(await shop.order(encodeURIComponent(id))).toMatchObject({
      status: 404,
      body: { message: 'Order not found' },
    })
  },
)

test.each([
  ['GET', '/api/orders'],
  ['GET', '/api/orders/'],
  ['GET', '/api/orders/ada@example.com'],
  ['PATCH', '/api/orders/update-order-status/1'],
  ['DELETE', '/api/orders/delete-order/1'],
] as const)('%s %s needs an account', async (method, url) => {
  const response = await shop.app.inject({ method, url })
  expect(response.statusCode).toBe(401)
  expect(response.json()).toMatchObject({ message: 'You must be logged in' })
})
