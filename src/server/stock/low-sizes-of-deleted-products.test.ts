import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStock } from './stock.fixture.ts'

let shop: Awaited<ReturnType<typeof openStock>>
beforeAll(async () => {
  shop = await openStock()
})
afterAll(() => shop.close())

async function send(method: 'GET' | 'DELETE' | 'PATCH', url: string, payload?: object) {
  const answer = await shop.app.inject({ ...{ method, url: `/api/${url}`, payload, headers: shop.headers } })
  return { data: answer.json().data, total: Number(answer.headers['x-total-count']) }
}
const figures = async () => [
  (await send('GET', 'stats/today')).data.lowSizes,
  (await send('GET', 'stock/figures')).data.low,
  (await send('GET', 'stock?view=low')).total,
]

test.each([
  ['deleted', (id: string) => send('DELETE', `products/${id}`)],
  ['hidden', (id: string) => send('PATCH', `products/update-product/${id}`, { status: 'hidden' })],
])('sizes of a product that is %s are not counted as low, for no list has them', async (_what, takeOff) => {
  const before = await figures()
  const { id, variants } = await shop.sellSizes('Robe', ['alpha-S', 'alpha-M'])
  for (const variant of variants) await shop.count(variant, 1)
  await takeOff(id)
  expect(await figures()).toEqual(before)
})
