import { v4 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStock } from '../stock/stock.fixture.ts'

let shop: Awaited<ReturnType<typeof openStock>>
beforeAll(async () => {
  shop = await openStock()
})
afterAll(() => shop.close())

async function send(method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object, headers: object = shop.headers) {
  const answer = await shop.app.inject({ method, url: `/api/${url}`, payload, headers: { ...headers } })
  const { code, message, data } = answer.json()
  return { status: answer.statusCode, code, message, data }
}

async function paid() {
  const { sessionId, orderId } = await shop.orderSomething()
  await shop.pay(sessionId)
  await shop.confirm(sessionId)
  return await shop.stored(orderId)
}

test('an order that its buyer has withdrawn from is not sent without a question, until that is settled', async () => {
  const order = await paid()
  const id = v4()
  const statement = { id, name: 'Ada', contract: String(order.number), email: 'ada@shop.test', pieces: null }
  expect((await send('POST', 'withdrawals', statement, {})).status).toBe(200)

  const [listed] = (await send('GET', `orders/packing?q=${order.number}`)).data
  const shown = (await send('GET', `orders/order/${order.id}`)).data
  expect([listed.withdrawn, shown.withdrawn]).toEqual([true, true])
  const ship = async () => (await send('POST', 'orders/ship', { orders: [order.id] })).data[0].outcome
  expect(await ship()).toBe('withdrawn')
  const csv = `order,carrier,number\n${order.number},DHL,1`
  const [row] = (await send('POST', 'shipments/bulk', { csv })).data.rows
  expect(row).toMatchObject({
    outcome: 'refused',
    sentence: 'Its buyer has withdrawn from it: do not send it, and look under Returns.',
  })
  const parcel = { id: v4(), carrier: 'DHL', number: '1' }
  for (const refused of [
    await send('PATCH', `orders/update-order-status/${order.id}`, { status: 'shipped' }),
    await send('POST', `orders/${order.id}/shipments`, parcel),
  ])
    expect(refused).toMatchObject({ status: 409, code: 'withdrawn' })

  expect((await send('POST', `returns/${id}/refuse`, { refusal: 'Nobody asked for this.' })).status).toBe(200)
  expect((await send('GET', `orders/order/${order.id}`)).data.withdrawn).toBeUndefined()
  expect(await ship()).toBe('shipped')
})

test('it can be sent all the same, for anybody may have written the statement', async () => {
  const order = await paid()
  await send(
    'POST',
    'withdrawals',
    { id: v4(), name: 'Eve', contract: `#${order.number}`, email: 'eve@x.test', pieces: null },
    {},
  )
  const forced = { status: 'shipped', force: true }
  expect((await send('PATCH', `orders/update-order-status/${order.id}`, forced)).status).toBe(200)
})
