import { expect, test } from 'vitest'
import { currencyCodes } from '#domain/currency.ts'
import { readSearch } from './read-search.ts'

const ends = [50, 100, 200]

test.each([
  ['dress under 100', { words: ['dress'], maxPrice: 100 }],
  ['dress under $100', { words: ['dress'], maxPrice: 100 }],
  ['dress under €100', { words: ['dress'], maxPrice: 100 }],
  ['dress under 100 €', { words: ['dress'], maxPrice: 100 }],
  ['dress under 100 EUR', { words: ['dress'], maxPrice: 100 }],
  ['dress under EUR 100', { words: ['dress'], maxPrice: 100 }],
  ['dress under CA$100', { words: ['dress'], maxPrice: 100 }],
  ['dress below 99.50 zł', { words: ['dress'], maxPrice: 99.5 }],
  ['dress max ¥12,000', { words: ['dress'], maxPrice: 12_000 }],
  ['dress up to 1500000 yen', { words: ['dress'], maxPrice: 1_500_000 }],
  ['dress over 400 kr', { words: ['dress'], minPrice: 400 }],
  ['dress 50-100 eur', { words: ['dress'], minPrice: 50, maxPrice: 100 }],
  ['dress between £50 and £100', { words: ['dress'], minPrice: 50, maxPrice: 100 }],
  ['dress eur', { words: ['dress'] }],
  ['cheap dress', { words: ['dress'], maxPrice: 50 }],
  ['luxury dress', { words: ['dress'], minPrice: 200 }],
])('%s', (typed, expected) => {
  const { isLastWordOpen: _, ...read } = readSearch(typed, ends)
  expect(read).toEqual(expected)
})

test('cheap and luxury follow the price bands of the owner', () => {
  expect(readSearch('cheap ring', [3_000, 9_000]).maxPrice).toBe(3_000)
  expect(readSearch('luxury ring', [3_000, 9_000]).minPrice).toBe(9_000)
})

test.each(currencyCodes)('an amount in %s is a bound, and its code is no word', code => {
  expect(readSearch(`ring under 90 ${code}`, ends)).toMatchObject({ words: ['ring'], maxPrice: 90 })
  expect(readSearch(`ring ${code}`, ends).words).toEqual(['ring'])
})
