import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCheckout } from '../orders/orders.fixture.ts'
import { minutes } from './payments.fixture.ts'
import { reconcile } from './reconcile.ts'

let shop: Awaited<ReturnType<typeof openCheckout>>
beforeAll(async () => {
  shop = await openCheckout()
})
afterAll(() => shop.close())

const emailsAbout = async (orderId: string) => {
  const { id } = await shop.stored(orderId)
  return await shop.db.selectFrom('mail').selectAll().where('order_id', '=', id).execute()
}

test('the buyer gets one e-mail, however many requests find the payment at once', async () => {
  const { sessionId, orderId } = await shop.orderSomething()
  await shop.pay(sessionId)
  shop.clock.move(minutes(1))
  const confirms = Array.from({ length: 10 }, () => shop.confirm(sessionId))
  await Promise.all([shop.sendEventsToShop(), reconcile(shop.context), reconcile(shop.context), ...confirms])
  await expect
    .poll(() => shop.db.selectFrom('payment_event').selectAll().execute())
    .toMatchObject([{ type: 'checkout.session.completed' }])
  expect(await emailsAbout(orderId)).toMatchObject([{ kind: 'order-confirmation', sent_at: null }])
})

test('no e-mail is queued for an order that awaits payment, has expired or is in review', async () => {
  const { orderId, sessionId } = await shop.orderSomething()
  expect(await emailsAbout(orderId)).toEqual([])
  await shop.db
    .updateTable('order')
    .set({ amount_cents: 1, goods_cents: null })
    .where('order_id', '=', orderId)
    .execute()
  await shop.pay(sessionId)
  await shop.confirm(sessionId)
  expect(await shop.stored(orderId)).toMatchObject({ payment_state: 'review' })
  expect(await emailsAbout(orderId)).toEqual([])

  const expired = await shop.orderSomething()
  shop.clock.move(minutes(32))
  await shop.confirm(expired.sessionId)
  expect(await shop.stored(expired.orderId)).toMatchObject({ payment_state: 'expired' })
  expect(await emailsAbout(expired.orderId)).toEqual([])
})

test('who asks about a payment is told its state, also of one that is open, expired or paid', async () => {
  const ask = async (session_id: string) => {
    const url = '/api/orders/payment-state'
    const answer = await shop.app.inject({ method: 'POST', url, payload: { session_id } })
    return { status: answer.statusCode, data: answer.json().data }
  }
  const { sessionId, orderId } = await shop.orderSomething()
  expect(await ask(sessionId)).toEqual({ status: 200, data: { orderId, paymentState: 'awaiting' } })
  await shop.pay(sessionId)
  expect(await ask(sessionId)).toEqual({ status: 200, data: { orderId, paymentState: 'paid' } })

  const left = await shop.orderSomething()
  shop.clock.move(minutes(32))
  expect(await ask(left.sessionId)).toMatchObject({ status: 200, data: { paymentState: 'expired' } })
  expect(await ask('cs_test_nobody')).toMatchObject({ status: 404 })
})
