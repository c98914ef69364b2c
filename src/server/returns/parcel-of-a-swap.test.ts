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
  return { status: answer.statusCode, data: answer.json().data }
}

async function swapAsked() {
  const { id, variants } = await shop.sellSizes(`Dress ${++made}`, ['alpha-S', 'alpha-M'])
  const [s = '', m = ''] = variants
  const { session } = await shop.buy([{ _id: id, variantId: s, quantity: 1 }], asAda)
  await shop.pay(session)
  await shop.confirm(session)
  const order = await shop.orderOf(session)
  const parcel = { id: v4(), carrier: 'DHL', number: '00340434161094042557' }
  const { data: first } = await send('POST', `orders/${order.id}/shipments`, parcel)
  const returnId = v4()
  const lines = [{ position: 0, quantity: 1, reason: 'too small', swap: m }]
  expect((await send('POST', `returns/of/${order.order_id}`, { id: returnId, lines }, asAda)).status).toBe(200)
  return { returnId, first, order }
}

test('the parcel of a swap has the link of a known carrier, as every other parcel', async () => {
  const { returnId, first } = await swapAsked()
  const sent = { id: v4(), carrier: 'DHL', number: '00340434161094042557' }
  expect((await send('POST', `returns/${returnId}/swap`, sent)).status).toBe(200)
  const { url } = await shop.db.selectFrom('shipment').select('url').where('id', '=', sent.id).executeTakeFirstOrThrow()
  expect(first.url).toContain('dhl.com')
  expect(url).toBe(first.url) // null: the buyer gets no link
})

test('and no link that carries a name and a password', async () => {
  const { returnId, order } = await swapAsked()
  const url = 'https://dhl.com@evil.test/track'
  const parcel = { id: v4(), carrier: 'DHL', number: '1', url }
  expect((await send('POST', `orders/${order.id}/shipments`, parcel)).status).toBe(400)
  expect((await send('POST', `returns/${returnId}/swap`, { ...parcel, id: v4() })).status).toBe(400) // 200
})

test('and needs neither carrier nor number', async () => {
  const { returnId } = await swapAsked()
  expect((await send('POST', `returns/${returnId}/swap`, { id: v4() })).status).toBe(200)
})
