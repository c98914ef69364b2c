import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Product, ProductDetails } from '#domain/products/product.ts'
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
  const isOut = ({ slug }: { slug: string }) => slug === 'lido-shell-anklet' // sold out, and so the last
  const inOrder = [...catalogue.filter(each => !isOut(each)), ...catalogue.filter(isOut)]
  expect(products.map(({ name }: Product) => name)).toEqual(inOrder.map(({ name }) => name))
})

const openPage = async (name: string, shade?: string): Promise<ProductDetails> => {
  let row = db.selectFrom('product').select('id').where('name', '=', name)
  if (shade) row = row.where('shade', '=', shade)
  const { id } = await row.executeTakeFirstOrThrow()
  return (await app.inject(`/api/products/${id}`)).json().data.product
}

test('a dress has its sizes with their SKUs, its colors, its chart and its further pictures', async () => {
  const dress = await openPage('Colette Crêpe Wrap Dress', 'Fir green')
  expect(dress.sizes.map(({ label, sku }) => `${label} ${sku}`)).toEqual([
    'XS COL-FIR-XS',
    'S COL-FIR-S',
    'M COL-FIR-M',
    'L COL-FIR-L',
    'XL COL-FIR-XL',
  ])
  expect(dress.colors?.map(({ name, swatch }) => [name, swatch])).toEqual([
    ['Ripe cherry', '#7d1420'],
    ['Fir green', '#24513b'],
    ['Ink black', '#1b191b'],
  ])
  expect(dress.chart).toMatchObject({ name: 'Dresses, XS to XXL', measures: ['Bust', 'Waist', 'Hips'] })
  expect(dress.images.map(({ alt }) => alt)).toEqual([
    'Colette Crêpe Wrap Dress in fir green, from the front',
    'The back: the sash goes once around the waist',
  ])
})

test('a ring has ring sizes, a lipstick one size with an SKU, and only earrings are hygiene goods', async () => {
  const ring = await openPage('Medici Lapis Signet Ring')
  expect(ring.sizes.map(({ size }) => size)).toEqual([46, 48, 50, 52, 54, 56, 58, 60].map(mm => `ring-${mm}`))
  const lipstick = await openPage('Velours Lipstick in Cinabre')
  expect(lipstick.sizes).toEqual([
    { _id: lipstick._id, size: 'one', label: 'One size', sku: 'VEL-RED', state: 'low', left: 3 },
  ])
  const sealed = await db.selectFrom('product').select('name').where('is_sealed', '=', true).execute()
  expect(sealed.map(({ name }) => name).toSorted()).toEqual([
    'Nocturne Sapphire Drop Earrings',
    'Ronda Gold Hoop Earrings',
    'Étincelle Solitaire Studs',
    'Éventail Onyx Earrings',
  ])
})

test('every size on sale is one of its product, and a card knows its sizes and its second picture', async () => {
  const { rows } = await sql<{ name: string; sizes: number; shown: number; second: string; view: string }>`
    select name, (select count(*) from variant where product_id = product.id and deleted_at is null and size <> 'one')::int as sizes,
      coalesce(jsonb_array_length(card->'sizes'), 0) as shown,
      card->>'second' as second, (select image_id from product_image where product_id = product.id and place = 1) as view
    from product`.execute(db)
  for (const { name, sizes, shown, second, view } of rows) {
    expect(shown, name).toBe(sizes)
    expect(second, name).toBe(view)
  }
  expect(rows.filter(({ sizes }) => sizes > 0).length).toBe(catalogue.filter(({ sizes }) => sizes).length)
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
  const views = await db.selectFrom('product_image').select('image_id').execute()
  expect(views.length).toBeGreaterThan(40)
  const addresses = [
    ...(products as Product[]).map(({ image }) => new URL(image).pathname),
    ...views.map(({ image_id }) => `/images/${image_id}/1280.webp`),
  ]
  for (const address of addresses) {
    for (const width of [320, 640, 960, 1280]) {
      for (const format of ['avif', 'webp']) {
        const path = address.replace('1280.webp', `${width}.${format}`)
        const { statusCode, headers } = await app.inject(path)
        expect([statusCode, headers['content-type']], path).toEqual([200, `image/${format}`])
        expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
      }
    }
  }
  expect(new Set(addresses).size).toBe(catalogue.length + views.length)
})

test('every piece is counted; two sizes and one product are sold out', async () => {
  const { rows } = await sql<{ variants: number; counted: number; out: number; products: number }>`
    select count(*)::int as variants, count(on_hand)::int as counted,
      (count(*) filter (where on_hand = 0))::int as out,
      (select count(*)::int from product where sold_out) as products
    from variant left join stock on stock.variant_id = variant.id where variant.deleted_at is null`.execute(db)
  expect(rows[0]).toMatchObject({ out: 3, products: 1 })
  expect(rows[0]?.counted).toBe(rows[0]?.variants)
})

test('several dresses have enough voices for a summary of their fit, which differs', async () => {
  const { rows } = await sql<{ fit: number }>`
    select distinct on (product_id) fit from (select product_id, fit, count(*) as n from review where fit is not null group by 1, 2) votes
    where product_id in (select product_id from review where fit is not null group by 1 having count(*) >= 5)
    order by product_id, n desc`.execute(db)
  expect(rows.length).toBeGreaterThanOrEqual(5)
  expect(new Set(rows.map(({ fit }) => fit)).size).toBeGreaterThanOrEqual(2)
})
