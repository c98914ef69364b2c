import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Product, priceBandsOf, sorts } from '#domain/products/product.ts'
import { testApp } from '../../../tests/support/app.ts'
import { createProduct, createReview, createUser } from '../../../tests/support/builders.ts'

const { app, db } = await testApp()
beforeEach(() =>
  sql`truncate product, product_count, product_fits_count, product_sale_count, review, "user" cascade`.execute(db),
)

async function list(query = '') {
  const response = await app.inject(`/api/products/${query}`)
  expect(response.statusCode).toBe(200)
  return response.json().data as { products: Product[]; totalProducts: number; totalPages: number }
}
const names = async (query: string) => (await list(query)).products.map(({ name }) => name)

describe('the list', () => {
  test('answers with and without the trailing slash, without a redirect', async () => {
    await createProduct(db)
    for (const url of ['/api/products', '/api/products/', '/api/products?page=1', '/api/products/?page=1']) {
      const response = await app.inject(url)
      expect(response.statusCode).toBe(200)
      expect(response.json()).toMatchObject({ success: true, message: 'OK', data: { totalProducts: 1, totalPages: 1 } })
    }
  })

  test('sends dollars, and omits missing fields', async () => {
    await createProduct(db, { name: 'Plain', price_cents: 1_999 })
    const { products } = await list()
    expect(products[0]).toMatchObject({ name: 'Plain', price: 19.99, rating: 0 })
    expect(products[0]).not.toHaveProperty('oldPrice')
    expect(products[0]?.image).toBe('http://localhost:3000/images/placeholder/1280.webp')
    expect((await app.inject('/images/placeholder/1280.webp')).headers['content-type']).toBe('image/webp')
    expect(new Date(products[0]?.createdAt ?? '').getTime()).not.toBeNaN()
  })

  test('is newest first, ten by default, and pages do not overlap', async () => {
    for (let i = 1; i <= 23; i++) await createProduct(db, { name: `P${i}`, created_at: new Date(2026, 0, i) })
    const pages = [await list(), await list('?page=2'), await list('?page=3')]
    expect(pages.map(page => page.products.length)).toEqual([10, 10, 3])
    expect(pages.flatMap(page => page.products.map(({ name }) => name))).toEqual(
      Array.from({ length: 23 }, (_, i) => `P${23 - i}`),
    )
    expect(pages[0]).toMatchObject({ totalProducts: 23, totalPages: 3 })
  })

  test('filters by category, by color and by both', async () => {
    await createProduct(db, { name: 'Black dress' })
    await createProduct(db, { name: 'Red dress', color: 'red' })
    await createProduct(db, { name: 'Red bag', color: 'red', category: 'accessories' })
    expect(await names('?category=accessories')).toEqual(['Red bag'])
    expect((await names('?color=red')).sort()).toEqual(['Red bag', 'Red dress'])
    expect(await names('?category=dress&color=red')).toEqual(['Red dress'])
    expect(await list('?category=dress&color=red')).toMatchObject({ totalProducts: 1, totalPages: 1 })
    expect(await names('?category=all&color=all&minPrice=&maxPrice=&page=&limit=')).toHaveLength(3)
  })

  test('both bounds of a price band are inclusive', async () => {
    for (const cents of [1, 5_000, 5_001, 10_000, 10_001, 20_000, 20_001])
      await createProduct(db, { price_cents: cents })
    const counts = []
    for (const { min, max } of priceBandsOf([50, 100, 200]))
      counts.push((await list(`?minPrice=${min}&maxPrice=${max ?? Number.POSITIVE_INFINITY}`)).totalProducts)
    expect(counts).toEqual([2, 3, 3, 2])
  })

  test('an unknown category or color, and a page past the end, are empty lists', async () => {
    await createProduct(db)
    expect(await list('?category=shoes')).toEqual({ products: [], totalProducts: 0, totalPages: 0 })
    expect(await list('?color=mauve')).toEqual({ products: [], totalProducts: 0, totalPages: 0 })
    expect(await list('?page=99')).toEqual({ products: [], totalProducts: 1, totalPages: 1 })
  })

  test('the total stays exact while products are added, changed, deleted and restored', async () => {
    const { id } = await createProduct(db)
    await createProduct(db)
    const total = async (query: string) => (await list(query)).totalProducts
    expect(await total('?category=dress')).toBe(2)

    await db.updateTable('product').set({ category: 'cosmetics', price_cents: 500 }).where('id', '=', id).execute()
    expect([await total('?category=dress'), await total('?category=cosmetics&maxPrice=5')]).toEqual([1, 1])

    await db.updateTable('product').set({ deleted_at: new Date() }).where('id', '=', id).execute()
    expect([await total(''), await total('?category=cosmetics')]).toEqual([1, 0])

    await db.updateTable('product').set({ deleted_at: null }).where('id', '=', id).execute()
    expect(await total('')).toBe(2)
  })

  test('can be sorted by price and by rating, page by page', async () => {
    for (const [i, price_cents] of [300, 100, 200, 200].entries())
      await createProduct(db, { name: `P${i}`, price_cents, rating: i, created_at: new Date(2026, 0, i + 1) })
    const byPrice = [...(await names('?sort=price-asc&limit=3')), ...(await names('?sort=price-asc&limit=3&page=2'))]
    expect(byPrice[0]).toBe('P1')
    expect(byPrice.slice(1, 3).sort()).toEqual(['P2', 'P3'])
    expect(byPrice[3]).toBe('P0')
    expect(await names('?sort=price-desc')).toEqual(byPrice.toReversed())
    expect(await names('?sort=rating')).toEqual(['P3', 'P2', 'P1', 'P0'])
    expect(await names('?sort=cheapest')).toEqual(['P3', 'P2', 'P1', 'P0'])
  })

  test.each(sorts)(
    'sorted by %s, sold-out products come last, page by page, also among names that are searched',
    async sort => {
      for (let n = 0; n < 6; n++)
        await createProduct(db, {
          name: `Silk ${n}`,
          price_cents: 1_000 * n + 100,
          rating: 5 - n,
          created_at: new Date(2026, 0, n + 1),
          sold_out: n % 2 === 0,
        })
      const order = { newest: '531420', 'price-asc': '135024', 'price-desc': '531420', rating: '135024' }[sort]
      for (const query of [
        `?sort=${sort}`,
        `?sort=${sort}&q=silk`,
        `?sort=${sort}&q=si`,
        `?sort=${sort}&minPrice=1&maxPrice=51`,
      ]) {
        const pages = await Promise.all([1, 2, 3].map(page => list(`${query}&limit=2&page=${page}`)))
        expect(pages.flatMap(({ products }) => products.map(({ name }) => name.slice(-1))).join(''), query).toBe(order)
        expect(pages.map(({ totalProducts }) => totalProducts)).toEqual([6, 6, 6])
      }
    },
  )

  test('returns the products of a cart by id, without those that are off sale', async () => {
    const saved = await createProduct(db)
    const gone = await createProduct(db, { deleted_at: new Date() })
    await createProduct(db)
    const { products, totalProducts } = await list(`?ids=${saved.id},${gone.id},nonsense,`)
    expect(products.map(({ _id }) => _id)).toEqual([saved.id])
    expect(totalProducts).toBe(1)
  })

  test.each([
    '?page=-1',
    '?page=abc',
    '?limit=1e9',
    '?minPrice=NaN&maxPrice=-Infinity',
    '?minPrice=1e300&maxPrice=Infinity',
    "?category=' or 1=1 --",
    '?category[]=dress',
    '?page=1&page=2',
    '?%ZZ=%',
    '?constructor=1&__proto__=2',
  ])('%s is answered, never an error', async query => {
    await createProduct(db)
    await list(query)
  })

  test('NUL is refused in one sentence', async () => {
    const response = await app.inject('/api/products?category=%00')
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ success: false, code: 'bad_request', message: expect.any(String) })
  })
})

describe('the counts', () => {
  const counts = async (query = '') => (await app.inject(`/api/products/counts${query}`)).json().data

  test('are the numbers that each value would show with the other filters', async () => {
    await createProduct(db, { price_cents: 5_000 })
    await createProduct(db, { price_cents: 15_000, color: 'red' })
    await createProduct(db, { price_cents: 30_000, color: 'red', category: 'accessories' })
    const { id } = await createProduct(db, { category: 'cosmetics' })
    await db.updateTable('product').set({ deleted_at: new Date() }).where('id', '=', id).execute()

    expect(await counts()).toEqual({
      category: { dress: 2, accessories: 1 },
      color: { black: 1, red: 2 },
      price: { 0: 1, 1: 1, 2: 1, 3: 1 },
      size: { one: 3 },
      inStock: 3,
      sale: 0,
    })
    expect(await counts('?category=dress&color=red')).toEqual({
      category: { dress: 1, accessories: 1 },
      color: { black: 1, red: 1 },
      price: { 2: 1 },
      size: { one: 1 },
      inStock: 1,
      sale: 0,
    })
    expect(await counts('?minPrice=0&maxPrice=50')).toMatchObject({ category: { dress: 1 }, price: { 3: 1 } })
    expect(await counts('?category=shoes')).toEqual({
      category: { dress: 2, accessories: 1 },
      color: {},
      price: {},
      size: {},
      inStock: 0,
      sale: 0,
    })
  })

  test.each(['?minPrice=abc&maxPrice=-1', "?color=' or 1=1", '?minPrice=1e300'])('%s is answered', async query => {
    expect((await app.inject(`/api/products/counts${query}`)).statusCode).toBe(200)
  })
})

describe('a product', () => {
  test('has its reviews, newest first, with usernames', async () => {
    const ada = await createUser(db, { username: 'Ada' })
    const gone = await createUser(db, { username: 'Eve', deleted_at: new Date() })
    const product = await createProduct(db, { old_price_cents: 15_000, rating: 4.5 })
    await createReview(db, { user_id: ada.id, product_id: product.id, rating: 4, created_at: new Date(2026, 1, 1) })
    await createReview(db, { user_id: gone.id, product_id: product.id, created_at: new Date(2026, 2, 1) })

    const { data } = (await app.inject(`/api/products/${product.id}`)).json()
    expect(data.product).toMatchObject({ _id: product.id, price: 120, oldPrice: 150, rating: 4.5 })
    expect(data.reviews).toMatchObject([
      { rating: 5, productId: product.id, userId: { _id: gone.id, username: 'Deleted user' } },
      { rating: 4, productId: product.id, userId: { _id: ada.id, username: 'Ada' } },
    ])
    expect(JSON.stringify(data)).not.toContain('@shop.test')
  })

  test('with very many reviews shows the newest hundred and the total', async () => {
    const product = await createProduct(db)
    await sql`insert into "user" (id, username, email, created_at)
      select gen_random_uuid(), 'U' || n, n || '@shop.test', now() from generate_series(1, 103) n`.execute(db)
    await sql`insert into review (id, user_id, product_id, rating, comment, created_at)
      select gen_random_uuid(), id, ${product.id}, 5, username, now() + ltrim(username, 'U')::int * interval '1 hour' from "user"`.execute(
      db,
    )
    const { data } = (await app.inject(`/api/products/${product.id}`)).json()
    expect(data.totalReviews).toBe(103)
    expect(data.reviews.map(({ comment }: { comment: string }) => comment)).toEqual(
      Array.from({ length: 100 }, (_, n) => `U${103 - n}`),
    )
  })

  test.each(['undefined', 'null', '1', '%20', '00000000-0000-7000-8000-000000000000', 'x'.repeat(90)])(
    'with the unknown id %s is 404',
    async id => {
      const response = await app.inject(`/api/products/${id}`)
      expect(response.statusCode).toBe(404)
      expect(response.json()).toMatchObject({ success: false, code: 'not_found', message: 'Product not found' })
    },
  )

  test('that was taken off sale is 410 until it is restored', async () => {
    const { id } = await createProduct(db, { deleted_at: new Date() })
    const response = await app.inject(`/api/products/${id}`)
    expect(response.statusCode).toBe(410)
    expect(response.json()).toMatchObject({ success: false, code: 'gone', message: 'Product is no longer here' })
    await db.updateTable('product').set({ deleted_at: null }).execute()
    expect((await app.inject(`/api/products/${id}`)).statusCode).toBe(200)
  })
})
