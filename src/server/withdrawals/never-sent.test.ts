import { v4 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStock } from '../stock/stock.fixture.ts'

let shop: Awaited<ReturnType<typeof openStock>>
beforeAll(async () => {
  shop = await openStock()
  const late = new Date('2099-01-01')
  await shop.db.updateTable('session').set({ expires_at: late, seen_at: late }).execute()
})
afterAll(() => shop.close())

async function send(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) {
  const answer = await shop.app.inject({ ...{ method, url: `/api/${url}`, payload, headers: shop.headers } })
  return { status: answer.statusCode, data: answer.json().data }
}

test.each([
  [
    'marked as shipped by mistake, and set back',
    async (id: string) => {
      for (const status of ['shipped', 'pending'])
        expect((await send('PATCH', `orders/update-order-status/${id}`, { status })).status).toBe(200)
    },
  ],
  [
    'given a parcel by mistake, which was removed at once',
    async (id: string) => {
      const { data } = await send('POST', `orders/${id}/shipments`, { id: v4(), carrier: 'DHL', number: '1' })
      expect((await send('DELETE', `shipments/${data._id}`)).status).toBe(200)
    },
  ],
])('a withdrawal from an order that was %s, and never sent, is not late', async (_what, mistake) => {
  const { sessionId, orderId } = await shop.orderSomething()
  await shop.pay(sessionId)
  await shop.confirm(sessionId)
  const order = await shop.stored(orderId)
  await mistake(order.id)
  expect((await shop.stored(orderId)).status).toBe('pending')
  shop.clock.move(40 * 24 * 60 * 60_000)
  const id = v4()
  const statement = { id, name: 'Ada', contract: String(order.number), email: 'ada@shop.test', pieces: null }
  expect((await send('POST', 'withdrawals', statement)).status).toBe(200)
  const board = (await send('GET', 'returns?limit=50')).data as { _id: string; withdrawal?: { isLate: boolean } }[]
  expect(board.find(each => each._id === id)?.withdrawal?.isLate).toBe(false) // docs/withdrawals.md: "never before"
})
