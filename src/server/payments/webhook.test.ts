import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { noFaults } from '../../sandbox/faults.ts'
import { openCheckout, paidBy } from '../orders/orders.fixture.ts'
import { minutes } from './payments.fixture.ts'

let shop: Awaited<ReturnType<typeof openCheckout>>
beforeAll(async () => {
  shop = await openCheckout()
})
beforeEach(() => {
  Object.assign(shop.sandbox.faults, noFaults)
})
afterAll(() => shop.close())

const post = (body: string | Buffer | undefined, signature?: string, type = 'application/json') =>
  shop.app.inject({
    method: 'POST',
    url: '/api/payments/webhook',
    headers: { 'content-type': type, ...(signature !== undefined && { 'stripe-signature': signature }) },
    body,
  })
const sign = (payload: string, secret = shop.sandbox.webhookSecret) =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: Math.floor(+shop.clock.now() / 1000) })
const eventFor = (orderId: string, changes: object = {}) =>
  JSON.stringify({
    id: `evt_${randomUUID()}`,
    object: 'event',
    type: 'checkout.session.completed',
    created: 1,
    data: {
      object: {
        id: `cs_test_${randomUUID()}`,
        object: 'checkout.session',
        metadata: { orderId },
        status: 'complete',
        payment_status: 'paid',
        amount_total: 4_950,
        currency: 'usd',
        ...changes,
      },
    },
  })

test('forged, unsigned and changed events are refused and change nothing', async () => {
  const { orderId } = await shop.orderSomething()
  const event = eventFor(orderId)
  const signature = sign(event)
  const refused = [
    await post(event),
    await post(event, ''),
    await post(event, sign(event, 'whsec_guessed')),
    await post(event.replace('4950', '4951'), signature),
    await post(undefined, signature),
    await post('', sign('')),
  ]
  expect(refused.map(({ statusCode }) => statusCode)).toEqual(refused.map(() => 400))
  expect(refused[0]?.json()).toMatchObject({
    success: false,
    message: 'This call was not signed by the payment provider',
  })
  expect((await shop.stored(orderId)).payment_state).toBe('awaiting')
})

test('a replayed event counts once, and an old one is refused', async () => {
  const { orderId } = await shop.orderSomething()
  const event = eventFor(orderId)
  const answers = await Promise.all(Array.from({ length: 10 }, () => post(event, sign(event))))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
  expect(await shop.history(orderId)).toEqual(paidBy('webhook'))
  const { id } = await shop.stored(orderId)
  const noted = await shop.db.selectFrom('payment_event').selectAll().where('order_id', '=', id).execute()
  expect(noted).toMatchObject([{ id: JSON.parse(event).id, type: 'checkout.session.completed' }])
  const signature = sign(event)
  shop.clock.move(minutes(6))
  expect((await post(event, signature)).statusCode).toBe(400)
})

test('signed events about something else are accepted and change nothing', async () => {
  const others = [
    eventFor('an order of another shop'),
    eventFor('x', { metadata: null }),
    JSON.stringify({
      id: 'evt_1',
      object: 'event',
      type: 'charge.updated',
      created: 1,
      data: { object: { id: 'ch_1' } },
    }),
  ]
  for (const event of others) expect((await post(event, sign(event))).statusCode).toBe(200)
})

test.each([
  ['not JSON', 'hello'],
  ['no event', '{}'],
  ['null', 'null'],
  ['a list', '[]'],
  ['an event without its object', '{"id":"evt_2","type":"checkout.session.completed","created":1}'],
  ['a session with an id full of NUL', eventFor('a\0b')],
])('a signed body that is %s is a bad request', async (_, body) => {
  expect((await post(body, sign(body))).statusCode).toBe(400)
})

test('a webhook of 1 MB is too large, and the type of the body does not matter', async () => {
  expect((await post(Buffer.alloc(1_000_000, 'x'), 't=1,v1=00')).statusCode).toBe(413)
  const { orderId } = await shop.orderSomething()
  const event = eventFor(orderId)
  expect((await post(event, sign(event), 'text/plain')).statusCode).toBe(200)
})

test('an event with any byte of its signature flipped is refused', async () => {
  const { orderId } = await shop.orderSomething()
  const event = eventFor(orderId)
  const signature = sign(event)
  for (let at = 0; at < signature.length; at++) {
    const flipped = String.fromCharCode(signature.charCodeAt(at) ^ 1)
    const answer = await post(event, signature.slice(0, at) + flipped + signature.slice(at + 1))
    expect(answer.statusCode, `byte ${at}`).toBe(400)
  }
  expect((await shop.stored(orderId)).payment_state).toBe('awaiting')
  expect((await post(event, signature)).statusCode).toBe(200)
  expect(await shop.history(orderId)).toEqual(paidBy('webhook'))
})

test('an event signed with the secret of another shop is refused', async () => {
  const { orderId } = await shop.orderSomething()
  const event = eventFor(orderId)
  expect((await post(event, sign(event, `whsec_${'0'.repeat(48)}`))).statusCode).toBe(400)
  expect((await shop.stored(orderId)).payment_state).toBe('awaiting')
})

const sendEvent = async (type: string, orderId: string, changes: object = {}) => {
  const event = eventFor(orderId, changes).replace('checkout.session.completed', type)
  expect((await post(event, sign(event))).statusCode).toBe(200)
}
const unpaid = { payment_status: 'unpaid' }

test('an expired event after a completed one changes nothing', async () => {
  const { orderId } = await shop.orderSomething()
  await sendEvent('checkout.session.completed', orderId)
  const paid = await shop.stored(orderId)
  shop.clock.move(minutes(1))
  await sendEvent('checkout.session.expired', orderId, { ...unpaid, status: 'expired' })
  expect(await shop.stored(orderId)).toEqual(paid)
  expect(await shop.history(orderId)).toEqual(paidBy('webhook'))
})

test('a delayed payment is paid when its money arrives, in whatever order the events come', async () => {
  const inOrder = await shop.orderSomething()
  await sendEvent('checkout.session.completed', inOrder.orderId, unpaid)
  expect((await shop.stored(inOrder.orderId)).payment_state).toBe('awaiting')
  await sendEvent('checkout.session.async_payment_succeeded', inOrder.orderId)

  const reordered = await shop.orderSomething()
  await sendEvent('checkout.session.async_payment_succeeded', reordered.orderId)
  await sendEvent('checkout.session.completed', reordered.orderId, unpaid)
  await sendEvent('checkout.session.async_payment_failed', reordered.orderId, unpaid)

  for (const { orderId } of [inOrder, reordered]) expect(await shop.history(orderId)).toEqual(paidBy('webhook'))
})

test('a delayed payment that fails ends its order, and money after that puts it in review', async () => {
  const { orderId } = await shop.orderSomething()
  await sendEvent('checkout.session.completed', orderId, unpaid)
  await sendEvent('checkout.session.async_payment_failed', orderId, unpaid)
  expect((await shop.stored(orderId)).payment_state).toBe('failed')
  await sendEvent('checkout.session.async_payment_succeeded', orderId)
  expect(await shop.stored(orderId)).toMatchObject({
    payment_state: 'review',
    review_reason: 'The payment came after the order was failed.',
  })
})

test('an event that arrives a day late, newly signed, still counts', async () => {
  const { orderId } = await shop.orderSomething()
  const event = eventFor(orderId)
  shop.clock.move(24 * minutes(60))
  expect((await post(event, sign(event))).statusCode).toBe(200)
  expect(await shop.history(orderId)).toEqual(paidBy('webhook'))
})

test('events that the provider duplicates and reorders make one change each', async () => {
  Object.assign(shop.sandbox.faults, { duplicate: 1, reorder: 1 })
  const orders = [await shop.orderSomething(), await shop.orderSomething(), await shop.orderSomething()]
  for (const { sessionId } of orders) await shop.pay(sessionId)
  shop.clock.move(3_000)
  await shop.sendEventsToShop()
  for (const { orderId } of orders) {
    await expect.poll(() => shop.history(orderId)).toEqual(paidBy('webhook'))
    const { id } = await shop.stored(orderId)
    expect(await shop.db.selectFrom('payment_event').selectAll().where('order_id', '=', id).execute()).toHaveLength(1)
  }
})
