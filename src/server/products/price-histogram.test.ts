import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyPrice, type Buckets, bucketsOfStep, cutPrices, priceSteps, pricesOf } from './price-histogram.ts'

const boundsOf = ({ first, last }: Buckets) => ({ least: pricesOf(first).least, most: pricesOf(last).most })
const cents = fc.oneof(
  fc.integer({ min: 0, max: 10_000_000 }),
  fc.integer({ min: 0, max: 100_000 }).map(dollars => dollars * 100),
)

test('whole dollars are few buckets', () => {
  expect(cutPrices(5_000, 10_000).map(boundsOf)).toEqual([
    { least: 10_000, most: 10_000 },
    { least: 5_000, most: 9_999 },
  ])
})

test('without a highest price the dearest belong to it, and without either all are one', () => {
  expect(cutPrices(0, 2 ** 31 - 1)).toEqual([{ first: anyPrice, last: anyPrice }])
  expect(cutPrices(10_000, 2 ** 31 - 1).map(boundsOf)).toContainEqual({ least: 10_000_000, most: 99_999_999 })
})

test('no price is no bucket', () => {
  expect(cutPrices(500, 499)).toEqual([])
  expect(cutPrices(2 ** 31 - 1, 0)).toEqual([])
})

test('the buckets hold each price between the bounds once, and no other', () => {
  fc.assert(
    fc.property(cents, cents, fc.array(cents, { maxLength: 50 }), (a, b, others) => {
      const [least, most] = [Math.min(a, b), Math.max(a, b)]
      const cut = cutPrices(least, most).map(boundsOf)
      for (const price of [least - 1, least, least + 1, most - 1, most, most + 1, ...others]) {
        const holding = cut.filter(bounds => bounds.least <= price && price <= bounds.most)
        expect(holding.length, `${price} in ${least} to ${most}`).toBe(least <= price && price <= most ? 1 : 0)
      }
      expect(cut.reduce((sum, bounds) => sum + bounds.most - bounds.least + 1, 0)).toBe(most - least + 1)
    }),
    { numRuns: 2_000 },
  )
})

test('however wide, few buckets of each step', () => {
  fc.assert(
    fc.property(cents, cents, (a, b) => {
      const cut = cutPrices(Math.min(a, b), Math.max(a, b))
      for (const [place, step] of priceSteps.entries()) {
        const ofStep = cut.filter(({ first }) => Math.floor(first / bucketsOfStep) === place)
        const ratio = (priceSteps[place + 1] ?? Number.POSITIVE_INFINITY) / step
        expect(ofStep.length).toBeLessThan(3)
        expect(ofStep.reduce((sum, { first, last }) => sum + last - first + 1, 0)).toBeLessThan(2 * ratio)
      }
    }),
  )
})
