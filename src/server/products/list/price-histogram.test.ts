import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyPrice, type BucketRange, bucketRanges, bucketsOfStep, priceSteps, pricesOf } from './price-histogram.ts'

const boundsOf = ({ first, last }: BucketRange) => ({ min: pricesOf(first).min, max: pricesOf(last).max })
const cents = fc.oneof(
  fc.integer({ min: 0, max: 10_000_000 }),
  fc.integer({ min: 0, max: 100_000 }).map(dollars => dollars * 100),
)

test('a range of whole dollars has few buckets', () => {
  expect(bucketRanges(5_000, 10_000).map(boundsOf)).toEqual([
    { min: 10_000, max: 10_000 },
    { min: 5_000, max: 9_999 },
  ])
})

test('without a maximum the highest prices are included, and without any bound one bucket holds all', () => {
  expect(bucketRanges(0, 2 ** 31 - 1)).toEqual([{ first: anyPrice, last: anyPrice }])
  expect(bucketRanges(10_000, 2 ** 31 - 1).map(boundsOf)).toContainEqual({ min: 10_000_000, max: 99_999_999 })
})

test('an empty range has no bucket', () => {
  expect(bucketRanges(500, 499)).toEqual([])
  expect(bucketRanges(2 ** 31 - 1, 0)).toEqual([])
})

test('the buckets hold each price within the bounds once, and no other', () => {
  fc.assert(
    fc.property(cents, cents, fc.array(cents, { maxLength: 50 }), (a, b, others) => {
      const [min, max] = [Math.min(a, b), Math.max(a, b)]
      const ranges = bucketRanges(min, max).map(boundsOf)
      for (const price of [min - 1, min, min + 1, max - 1, max, max + 1, ...others]) {
        const holding = ranges.filter(bounds => bounds.min <= price && price <= bounds.max)
        expect(holding.length, `${price} in ${min} to ${max}`).toBe(min <= price && price <= max ? 1 : 0)
      }
      expect(ranges.reduce((sum, bounds) => sum + bounds.max - bounds.min + 1, 0)).toBe(max - min + 1)
    }),
    { numRuns: 2_000 },
  )
})

test('a range of any width has few buckets of each step', () => {
  fc.assert(
    fc.property(cents, cents, (a, b) => {
      const ranges = bucketRanges(Math.min(a, b), Math.max(a, b))
      for (const [place, step] of priceSteps.entries()) {
        const ofStep = ranges.filter(({ first }) => Math.floor(first / bucketsOfStep) === place)
        const ratio = (priceSteps[place + 1] ?? Number.POSITIVE_INFINITY) / step
        expect(ofStep.length).toBeLessThan(3)
        expect(ofStep.reduce((sum, { first, last }) => sum + last - first + 1, 0)).toBeLessThan(2 * ratio)
      }
    }),
  )
})
