import { v4 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStock } from '../stock.fixture.ts'

let shop: Awaited<ReturnType<typeof openStock>>
let made = 0
beforeAll(async () => {
  shop = await openStock()
})
afterAll(() => shop.close())

async function send(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) {
  const answer = await shop.app.inject({ ...{ method, url: `/api/${url}`, payload, headers: shop.headers } })
  return { status: answer.statusCode, data: answer.json().data }
}

/** A stock take in which a size of ten pieces is counted. */
async function begin() {
  const { id: product, variants } = await shop.sellSizes(`Dress ${++made}`, ['alpha-S'])
  const [s = ''] = variants
  await shop.count(s, 10)
  const id = v4()
  await send('POST', 'stock/takes', { id, name: 'Autumn' })
  return {
    product,
    count: (shelf: number, seen: number) =>
      send('PUT', 'stock/counts', { take: id, counts: [{ variantId: s, shelf, seen }] }),
    figures: async () => {
      const { missing, surplus } = (await send('GET', `stock/takes/${id}`)).data
      return { missing, surplus }
    },
  }
}

test('a count that is sent twice, as after a lost answer, leaves what is missing', async () => {
  const take = await begin()
  await take.count(8, 10)
  expect(await take.figures()).toEqual({ missing: 2, surplus: 0 })
  await take.count(8, 10)
  expect(await take.figures()).toEqual({ missing: 2, surplus: 0 }) // 0 and 0
})

test('a size that is counted once more in a stock take is compared with what should lie there', async () => {
  const take = await begin()
  await take.count(8, 10)
  await take.count(9, 8)
  expect(await take.figures()).toEqual({ missing: 1, surplus: 0 }) // 0 missing and 1 too many
})

test('a count of a stock take that is taken back is no longer in its figures', async () => {
  const take = await begin()
  await take.count(8, 10)
  const { id } = await shop.db
    .selectFrom('audit')
    .select('id')
    .where('record_id', '=', take.product)
    .where('action', '=', 'count')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect((await send('POST', `admin/undo/${id}`)).status).toBe(200)
  expect(await take.figures()).toEqual({ missing: 0, surplus: 0 }) // still 2 missing, though 10 lie there
})
