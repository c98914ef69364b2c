import { afterAll, beforeAll, expect, test } from 'vitest'
import { sell } from '../orders/orders.fixture.ts'
import { openStock } from '../stock/stock.fixture.ts'

let shop: Awaited<ReturnType<typeof openStock>>
beforeAll(async () => {
  shop = await openStock()
})
afterAll(() => shop.close())

async function send(method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) {
  const answer = await shop.app.inject({ ...{ method, url: `/api/${url}`, payload, headers: shop.headers } })
  return { status: answer.statusCode, data: answer.json().data }
}

test('a deleted order is out of the figure and the list of its discount code, as out of all other figures', async () => {
  const times = { startsAt: null, endsAt: null, maxUses: null, isOnce: false, isActive: true }
  const fields = { code: 'TEN', kind: 'percent', value: 1_000, category: null, minCents: 0, ...times }
  const code = (await send('POST', 'discount-codes', { fields })).data._id
  const { body } = await shop.checkout([{ _id: await sell(shop.db, { price: 50 }) }], { code: 'TEN' })
  await shop.pay(body.id)
  await shop.confirm(body.id)
  const order = await shop.orderOf(body.id)
  expect((await send('DELETE', `orders/delete-order/${order.id}`)).status).toBe(200)
  expect((await shop.order(order.order_id, shop.headers)).status).toBe(404)
  expect.soft((await send('GET', 'discount-codes')).data[0].sum).toBe(0)
  expect.soft((await send('GET', `discount-codes/${code}/uses`)).data).toEqual([])
})
