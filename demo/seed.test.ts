import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Product } from '#domain/products/product.ts'
import { testApp } from '../tests/support/app.ts'
import { createProduct, createUser } from '../tests/support/builders.ts'
import { catalogue } from './catalogue.ts'
import { reviews } from './reviews.ts'
import { seed } from './seed.ts'

const { app, db, images } = await testApp()
const count = async (table: 'product' | 'review' | 'user' | 'image') =>
  Number((await db.selectFrom(table).select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow()).n)

test('a shop that sells something is left alone', async () => {
  const { id } = await createProduct(db)
  expect(await seed(db, images)).toBe(false)
  expect(await count('product')).toBe(1)
  await db.deleteFrom('product').where('id', '=', id).execute()
})

test('a shop that has opened is left alone, however empty it is: it has its admin', async () => {
  const { id } = await createUser(db, { role: 'admin' })
  expect(await seed(db, images)).toBe(false)
  expect([await count('product'), await count('user')]).toEqual([0, 1])
  await db.deleteFrom('user').where('id', '=', id).execute()
})

test('a new shop gets the whole catalogue once, even from two processes at the same moment', async () => {
  expect(await Promise.all([seed(db, images), seed(db, images)])).toContain(true)
  expect(await seed(db, images)).toBe(false)
  expect([await count('product'), await count('review')]).toEqual([catalogue.length, reviews.length])

  const { products, totalProducts } = (await app.inject('/api/products?limit=100')).json().data
  expect(totalProducts).toBe(catalogue.length)
  expect(products.map(({ name }: Product) => name)).toEqual(catalogue.map(({ name }) => name))
})

test('every rating is the mean of its reviews', async () => {
  const { rows } = await sql<{ slug: string }>`
    select product.name from product left join review on review.product_id = product.id
    group by product.id having product.rating <> coalesce(round(avg(review.rating), 2), 0)`.execute(db)
  expect(rows).toEqual([])
})

test('nothing is reviewed before it was sold, nor by anybody who had not joined yet', async () => {
  const { rows } = await sql<{ id: string }>`
    select review.id from review join product on product.id = review.product_id join "user" on "user".id = review.user_id
    where review.created_at < product.created_at or review.created_at < "user".created_at`.execute(db)
  expect(rows).toEqual([])
})

test('every product has its picture in every width and format, to be kept for ever', async () => {
  const { products } = (await app.inject('/api/products?limit=100')).json().data
  for (const { image } of products as Product[]) {
    for (const width of [320, 640, 960, 1280]) {
      for (const format of ['avif', 'webp']) {
        const path = new URL(image).pathname.replace('1280.webp', `${width}.${format}`)
        const { statusCode, headers } = await app.inject(path)
        expect([statusCode, headers['content-type']], path).toEqual([200, `image/${format}`])
        expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
      }
    }
  }
  expect(new Set((products as Product[]).map(({ image }) => image)).size).toBe(catalogue.length)
})
