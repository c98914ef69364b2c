import { v4 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '../../../tests/support/builders.ts'
import { signIn } from '../../../tests/support/sign-in.ts'
import { openStock } from '../stock/stock.fixture.ts'

let shop: Awaited<ReturnType<typeof openStock>>
let asAda: { cookie: string }
let made = 0
beforeAll(async () => {
  shop = await openStock()
  asAda = await signIn(shop.db, await createUser(shop.db, { email: 'ada@shop.test' }))
})
afterAll(() => shop.close())

async function send(method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object, headers?: object) {
  const answer = await shop.app.inject({
    ...{ method, url: `/api/${url}`, payload, headers: { ...(headers ?? shop.headers) } },
  })
  return { status: answer.statusCode, message: answer.json().message as string, data: answer.json().data }
}

async function shipped() {
  const { id, variants } = await shop.sellSizes(`Dress ${++made}`, ['alpha-S', 'alpha-M'])
  const [s = '', m = ''] = variants
  await shop.count(s, 9)
  await shop.count(m, 9)
  const { session } = await shop.buy([{ _id: id, variantId: s, quantity: 3 }], asAda)
  await shop.pay(session)
  await shop.confirm(session)
  const order = await shop.orderOf(session)
  await send('PATCH', `orders/update-order-status/${order.id}`, { status: 'shipped' })
  return { ...order, m }
}

test('a refund of another amount under a known key is not called done', async () => {
  const { id } = await shipped()
  const key = v4()
  expect((await send('POST', `orders/refund/${id}`, { key, amount: 1 })).status).toBe(200)
  expect((await send('POST', `orders/refund/${id}`, { key, amount: 20 })).status).toBe(409)
  expect((await send('POST', `orders/refund/${id}`, { key })).status).toBe(409)
  expect((await send('POST', `orders/refund/${id}`, { key, amount: 1 })).status).toBe(200)
})

test('a refund under the key of another order says so, and refunds nothing', async () => {
  const [one, other] = [await shipped(), await shipped()]
  const key = v4()
  await send('POST', `orders/refund/${one.id}`, { key, amount: 1 })
  expect(await send('POST', `orders/refund/${other.id}`, { key, amount: 1 })).toMatchObject({
    ...{ status: 409, message: 'This key belongs to the refund of another order. Make a new one.' },
  })
  expect((await shop.stored(other.order_id)).refunded_cents).toBe(0)
})

test('a parcel with another number under a known id is not called sent', async () => {
  const { id } = await shipped()
  const parcel = v4()
  await send('POST', `orders/${id}/shipments`, { id: parcel, carrier: 'DHL', number: '1' })
  expect((await send('POST', `orders/${id}/shipments`, { id: parcel, carrier: 'UPS', number: '2' })).status).toBe(409)
})

test('a parcel that was corrected meanwhile is sent once, though the first answer was lost', async () => {
  const { id } = await shipped()
  const parcel = { id: v4(), carrier: 'DHL', number: '1' }
  await send('POST', `orders/${id}/shipments`, parcel)
  expect((await send('PATCH', `shipments/${parcel.id}`, { number: '2' })).status).toBe(200)
  const again = await send('POST', `orders/${id}/shipments`, parcel)
  expect(again).toMatchObject({ status: 200, data: { number: '2' } })
})

test('another swap parcel under a known id is not called sent', async () => {
  const { order_id, m } = await shipped()
  const [id, parcel] = [v4(), v4()]
  const lines = [{ position: 0, quantity: 1, reason: 'too small', swap: m }]
  expect((await send('POST', `returns/of/${order_id}`, { id, lines }, asAda)).status).toBe(200)
  expect((await send('POST', `returns/${id}/swap`, { id: parcel, carrier: 'DHL', number: '1' })).status).toBe(200)
  expect((await send('POST', `returns/${id}/swap`, { id: parcel, carrier: 'UPS', number: '2' })).status).toBe(409)
})

test('a return of other lines under a known id is not called expected', async () => {
  const { order_id } = await shipped()
  const id = v4()
  const line = { position: 0, quantity: 1, reason: 'look' }
  await send('POST', `returns/of/${order_id}`, { id, lines: [line] }, asAda)
  const other = await send('POST', `returns/of/${order_id}`, { id, lines: [{ ...line, quantity: 2 }] }, asAda)
  expect(other.status).toBe(409)
})

test('a return under the id of a withdrawal is not called expected', async () => {
  const { order_id, number } = await shipped()
  const id = v4()
  const statement = { id, name: 'Ada', contract: String(number), email: 'ada@shop.test', pieces: 'one dress' }
  expect((await send('POST', 'withdrawals', statement, {})).status).toBe(200)
  const lines = [{ position: 0, quantity: 1, reason: 'look' }]
  expect((await send('POST', `returns/of/${order_id}`, { id, lines }, asAda)).status).toBe(409)
})

test('a stock take of another category under a known id is not called begun', async () => {
  const id = v4()
  await send('POST', 'stock/takes', { id, name: 'All', category: null })
  expect((await send('POST', 'stock/takes', { id, name: 'All', category: null })).status).toBe(200)
  expect((await send('POST', 'stock/takes', { id, name: 'Hats', category: 'accessories' })).status).toBe(409)
})

test('a delivery with another cost under a known id is not called received', async () => {
  const { m } = await shipped()
  const id = v4()
  const deliver = (cost: number) =>
    send('POST', 'stock/deliveries', { id, note: '', lines: [{ variantId: m, pieces: 2, cost }] })
  expect((await deliver(3)).status).toBe(200)
  expect((await deliver(30)).status).toBe(409)
  expect((await deliver(3)).status).toBe(200)
})
