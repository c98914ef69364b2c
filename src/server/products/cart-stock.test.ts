import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Product } from '#domain/products/product.ts'
import { statementsDuring } from '../../../tests/support/count-statements.ts'
import { sell } from '../orders/orders.fixture.ts'
import { openStock } from '../stock/stock.fixture.ts'

let shop: Awaited<ReturnType<typeof openStock>>
beforeAll(async () => {
  shop = await openStock()
})
afterAll(() => shop.close())

async function read(...ids: string[]): Promise<Product[]> {
  const response = await shop.app.inject(`/api/products?ids=${ids.join()}`)
  expect(response.statusCode).toBe(200)
  return response.json().data.products
}

test('a product of one size carries its own stock, in every state', async () => {
  const ring = await sell(shop.db)
  expect(await read(ring)).toMatchObject([{ _id: ring, state: 'in' }])
  await shop.count(ring, 2)
  const [two] = await read(ring)
  expect(two).toMatchObject({ state: 'low', left: 2 })
  expect(two).not.toHaveProperty('sizes')
  expect(two).not.toHaveProperty('soldOut')
  const { session } = await shop.buy([{ _id: ring, quantity: 2 }])
  expect(await read(ring)).toMatchObject([{ state: 'held' }])
  await shop.pay(session)
  await shop.confirm(session)
  const older = await sell(shop.db)
  await shop.db
    .updateTable('product')
    .set({ created_at: new Date('2020-01-01') })
    .where('id', '=', older)
    .execute()
  expect(await read(older, ring)).toMatchObject([{ state: 'out', soldOut: true }, { _id: older }])
})

test('a product has all its sizes on sale in their order, also those that cannot be bought now', async () => {
  const { id, variants } = await shop.sellSizes('Aurelia', ['alpha-S', 'alpha-M', 'alpha-L', 'alpha-XL', 'alpha-XXL'])
  const [s = '', m = '', l = '', xl = '', retired = ''] = variants
  await shop.count(s, 9)
  await shop.count(m, 1)
  await shop.count(l, 2)
  await shop.count(xl, 0)
  await shop.buy([{ _id: id, variantId: l, quantity: 2 }])
  await shop.db.updateTable('variant').set({ deleted_at: new Date() }).where('id', '=', retired).execute()
  const [product] = await read(id)
  expect(product?.sizes).toEqual([
    { _id: s, size: 'alpha-S', label: 'S', state: 'in' },
    { _id: m, size: 'alpha-M', label: 'M', state: 'low', left: 1 },
    { _id: l, size: 'alpha-L', label: 'L', state: 'held' },
    { _id: xl, size: 'alpha-XL', label: 'XL', state: 'out' },
  ])
  expect(product).not.toHaveProperty('state')
  expect(product).not.toHaveProperty('soldOut')
})

test('any number of products is read in one statement, and lists stay without stock', async () => {
  const ids = await Promise.all(Array.from({ length: 9 }, () => sell(shop.db)))
  const statements = await statementsDuring(async () => {
    expect(await read(...ids)).toHaveLength(9)
  })
  expect(statements).toHaveLength(1)
  for (const product of (await shop.app.inject('/api/products?limit=100')).json().data.products)
    expect(product).not.toHaveProperty('state')
})
