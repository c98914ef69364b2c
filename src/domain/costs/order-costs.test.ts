import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { formatCents, setCurrency, toDollars } from '../money.ts'
import { type CostRules, chargedLines, costsOf } from './costs.ts'
import { type CostColumns, costRows, deliveryName, taxName, toOrderCosts } from './order-costs.ts'

afterEach(() => setCurrency('USD'))

const goods = fc.array(
  fc.record({
    priceCents: fc.integer({ min: 1, max: 1_000_000 }),
    quantity: fc.integer({ min: 1, max: 99 }),
    category: fc.constantFrom('dress', 'shoes'),
  }),
  { minLength: 1, maxLength: 50 },
)
const rules: fc.Arbitrary<CostRules> = fc.record({
  deliveryCents: fc.integer({ min: 0, max: 100_000 }),
  freeFromCents: fc.option(fc.integer({ min: 0, max: 10_000_000 })),
  taxBp: fc.option(fc.integer({ min: 0, max: 3_000 })),
  discount: fc.record({
    kind: fc.constantFrom('percent', 'fixed', 'delivery'),
    value: fc.integer({ min: 1, max: 10_000 }),
    category: fc.option(fc.constant('dress')),
  }),
})

/** "−$1,234.50" or "¥1,235" in the smallest unit. */
const centsOf = (text: string) => (text === 'Free' ? 0 : Number(text.replaceAll(/[^\d]/g, '')))

test('of 10,000 carts in dollars, euros and yen, what is printed, charged and stored is one sum', () => {
  fc.assert(
    fc.property(goods, rules, fc.constantFrom('USD', 'EUR', 'JPY'), (lines, rules, currency) => {
      setCurrency(currency)
      const costs = costsOf(lines, rules)
      const charged = lines.flatMap(({ priceCents, quantity }, n) =>
        chargedLines(priceCents, quantity, costs.lineDiscounts[n] ?? 0),
      )
      const atProvider = charged.reduce((sum, line) => sum + line.unitCents * line.quantity, costs.deliveryCents)
      const stored = columnsOf(costs, rules)
      const shown = toOrderCosts(stored)
      const rows = new Map(costRows(shown, toDollars(stored.amount_cents)))
      const printed =
        centsOf(rows.get('Goods') ?? formatCents(costs.goodsCents)) -
        centsOf(rows.get('Discount CODE') ?? 'Free') +
        centsOf(rows.get(deliveryName(shown)) ?? '')
      expect([atProvider, stored.amount_cents, printed, centsOf(rows.get('Total') ?? '')]).toEqual(
        Array(4).fill(costs.totalCents),
      )
      expect(rows.get(taxName(shown))).toBe(rules.taxBp === null ? undefined : formatCents(costs.taxCents))
    }),
    { numRuns: 10_000 },
  )
})

const columnsOf = (costs: ReturnType<typeof costsOf>, { taxBp }: CostRules): CostColumns => ({
  amount_cents: costs.totalCents,
  goods_cents: costs.goodsCents,
  discount_cents: costs.discountCents,
  discount_code: 'CODE',
  delivery_cents: costs.deliveryCents,
  delivery_method: 'Standard',
  is_pickup: false,
  tax_cents: costs.taxCents,
  tax_bp: taxBp,
  tax_label: 'VAT',
})

test('an order of a release before has no parts', () => {
  const older = {
    ...columnsOf(costsOf([], { deliveryCents: 0, freeFromCents: null, taxBp: null }), { taxBp: null } as CostRules),
  }
  const costs = toOrderCosts({
    ...older,
    amount_cents: 4_950,
    goods_cents: null,
    discount_code: null,
    delivery_method: null,
  })
  expect(costs.goods).toBe(49.5)
  expect(costRows(costs, 49.5)).toEqual([
    ['Delivery', 'Free'],
    ['Total', '$49.50'],
  ])
})
