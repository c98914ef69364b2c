import { expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { createProduct, createReview, createUser } from '../../../tests/support/builders.ts'
import type { Readers } from './readers.ts'

let readers: Readers | undefined
const { app, db } = await testApp({
  pages: async (_app, sharing) => {
    readers = sharing.readers
    return { render: () => Promise.reject(new Error('No page is asked for')) }
  },
})
const product = await createProduct(db, { name: 'Silk <dress>' })
await createProduct(db)
await createReview(db, { product_id: product.id, user_id: (await createUser(db)).id })

test.each([
  '/api/products/?category=&color=&minPrice=0&maxPrice=&page=1&limit=8',
  '/api/products?sort=price-asc&limit=1',
  '/api/products/counts?category=dress',
  `/api/products/${product.id}`,
  `/api/products/${product.id}/related`,
  '/api/reviews/total-reviews',
])('%s is read as the app answers it', async url => {
  const read = await readers?.read(url)
  const answer = await app.inject(url)
  expect(read?.status).toBe(200)
  expect(JSON.parse(JSON.stringify(read?.body))).toEqual(answer.json())
  expect(read?.cacheTags?.length).toBeGreaterThan(0)
})

test('what is not there is told by its status', async () => {
  expect(await readers?.read('/api/products/nowhere')).toMatchObject({ status: 404, cacheTags: undefined })
  await db.updateTable('product').set({ deleted_at: new Date() }).where('id', '=', product.id).execute()
  expect(await readers?.read(`/api/products/${product.id}`)).toMatchObject({ status: 410 })
})

test.each([
  '/api/search?q=dress',
  '/api/orders/order/1',
  '/api/products/%00',
  `/api/products?category=${'x'.repeat(600)}`,
  '/api/stats/admin-stats',
])('%s is left to the app', async url => {
  expect(await readers?.read(url)).toBeUndefined()
})

test('a list is written by the schema of its route, once the app has told it', async () => {
  const [list, one] = ['/api/products?limit=2&sort=price-asc', `/api/products/${product.id}`]
  await app.inject(list)
  await app.inject(one)
  const { body, cacheTags } = (await readers?.list(list)?.()) ?? {}
  expect(body).toBe((await app.inject(list)).body)
  expect(cacheTags).toContain('products')
  for (const other of [
    one,
    '/api/products/export',
    '/api/search?q=dress',
    '/robots.txt',
    '/shop',
    '/api/products?category=%00',
  ])
    expect(readers?.list(other), other).toBeUndefined()
})
