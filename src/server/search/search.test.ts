import { expect, test } from 'vitest'
import { sorts } from '#domain/products/product.ts'
import { createProduct } from '../../../tests/support/builders.ts'
import { namesOf, searchedShop } from './shop.fixture.ts'

const shop = searchedShop()
const { ask, find } = shop

test('answers like the list of products, with the filters, the pages and an exact total', async () => {
  for (const [name, color, price_cents] of [
    ['Silk dress', 'red', 10_000],
    ['Linen dress', 'red', 20_000],
    ['Wool dress', 'blue', 30_000],
  ] as const)
    await createProduct(shop.db, { name, color, price_cents })
  await createProduct(shop.db, { name: 'Gold ring', category: 'jewellery', color: 'gold', description: 'A ring.' })
  const answer = await ask({ q: 'dress', limit: '2' })
  expect(answer.json()).toMatchObject({ success: true, message: 'OK', data: { totalProducts: 3, totalPages: 2 } })
  expect(namesOf(await find({ q: 'dress', limit: '2', page: '2' }))).toHaveLength(1)
  expect(await find({ q: 'dress', page: '9' })).toMatchObject({ products: [], totalProducts: 3 })
  expect(namesOf(await find({ q: 'dress', color: 'blue' }))).toEqual(['Wool dress'])
  expect(namesOf(await find({ q: 'dress', category: 'jewellery' }))).toEqual([])
  expect(namesOf(await find({ q: 'dress', minPrice: '100', maxPrice: '200', sort: 'price-desc' }))).toEqual([
    'Linen dress',
    'Silk dress',
  ])
  expect(namesOf(await find({ q: 'dress', sort: 'price-asc' }))).toEqual(['Silk dress', 'Linen dress', 'Wool dress'])
  expect(namesOf(await find({ q: 'under 150' }))).toEqual(['Gold ring', 'Silk dress'])
  expect(await find({})).toEqual({ products: [], totalProducts: 0, totalPages: 0, suggestions: [] })
})

test.each(['', ...sorts])(
  'sorted by "%s", sold-out results come last, page by page, and the total counts them',
  async sort => {
    for (let n = 0; n < 6; n++)
      await createProduct(shop.db, {
        name: `Silk ${n}`,
        price_cents: 1_000 * n + 100,
        rating: 5 - n,
        created_at: new Date(2026, 0, n + 1),
        sold_out: n % 2 === 0,
      })
    const pages = await Promise.all(['1', '2', '3'].map(page => find({ q: 'silk', sort, limit: '2', page })))
    const order = ['price-asc', 'rating'].includes(sort) ? '135024' : '531420'
    expect(
      pages
        .flatMap(namesOf)
        .map(name => name.slice(-1))
        .join(''),
    ).toBe(order)
    expect(pages.map(({ totalProducts }) => totalProducts)).toEqual([6, 6, 6])
  },
)

test('a sold-out product comes last although it matches best, and first again once it is there', async () => {
  const { id } = await createProduct(shop.db, { name: 'Velvet', sold_out: true })
  await createProduct(shop.db, { name: 'Gown', description: 'Of velvet.' })
  expect(namesOf(await find({ q: 'velvet' }))).toEqual(['Gown', 'Velvet'])
  await shop.db.updateTable('product').set({ sold_out: false }).where('id', '=', id).execute()
  expect(namesOf(await find({ q: 'velvet' }))).toEqual(['Velvet', 'Gown'])
})

test('counts what each value of a filter would show', async () => {
  for (const [color, price_cents, old_price_cents] of [
    ['red', 4_000, null],
    ['red', 30_000, 40_000],
    ['blue', 5_000, 6_000],
  ] as const)
    await createProduct(shop.db, { name: 'Silk dress', color, price_cents, old_price_cents })
  await createProduct(shop.db, { name: 'Gold ring', category: 'jewellery', color: 'gold', description: 'A ring.' })
  const count = async (query: string) => (await shop.app.inject(`/api/search/counts?${query}`)).json().data
  expect(await count('q=dresses')).toEqual({
    category: { dress: 3 },
    color: { red: 2, blue: 1 },
    price: { 0: 2, 1: 1, 3: 1 },
    size: { one: 3 },
    inStock: 3,
    sale: 2,
  })
  expect(await count('q=dress&sale=1')).toEqual({
    category: { dress: 2 },
    color: { red: 1, blue: 1 },
    price: { 0: 1, 1: 1, 3: 1 },
    size: { one: 2 },
    inStock: 2,
    sale: 2,
  })
  expect(await count('q=dress&color=red&maxPrice=50')).toEqual({
    category: { dress: 1 },
    color: { red: 1, blue: 1 },
    price: { 0: 1, 3: 1 },
    size: { one: 1 },
    inStock: 1,
    sale: 0,
  })
  expect(await count('q=dress+under+45')).toMatchObject({ color: { red: 1 }, price: { 0: 1 } })
  expect(await count('q=%26%7C!')).toEqual({ category: {}, color: {}, price: {}, size: {}, inStock: 0, sale: 0 })
})

test('a name counts more than a color, and both more than a description', async () => {
  await createProduct(shop.db, { name: 'Plain dress', color: 'black', description: 'For the gold hour.' })
  await createProduct(shop.db, { name: 'Evening dress', color: 'gold', description: 'Plain.' })
  await createProduct(shop.db, { name: 'Gold dress', color: 'black', description: 'Plain.' })
  expect(namesOf(await find({ q: 'gold' }))).toEqual(['Gold dress', 'Evening dress', 'Plain dress'])
})

test('the last word finds longer words while it is typed', async () => {
  await createProduct(shop.db, { name: 'Pearl necklace', category: 'jewellery', description: 'Pearls.' })
  for (const q of ['ne', 'neckl', 'pearl neck', 'necklace'])
    expect(namesOf(await find({ q }))).toEqual(['Pearl necklace'])
  expect(namesOf(await find({ q: 'pearl ne ' }))).toEqual([])
  await createProduct(shop.db, { name: 'Silk dress' })
  for (const q of ['dr', 'dre', 'dres', 'silk dress']) expect(namesOf(await find({ q }))).toEqual(['Silk dress'])
})

test('a search follows the catalogue: products added, renamed, given a shade, deleted and restored', async () => {
  const { id } = await createProduct(shop.db, { name: 'Étoile brooch', description: 'Enamel.' })
  const change = (fields: { name?: string; shade?: string; deleted_at?: Date | null }) =>
    shop.db.updateTable('product').set(fields).where('id', '=', id).execute()
  const found = async (q: string) => (await find({ q })).totalProducts
  expect(await found('etoile')).toBe(1)
  await change({ name: 'Comet brooch' })
  expect(await found('étoile')).toBe(0)
  expect(await found('comet')).toBe(1)
  await change({ shade: 'Ripe cherry' })
  expect(await found('cherry brooch')).toBe(1)
  await change({ deleted_at: new Date() })
  expect(await found('comet')).toBe(0)
  await change({ deleted_at: null })
  expect(await found('comet')).toBe(1)
})

test('products of a color come before those that mention it, for each name of the color', async () => {
  await createProduct(shop.db, { name: 'Hoop earrings', color: 'gold', description: 'Recycled silver below.' })
  await createProduct(shop.db, { name: 'Little studs', color: 'silver', description: 'For every day.' })
  for (const q of ['silver earrings', 'grey earrings']) expect(namesOf(await find({ q }))[0]).toBe('Little studs')
})

test.each([
  ['10,000 characters', 'dress '.repeat(1_700)],
  ['one word of 10,000 characters', 'x'.repeat(10_000)],
  ['signs alone', '!?§$%&/()=*+~#-_.:,;<>|^°'],
  ['the syntax of text search', "&|!:*() <-> 'a':A \\"],
  ['Arabic', 'فستان أحمر'],
  ['Chinese', '红色连衣裙'],
  ['emoji', '👗👜💍'],
  ['SQL', `'; drop table product; --`],
  ['a script', '<script>alert(1)</script>'],
  ['wildcards', '%%%___\\\\'],
  ['numbers', '0 -1 1e99 NaN Infinity under 999999999999999'],
  ['the far end of a price', 'dress under 999999'],
])('%s get an ordinary response', async (_name, q) => {
  await createProduct(shop.db)
  const answer = await ask({ q, minPrice: '-5', page: '1e9', limit: 'x', sort: 'odd', color: "'" })
  expect(answer.statusCode).toBe(200)
  expect((await ask({ q })).json().success).toBe(true)
})

test('NUL is refused, and invalid UTF-8 reveals no error of the database', async () => {
  for (const q of ['dress%00', '%ED%A0%80']) {
    const { statusCode, body } = await shop.app.inject(`/api/search?q=${q}`)
    expect([200, 400]).toContain(statusCode)
    expect(body).not.toMatch(/syntax|tsquery|pg_/)
  }
  expect((await shop.app.inject('/api/search?q=dress%00')).statusCode).toBe(400)
})

test('what is on sale is what has an old price now, whatever its text says', async () => {
  const dress = await createProduct(shop.db, { name: 'Silk dress', old_price_cents: 15_000 })
  await createProduct(shop.db, { name: 'Wool dress', description: 'No sale on this dress.' })
  const onSale = async (filters = {}) => namesOf(await find({ q: 'dress', sale: '1', ...filters }))
  expect(await onSale()).toEqual(['Silk dress'])
  expect(await onSale({ size: 'one', color: 'black', category: 'dress', maxPrice: '130' })).toEqual(['Silk dress'])
  expect(await onSale({ color: 'red' })).toEqual([])
  const setOld = (old_price_cents: number | null) =>
    shop.db.updateTable('product').set({ old_price_cents }).where('id', '=', dress.id).execute()
  await setOld(null)
  expect(await onSale()).toEqual([])
  await setOld(20_000)
  expect(await onSale()).toEqual(['Silk dress'])
})
