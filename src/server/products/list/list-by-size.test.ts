import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fits, sizes } from '#domain/products/size.ts'
import { sell } from '../../orders/orders.fixture.ts'
import { openStock } from '../../stock/stock.fixture.ts'

let shop: Awaited<ReturnType<typeof openStock>>
beforeAll(async () => {
  shop = await openStock()
})
afterAll(() => shop.close())

const get = async (path: string) => {
  const response = await shop.app.inject(`/api${path}`)
  expect(response.statusCode).toBe(200)
  return response.json().data
}
/** The names of the products in a list of these sizes, and their number. */
async function list(query: string, path = '/products') {
  const { products, totalProducts } = await get(`${path}?limit=50&${query}`)
  const names = (products as { name: string }[]).map(({ name }) => name).toSorted()
  expect(totalProducts).toBe(names.length)
  return names
}

test('the database knows the same sizes and bodies as the shop', async () => {
  const { rows } = await sql<{ size: string; place: number | null }>`
    select size, (fit_places(size_bit(size)))[1] as place from unnest(${sizes.map(({ code }) => code)}::text[]) size`.execute(
    shop.db,
  )
  expect(rows.map(({ size, place }) => [size, fits[place ?? -1]?.code])).toEqual(
    sizes.map(size => [size.code, size.fits]),
  )
})

test('a list by size shows what can be bought now in that size, whichever run it belongs to', async () => {
  const wrap = await shop.sellSizes('Wrap dress', ['alpha-S', 'alpha-M'])
  const coat = await shop.sellSizes('Coat dress', ['eu-38', 'eu-40'])
  await shop.sellSizes('Ring', ['ring-54'])
  const [, m = ''] = wrap.variants
  const [, eu40 = ''] = coat.variants
  const scarf = await sell(shop.db, { name: 'Scarf' })
  expect(await list('size=clothes-M')).toEqual(['Coat dress', 'Wrap dress'])
  expect(await list('size=us-8')).toEqual(['Coat dress', 'Wrap dress'])
  expect(await list('size=clothes-M,ring-54')).toEqual(['Coat dress', 'Ring', 'Wrap dress'])
  expect(await list('mine=clothes-S,ring-60')).toEqual(['Coat dress', 'Scarf', 'Wrap dress'])
  expect(await list('size=clothes-XXL')).toEqual([])
  expect(await list('size=banana')).toEqual([])
  expect(await list('size=,')).toHaveLength(4)

  await shop.count(m, 1)
  await shop.count(eu40, 0)
  expect(await list('size=clothes-M')).toEqual(['Wrap dress'])
  expect(await list('q=dress&size=clothes-M', '/search')).toEqual(['Wrap dress'])
  expect(await list('q=dress&size=clothes-XL', '/search')).toEqual([])
  expect((await get('/products/counts')).size).toEqual({ 'clothes-S': 2, 'clothes-M': 1, 'ring-54': 1, one: 1 })
  expect(await get('/search/counts?q=dress&size=clothes-M')).toMatchObject({
    category: { dress: 1 },
    size: { 'clothes-S': 2, 'clothes-M': 1, 'ring-54': 1, one: 1 },
    inStock: 4,
  })

  // The last piece is in somebody's checkout, which ends without a payment.
  const { session } = await shop.buy([{ _id: wrap.id, variantId: m, quantity: 1 }])
  expect(await list('size=clothes-M')).toEqual([])
  expect((await get('/products/counts?size=clothes-M')).category).toEqual({})
  await shop.app.inject({ method: 'POST', url: '/api/orders/let-go', payload: { session_id: session } })
  expect(await list('size=clothes-M')).toEqual(['Wrap dress'])

  await shop.count(scarf, 0)
  expect(await list('inStock=1')).toEqual(['Coat dress', 'Ring', 'Wrap dress'])
  expect(await list('inStock=0')).toHaveLength(4)
  expect((await get('/products/counts')).inStock).toBe(3)
  expect(await list('size=clothes-M&category=dress&color=black&minPrice=1&sort=price-asc')).toEqual(['Wrap dress'])
  await shop.db.updateTable('product').set({ deleted_at: new Date() }).where('id', '=', wrap.id).execute()
  expect(await list('size=clothes-M')).toEqual([])
  expect((await get('/products/counts')).size).toEqual({ 'clothes-S': 1, 'ring-54': 1 })
})
