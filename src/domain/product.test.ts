import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readProductFilters, shownRange } from './product.ts'

const unset = {
  category: undefined,
  color: undefined,
  minPrice: 0,
  maxPrice: undefined,
  page: 1,
  limit: 10,
  ids: undefined,
}

test('nothing asked means the first ten of all products', () => {
  expect(readProductFilters({})).toEqual(unset)
})

test('empty strings, "all" and Infinity mean unset', () => {
  const query = { category: 'all', color: '', minPrice: '', maxPrice: 'Infinity', page: '', limit: '', ids: '' }
  expect(readProductFilters(query)).toEqual(unset)
})

test('filters are read as they are', () => {
  const query = { category: 'dress', color: 'red', minPrice: '50', maxPrice: '100', page: '3', limit: '8', ids: 'a,b' }
  expect(readProductFilters(query)).toEqual({
    category: 'dress',
    color: 'red',
    minPrice: 50,
    maxPrice: 100,
    page: 3,
    limit: 8,
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
])('a bad %s of %s is clamped to %s', (name, value, expected) => {
  expect(readProductFilters({ [name]: value })).toMatchObject({ [name]: expected })
})

test('whatever is asked, the answer is a usable page', () => {
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
