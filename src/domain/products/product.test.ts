import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  canonicalPage,
  productPath,
  readPageFilters,
  readProductFilters,
  shownRange,
  writeProductFilters,
} from './product.ts'

const unset = {
  category: undefined,
  color: undefined,
  minPrice: 0,
  maxPrice: undefined,
  page: 1,
  limit: 10,
  sort: 'newest',
  ids: undefined,
}

test('no parameters mean the first ten of all products', () => {
  expect(readProductFilters({})).toEqual(unset)
})

test('empty strings, "all" and Infinity mean unset', () => {
  const query = { category: 'all', color: '', minPrice: '', maxPrice: 'Infinity', page: '', limit: '', ids: '' }
  expect(readProductFilters(query)).toEqual(unset)
})

test('filters are read unchanged', () => {
  const query = {
    category: 'dress',
    color: 'red',
    minPrice: '50',
    maxPrice: '100',
    page: '3',
    limit: '8',
    sort: 'rating',
    ids: 'a,b',
  }
  expect(readProductFilters(query)).toEqual({
    category: 'dress',
    color: 'red',
    minPrice: 50,
    maxPrice: 100,
    page: 3,
    limit: 8,
    sort: 'rating',
    ids: ['a', 'b'],
  })
})

test.each([
  ['page', '-1', 1],
  ['page', '0', 1],
  ['page', '2.9', 2],
  ['page', 'abc', 1],
  ['page', '1e99', 10_000],
  ['limit', '0', 1],
  ['limit', '1000', 100],
  ['limit', '-5', 1],
  ['minPrice', '-3', 0],
  ['minPrice', 'cheap', 0],
  ['sort', 'cheapest', 'newest'],
])('a bad %s of %s is clamped to %s', (name, value, expected) => {
  expect(readProductFilters({ [name]: value })).toMatchObject({ [name]: expected })
})

test('any parameters yield a usable page', () => {
  const anything = fc.dictionary(
    fc.constantFrom('category', 'color', 'minPrice', 'maxPrice', 'page', 'limit', 'ids'),
    fc.anything(),
  )
  fc.assert(
    fc.property(anything, query => {
      const { page, limit, minPrice, maxPrice = 0 } = readProductFilters(query)
      expect(Number.isInteger(page) && page >= 1 && page <= 10_000).toBe(true)
      expect(Number.isInteger(limit) && limit >= 1 && limit <= 100).toBe(true)
      expect(minPrice >= 0 && Number.isFinite(maxPrice)).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

test('the shown range counts from 1 and ends with the last product', () => {
  expect(shownRange(1, 8, 28)).toEqual({ from: 1, to: 8 })
  expect(shownRange(4, 8, 28)).toEqual({ from: 25, to: 28 })
  expect(shownRange(1, 8, 0)).toEqual({ from: 0, to: 0 })
  expect(shownRange(9, 8, 28)).toEqual({ from: 0, to: 0 })
})

test.each([
  ['Marée Pearl Strand', 'maree-pearl-strand'],
  ['  Étoile & Fils: “No. 5” ', 'etoile-fils-no-5'],
  ['قميص', encodeURIComponent('قميص')],
  ['x'.repeat(200), 'x'.repeat(80)],
  [`${'x'.repeat(79)} y`, 'x'.repeat(79)],
])('the address of %j ends in %s', (name, words) => {
  expect(productPath({ _id: 'p1', name })).toBe(`/shop/p1/${words}`)
})

test('a name without letters leaves the id alone', () => {
  expect(productPath({ _id: 'p1', name: '★ ★' })).toBe('/shop/p1')
})

test('filters written into an address are read back as they were', () => {
  const text = fc.constantFrom(undefined, 'dress', 'a & b', 'é')
  const price = fc.option(fc.integer({ min: 1, max: 500 }), { nil: undefined })
  const filters = fc.record({
    q: text,
    category: text,
    color: text,
    minPrice: price.map(cents => cents ?? 0),
    maxPrice: price,
    inStock: fc.constantFrom(undefined, true),
    sale: fc.constantFrom(undefined, true),
    sort: fc.constantFrom('newest' as const, 'rating' as const),
    page: fc.integer({ min: 1, max: 50 }),
  })
  fc.assert(
    fc.property(filters, asked => {
      const query = Object.fromEntries(new URLSearchParams(writeProductFilters(asked)))
      expect(readProductFilters(query)).toEqual({ ...asked, limit: 10, ids: undefined })
    }),
  )
  expect(writeProductFilters({ minPrice: 0, sort: 'newest', page: 1 })).toBe('')
})

test('a page of the shop shows 8 products, or 24 where the address says so, and nothing else', () => {
  for (const limit of [undefined, '', '8', '10', '100', '024', '24.0', ['24'], 24.5])
    expect(readPageFilters({ limit }).limit).toBe(8)
  expect(readPageFilters({ limit: '24', ids: 'p1' })).toMatchObject({ limit: 24, ids: undefined })
  expect(writeProductFilters({ limit: 24, page: 2 })).toBe('?limit=24&page=2')
  expect(writeProductFilters({ limit: 8, page: 2 })).toBe('?page=2')
})

test('the canonical page of 24 is the page of 8 that begins with the same product', () => {
  expect([1, 2, 3].map(page => canonicalPage({ page, limit: 24 }))).toEqual([1, 4, 7])
  expect([1, 2, 3].map(page => canonicalPage({ page, limit: 8 }))).toEqual([1, 2, 3])
})
