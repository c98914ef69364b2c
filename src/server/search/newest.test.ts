import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createProduct } from '../../../tests/support/builders.ts'
import { namesOf, searchedShop } from './shop.fixture.ts'

const shop = searchedShop()
const { find } = shop
const count = async (query: string) => (await shop.app.inject(`/api/search/counts?${query}`)).json().data

async function sell(many: number, name: string, color = 'red') {
  for (let sold = 0; sold < many; sold += 1_000)
    await sql`
      insert into product (id, name, category, color, description, price_cents, created_at, updated_at)
      select gen_random_uuid(), ${name} || ' ' || n, 'dress', ${color}, 'Plain.', 1000 + n, now() + n * interval '1 second', now()
      from generate_series(${sold + 1}::int, ${Math.min(sold + 1_000, many)}::int) n`.execute(shop.db)
}

test('a common word finds as many products as a search reads, and no counts', async () => {
  await sell(250, 'Silk dress')
  expect(await find({ q: 'dress' })).toMatchObject({ totalProducts: 250, totalPages: 25 })
  expect(await find({ q: 'dress' })).not.toHaveProperty('isMore')
  expect(await count('q=dress')).toEqual({
    category: { dress: 250 },
    color: { red: 250 },
    price: { 0: 250 },
    size: { one: 250 },
    inStock: 250,
    sale: 0,
  })

  await sell(1, 'Linen dress', 'blue')
  expect(await find({ q: 'dress' })).toMatchObject({ totalProducts: 250, totalPages: 25, isMore: true })
  expect((await find({ q: 'dress', limit: '100', page: '3' })).products).toHaveLength(50)
  expect((await find({ q: 'dress', limit: '100', page: '4' })).products).toEqual([])
  expect(await count('q=dress')).toEqual({
    category: {},
    color: {},
    price: {},
    size: {},
    inStock: 0,
    sale: 0,
    isMore: true,
  })
  expect(namesOf(await find({ q: 'dress', color: 'blue' }))).toEqual(['Linen dress 1'])
})

test.each(['before', 'after'])(
  'products with the word itself are found among many with a synonym, %s the table has statistics',
  async when => {
    await createProduct(shop.db, { name: 'Velvet gown', description: 'Long.', created_at: new Date('2020-01-01') })
    await sell(6_000, 'Silk dress')
    if (when === 'after') await sql`analyze product_search`.execute(shop.db)
    expect(namesOf(await find({ q: 'gown' }))[0]).toBe('Velvet gown')
    expect(await find({ q: 'dress' })).toMatchObject({ totalProducts: 250, isMore: true })
    expect(namesOf(await find({ q: 'dress', sort: 'newest' }))[0]).toBe('Silk dress 6000')
    expect(namesOf(await find({ q: 'silk dress 17 ' }))).toEqual(['Silk dress 17'])
  },
)
