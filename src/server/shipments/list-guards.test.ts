import { v4 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goodLines } from '#domain/shipments/bulk.ts'
import { minutes } from '../payments/payments.fixture.ts'
import { openStock } from '../stock/stock.fixture.ts'

let shop: Awaited<ReturnType<typeof openStock>>
beforeAll(async () => {
  shop = await openStock()
  const late = new Date('2099-01-01')
  await shop.db.updateTable('session').set({ expires_at: late, seen_at: late }).execute()
})
afterAll(() => shop.close())

async function send(method: 'POST' | 'PATCH', url: string, payload?: object) {
  const answer = await shop.app.inject({ ...{ method, url: `/api/${url}`, payload, headers: shop.headers } })
  return { status: answer.statusCode, message: answer.json().message as string, data: answer.json().data }
}

async function paid(card_number = '4242 4242 4242 4242') {
  const { sessionId, orderId } = await shop.orderSomething()
  await shop.pay(sessionId, { card_number })
  await shop.confirm(sessionId)
  return await shop.stored(orderId)
}
const listOf = (...orders: { number: number }[]) =>
  `order,carrier,number,url\n${orders.map(({ number }, n) => `${number},DHL,${n + 1},\n`).join('')}`

test.each([
  [
    'in review, because a refund of it failed',
    async () => {
      const order = await paid('4000 0000 0000 5126')
      await send('PATCH', `orders/update-order-status/${order.id}`, { status: 'shipped' })
      await send('POST', `orders/refund/${order.id}`, { key: v4(), amount: 5 })
      shop.clock.move(minutes(6))
      await shop.sendEventsToShop()
      await shop.sandbox.catchUp()
      expect((await shop.stored(order.order_id)).payment_state).toBe('review')
      return order
    },
  ],
  [
    'unchecked after a restore',
    async () => {
      const order = await paid()
      await send('PATCH', `orders/update-order-status/${order.id}`, { status: 'shipped' })
      await shop.db.updateTable('order').set({ check_since: shop.clock.now() }).where('id', '=', order.id).execute()
      return order
    },
  ],
])('a list sends no further parcel of an order that is %s, as a single one is refused', async (_what, make) => {
  const order = await make()
  const one = await send('POST', `orders/${order.id}/shipments`, { id: v4(), carrier: 'DHL', number: '9' })
  expect(one.status).toBe(409)
  const { data } = await send('POST', 'shipments/bulk', { csv: listOf(order) })
  expect(data.rows[0].outcome).toBe('refused') // 'further'
})

test('a list is not sent when other rows are good than those of the preview, though as many', async () => {
  const [first, second] = [await paid(), await paid()]
  const set = { payment_state: 'review' as const, review_reason: 'Paid twice.' }
  await shop.db.updateTable('order').set(set).where('id', '=', second.id).execute()
  const csv = listOf(first, second)
  const { rows } = (await send('POST', 'shipments/bulk', { csv })).data
  expect(goodLines(rows)).toEqual([2])
  await send('POST', `orders/refund/${first.id}`, { key: v4() })
  await send('POST', `orders/accept/${second.id}`)
  expect((await send('POST', 'shipments/bulk', { csv, confirmed: goodLines(rows) })).status).toBe(409) // 200: the other order is sent
})
