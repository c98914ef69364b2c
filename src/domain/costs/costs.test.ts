import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CostRules, chargedLines, costsOf, includedTax, type PricedGoods, splitByShares } from './costs.ts'

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)

const goods = fc.array(
  fc.record({
    priceCents: fc.integer({ min: 1, max: 10_000_000 }),
    quantity: fc.integer({ min: 1, max: 99 }),
    category: fc.constantFrom('dress', 'jewellery', 'shoes'),
  }),
  { minLength: 1, maxLength: 50 },
)
const category = fc.option(fc.constantFrom('dress', 'jewellery'))
const discount = fc.oneof(
  fc.record({ kind: fc.constant('percent' as const), value: fc.integer({ min: 1, max: 10_000 }), category }),
  fc.record({ kind: fc.constant('fixed' as const), value: fc.integer({ min: 1, max: 99_999_999 }), category }),
  fc.constant({ kind: 'delivery' as const, value: 0, category: null }),
)
const rules: fc.Arbitrary<CostRules> = fc.record(
  {
    deliveryCents: fc.integer({ min: 0, max: 9_999_999 }),
    freeFromCents: fc.option(fc.integer({ min: 0, max: 99_999_999 })),
    taxBp: fc.option(fc.integer({ min: 0, max: 3_000 })),
    discount,
  },
  { requiredKeys: ['deliveryCents', 'freeFromCents', 'taxBp'] },
)

test('the parts of 10,000 carts make up the amount to the last cent, line by line', () => {
  fc.assert(
    fc.property(goods, rules, (lines, rules) => {
      const costs = costsOf(lines, rules)
      expect(costs.totalCents).toBe(costs.goodsCents - costs.discountCents + costs.deliveryCents)
      expect(sumOf(costs.lineDiscounts)).toBe(costs.discountCents)
      expect(costs.taxCents).toBeLessThanOrEqual(costs.totalCents)
      const charged = lines.flatMap(({ priceCents, quantity }, index) => {
        const discountCents = costs.lineDiscounts[index] ?? 0
        expect(discountCents).toBeLessThanOrEqual(priceCents * quantity)
        return chargedLines(priceCents, quantity, discountCents)
      })
      expect(sumOf(charged.map(({ unitCents, quantity }) => unitCents * quantity))).toBe(
        costs.goodsCents - costs.discountCents,
      )
      expect(sumOf(charged.map(({ quantity }) => quantity))).toBe(sumOf(lines.map(({ quantity }) => quantity)))
    }),
    { numRuns: 10_000 },
  )
})

const line = (changes: Partial<PricedGoods> = {}): PricedGoods => ({
  priceCents: 10_000,
  quantity: 1,
  category: 'dress',
  ...changes,
})
const free: CostRules = { deliveryCents: 0, freeFromCents: null, taxBp: null }

describe('a discount', () => {
  test('of 20 % is rounded half up, once for all lines', () => {
    const lines = [line({ priceCents: 333 }), line({ priceCents: 332 }), line({ priceCents: 333 })]
    const costs = costsOf(lines, { ...free, discount: { kind: 'percent', value: 2_000, category: null } })
    expect(costs).toMatchObject({ discountCents: 200, totalCents: 798 })
    expect(costs.lineDiscounts).toEqual([67, 66, 67])
  })

  test('of a category is on its goods only', () => {
    const lines = [line(), line({ category: 'shoes', priceCents: 5_000 })]
    const discount = { kind: 'percent', value: 5_000, category: 'shoes' } as const
    expect(costsOf(lines, { ...free, discount })).toMatchObject({ discountCents: 2_500, lineDiscounts: [0, 2_500] })
  })

  test('of a fixed sum takes no more than the goods cost', () => {
    const discount = { kind: 'fixed', value: 15_000, category: null } as const
    expect(costsOf([line()], { ...free, deliveryCents: 500, discount })).toMatchObject({
      discountCents: 10_000,
      totalCents: 500,
    })
  })
})

describe('delivery', () => {
  const rules = { ...free, deliveryCents: 700, freeFromCents: 10_000 }

  test.each([
    [9_999, 700],
    [10_000, 0],
  ])('of goods for %i cents costs %i', (priceCents, deliveryCents) => {
    expect(costsOf([line({ priceCents })], rules)).toMatchObject({ deliveryCents })
  })

  test('is free from a sum after the discount', () => {
    const discount = { kind: 'fixed', value: 1, category: null } as const
    expect(costsOf([line()], { ...rules, discount })).toMatchObject({ deliveryCents: 700, totalCents: 10_699 })
  })

  test('is free with a code for it', () => {
    const discount = { kind: 'delivery', value: 0, category: null } as const
    const costs = costsOf([line()], { ...free, deliveryCents: 700, discount })
    expect(costs).toMatchObject({ deliveryCents: 0, discountCents: 0 })
  })
})

test.each([
  [11_900, 1_900, 1_900],
  [10_000, 1_900, 1_597], // 1596.64
  [101, 10_000, 51], // 50.5
  [1, 3_000, 0],
  [10_000, 0, 0],
  [10_000, null, 0],
])('of %i cents with a rate of %s hundredths of a percent %i are tax', (cents, bp, tax) => {
  expect(includedTax(cents, bp)).toBe(tax)
})

test('a sum is split by the largest remainders, the first of equal ones', () => {
  expect(splitByShares(100, [1, 1, 1])).toEqual([34, 33, 33])
  expect(splitByShares(5, [0, 3, 7])).toEqual([0, 2, 3])
  expect(splitByShares(0, [0, 0])).toEqual([0, 0])
})

test('a discount that does not divide by the pieces makes two lines', () => {
  expect(chargedLines(1_000, 3, 100)).toEqual([
    { quantity: 1, unitCents: 966 },
    { quantity: 2, unitCents: 967 },
  ])
  expect(chargedLines(1_000, 3, 0)).toEqual([{ quantity: 3, unitCents: 1_000 }])
})
