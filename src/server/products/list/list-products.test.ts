import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { categories, colors, type ProductFilters, sorts } from '#domain/products/product.ts'
import { findFit } from '#domain/products/size.ts'
import { defaultSettings } from '#domain/settings/defaults.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { createProduct } from '../../../../tests/support/builders.ts'
import { countProducts } from './count-products.ts'
import { listProducts } from './list-products.ts'

const { db } = await testApp()
const choices = { ...defaultSettings.catalogue, priceBands: defaultSettings.currency.priceBands }

interface Row {
  id: string
  category: string
  color: string
  price_cents: number
  rating: string
  created_at: Date
  sold_out: boolean
  old_price_cents: number | null
  fits: number
}
let sold: Row[]

// Some categories, colors, prices and sizes are common and some are rare, so that all ways of finding a list are used. About a
// third is sold out, and some more are in others' checkouts. More than a third is reduced.
beforeAll(async () => {
  await sql`
    insert into product (id, name, category, color, description, price_cents, rating, created_at, updated_at, deleted_at, sold_out, old_price_cents, fits)
    select gen_random_uuid(), 'P' || n, (${[...categories]}::text[])[1 + (n * 3 % 40) / 13],
      (${[...colors]}::text[])[1 + (n * 7 % 90) / 14], '', 100 * (1 + n * n % 97) + case n % 5 when 0 then 50 when 1 then 99 else 0 end,
      n % 6, '2026-01-01'::timestamptz + n * 7 % 300 * interval '1 hour', now(), case when n % 11 = 0 then now() end, n * 5 % 17 < 6,
      case when n * 3 % 8 < 3 then 20000 end,
      case when n * 5 % 17 < 6 or n % 19 = 0 then 0 when n % 7 = 0 then size_bit('one') when n % 13 = 0 then size_bit('ring-54')
        else (n * 37 % 16) * size_bit('alpha-S') end
    from generate_series(1, 600) n`.execute(db)
  sold = (await sql<Row>`select * from product where deleted_at is null`.execute(db)).rows
})

const orders: Record<(typeof sorts)[number], (a: Row, b: Row) => number> = {
  newest: (a, b) => +b.created_at - +a.created_at || (a.id < b.id ? -1 : 1),
  'price-asc': (a, b) => a.price_cents - b.price_cents || (a.id < b.id ? -1 : 1),
  'price-desc': (a, b) => b.price_cents - a.price_cents || (a.id < b.id ? 1 : -1),
  rating: (a, b) => Number(b.rating) - Number(a.rating) || orders.newest(a, b),
}

const soldOutLast =
  (order: (a: Row, b: Row) => number): typeof order =>
  (a, b) =>
    Number(a.sold_out) - Number(b.sold_out) || order(a, b)

const price = fc.oneof(
  fc.integer({ min: 0, max: 110 }),
  fc.integer({ min: 0, max: 11_000 }).map(cents => cents / 100),
)
const someFits = fc.uniqueArray(fc.constantFrom('clothes-S', 'clothes-M', 'clothes-L', 'ring-54', 'ring-60', 'one'), {
  minLength: 1,
  maxLength: 3,
})
const anyFilters: fc.Arbitrary<ProductFilters> = fc.record({
  category: fc.option(fc.constantFrom(...categories), { nil: undefined }),
  color: fc.option(fc.constantFrom(...colors), { nil: undefined }),
  minPrice: fc.oneof(fc.constant(0), price),
  maxPrice: fc.option(price, { nil: undefined }),
  page: fc.integer({ min: 1, max: 12 }),
  limit: fc.integer({ min: 1, max: 40 }),
  sort: fc.constantFrom(...sorts),
  size: fc.option(someFits, { nil: undefined }),
  mine: fc.option(someFits, { nil: undefined }),
  inStock: fc.constantFrom(undefined, true),
  sale: fc.constantFrom(undefined, true),
})
const bitOf = (code: string) => BigInt(2 ** (findFit(code)?.place ?? 0))
const isIn = (codes: string[], { fits }: Row) => codes.some(code => BigInt(fits) & bitOf(code))
const passes = (filters: Omit<ProductFilters, 'page' | 'limit' | 'sort'>) => {
  const { category, color, minPrice, maxPrice = 1e6, size, mine, inStock, sale } = filters
  const [min, max] = [Math.round(minPrice * 100), Math.round(maxPrice * 100)]
  return (row: Row) =>
    (!category || row.category === category) &&
    (!color || row.color === color) &&
    row.price_cents >= min &&
    row.price_cents <= max &&
    (!sale || row.old_price_cents !== null) &&
    (size ? isIn(size, row) : mine ? isIn([...mine, 'one'], row) : !inStock || row.fits > 0)
}

test('a list with any filters, order and page has the same products as a check of every row', async () => {
  await fc.assert(
    fc.asyncProperty(anyFilters, async filters => {
      const right = sold.filter(passes(filters)).toSorted(soldOutLast(orders[filters.sort]))
      const { products, total } = await listProducts(db, '', filters)
      expect(total).toBe(right.length)
      const page = right.slice((filters.page - 1) * filters.limit, filters.page * filters.limit)
      expect(products.map(({ _id }) => _id)).toEqual(page.map(({ id }) => id))
    }),
    { numRuns: 800 },
  )
})

test.each(sorts)(
  'sorted by %s, pages show each product once, the sold-out ones last, and the total counts all',
  async sort => {
    const pages = Array.from({ length: 9 }, (_, at) => ({ minPrice: 0, sort, limit: 64, page: at + 1 }))
    const shown = (await Promise.all(pages.map(filters => listProducts(db, '', filters)))).flatMap(page => {
      expect(page.total).toBe(sold.length)
      return page.products
    })
    expect(new Set(shown.map(({ _id }) => _id)).size).toBe(sold.length)
    expect(shown).toHaveLength(sold.length)
    const available = sold.filter(({ sold_out }) => !sold_out).length
    expect(available).toBeLessThan(sold.length)
    expect(shown.map(({ soldOut }) => soldOut === true)).toEqual(shown.map((_, at) => at >= available))
  },
)

test('the count of each value is the length of its list', async () => {
  await fc.assert(
    fc.asyncProperty(anyFilters, async filters => {
      const counts = await countProducts(db, choices, filters)
      for (const category of categories)
        expect(counts.category[category] ?? 0).toBe(sold.filter(passes({ ...filters, category })).length)
      for (const color of colors)
        expect(counts.color[color] ?? 0).toBe(sold.filter(passes({ ...filters, color })).length)
      const cheap = sold.filter(passes({ ...filters, minPrice: 0, maxPrice: 50 }))
      expect(counts.price[0] ?? 0).toBe(cheap.length)
      const bought = sold.filter(passes({ ...filters, size: undefined, mine: undefined, inStock: true }))
      expect(counts.inStock).toBe(bought.length)
      expect(counts.sale).toBe(sold.filter(passes({ ...filters, sale: true })).length)
      for (const code of ['clothes-M', 'ring-54', 'ring-60', 'one'])
        expect(counts.size[code] ?? 0, code).toBe(bought.filter(row => isIn([code], row)).length)
    }),
    { numRuns: 50 },
  )
})

test('concurrent changes of the same counts do not wait for each other, and the totals are exact', async () => {
  const count = async () => (await countProducts(db, choices, { minPrice: 0 })).category.cosmetics ?? 0
  const before = await count()
  const added = { name: 'P1', description: '', category: 'cosmetics', price_cents: 777 } as const
  await db.transaction().execute(async tx => {
    await createProduct(tx, added)
    const { id } = await createProduct(db, added)
    await createProduct(db, added)
    await sql`update product set price_cents = 778 where id = ${id}`.execute(db)
  })
  expect(await count()).toBe(before + 3)
  await db.deleteFrom('product').where('price_cents', 'in', [777, 778]).execute()
  expect(await count()).toBe(before)
})

test('the number of reduced products follows the old price, the sizes, a deletion and its undoing', async () => {
  const filters = { minPrice: 0, category: 'cosmetics', color: 'gold' }
  const count = async () => {
    const { sale, inStock } = await countProducts(db, choices, { ...filters, sale: true })
    const { total } = await listProducts(db, '', { ...filters, sale: true, sort: 'newest', page: 1, limit: 1 })
    expect(total).toBe(sale)
    return [sale, inStock] as const
  }
  const [sale, inStock] = await count()
  const { id } = await createProduct(db, { category: 'cosmetics', color: 'gold', old_price_cents: 20_000 })
  const set = (values: object) => db.updateTable('product').set(values).where('id', '=', id).execute()
  expect(await count()).toEqual([sale + 1, inStock + 1])
  for (const [values, expected] of [
    [{ old_price_cents: 30_000 }, [1, 1]],
    [{ fits: 0 }, [1, 0]],
    [{ price_cents: 1_234, fits: 1, category: 'cosmetics' }, [1, 1]],
    [{ old_price_cents: null }, [0, 0]],
    [{ old_price_cents: 30_000, color: 'red' }, [0, 0]],
    [{ color: 'gold' }, [1, 1]],
    [{ deleted_at: new Date() }, [0, 0]],
    [{ deleted_at: null }, [1, 1]],
  ] as const) {
    await set(values)
    expect(await count(), JSON.stringify(values)).toEqual([sale + expected[0], inStock + expected[1]])
  }
  await db.deleteFrom('product').where('id', '=', id).execute()
  expect(await count()).toEqual([sale, inStock])
  const { rows } = await sql`select from product_sale_count where n <= 0`.execute(db)
  expect(rows).toEqual([])
})
