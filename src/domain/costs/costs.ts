/** What an order costs. All amounts are integers in the smallest unit of the currency (cents), all rates hundredths of a percent. */

import { maxChargeCents } from '../currency.ts'

/** A line before its discount. */
export interface PricedGoods {
  priceCents: number
  quantity: number
  category: string
}

export type DiscountKind = 'percent' | 'fixed' | 'delivery'

/** A discount that the order may have. */
export interface Discount {
  kind: DiscountKind
  /** Hundredths of a percent, cents, or 0. */
  value: number
  /** The only category whose goods it makes cheaper; null: all. */
  category: string | null
}

/** The rules by which the parts of an amount follow from its goods. */
export interface CostRules {
  deliveryCents: number
  /** Goods of this sum, after the discount, are delivered free; null: none. */
  freeFromCents: number | null
  /** The tax that the prices include; null: none. */
  taxBp: number | null
  discount?: Discount
}

/** The parts of an amount: total = goods - discount + delivery, and the tax is a part of the total. */
export interface Costs {
  goodsCents: number
  discountCents: number
  /** The part of the discount that is on each line. */
  lineDiscounts: number[]
  deliveryCents: number
  taxCents: number
  totalCents: number
}

/** The parts of an order's amount. `order_costs` in the database says the same, inside the transaction that places the order. */
export function costsOf(lines: readonly PricedGoods[], rules: CostRules): Costs {
  const { discount } = rules
  const sums = lines.map(({ priceCents, quantity }) => priceCents * quantity)
  const eligible = sums.map((sum, index) => (isCheaper(lines[index], discount) ? sum : 0))
  const goodsCents = sumOf(sums)
  const discountCents = discount ? discountOf(discount, sumOf(eligible)) : 0
  const paidGoods = goodsCents - discountCents
  const isFree = discount?.kind === 'delivery' || (rules.freeFromCents !== null && paidGoods >= rules.freeFromCents)
  const deliveryCents = isFree ? 0 : rules.deliveryCents
  const totalCents = paidGoods + deliveryCents
  return {
    goodsCents,
    discountCents,
    lineDiscounts: splitByShares(discountCents, eligible),
    deliveryCents,
    taxCents: includedTax(totalCents, rules.taxBp),
    totalCents,
  }
}

/** The largest whole number that the database stores of an order's goods. */
export const maxGoodsCents = 2 ** 31 - 1

/** Whether an order is more than can be paid at once, or its goods are before the discount. */
export const isTooDear = ({ goodsCents, totalCents }: Costs): boolean =>
  totalCents > maxChargeCents || goodsCents > maxGoodsCents

const isCheaper = (line: PricedGoods | undefined, discount: Discount | undefined) =>
  discount !== undefined && (discount.category === null || discount.category === line?.category)

function discountOf({ kind, value }: Discount, eligibleCents: number): number {
  if (kind === 'percent') return Math.floor((eligibleCents * value + 5_000) / 10_000)
  return kind === 'fixed' ? Math.min(value, eligibleCents) : 0
}

/** The tax that an amount includes, rounded half up; 0 without a rate. */
export const includedTax = (amountCents: number, taxBp: number | null): number =>
  taxBp === null ? 0 : Math.floor((2 * amountCents * taxBp + 10_000 + taxBp) / (2 * (10_000 + taxBp)))

/**
 * Splits an amount by shares, so that the parts make up the whole to the last cent: each gets its part rounded down, and the cents
 * that remain go to the largest remainders, the first of equal ones.
 * @param shares at least 0; the amount is 0 when all of them are
 */
export function splitByShares(amountCents: number, shares: readonly number[]): number[] {
  const whole = sumOf(shares)
  if (whole === 0) return shares.map(() => 0)
  const parts = shares.map((share, index) => {
    const exact = BigInt(amountCents) * BigInt(share)
    return { index, cents: Number(exact / BigInt(whole)), rest: Number(exact % BigInt(whole)) }
  })
  const missing = amountCents - sumOf(parts.map(({ cents }) => cents))
  const lucky = new Set(
    parts
      .toSorted((one, other) => other.rest - one.rest || one.index - other.index)
      .slice(0, missing)
      .map(({ index }) => index),
  )
  return parts.map(({ index, cents }) => cents + (lucky.has(index) ? 1 : 0))
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)

/** A line as the provider charges it. */
interface ChargedLine {
  quantity: number
  unitCents: number
}

/**
 * The lines that charge exactly the net sum of a line. A provider knows one price for all pieces of a line, so a discount that does
 * not divide by them makes two lines.
 */
export function chargedLines(priceCents: number, quantity: number, discountCents: number): ChargedLine[] {
  const net = priceCents * quantity - discountCents
  const unitCents = Math.floor(net / quantity)
  const dearer = net - unitCents * quantity
  return [
    { quantity: quantity - dearer, unitCents },
    { quantity: dearer, unitCents: unitCents + 1 },
  ].filter(line => line.quantity > 0)
}
