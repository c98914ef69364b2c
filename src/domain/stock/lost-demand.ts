import { type Static, Type } from 'typebox'
import { formatCents, toCents } from '../money.ts'
import { labelOf, oneSize } from '../products/size.ts'
import { stockStates } from '../products/stock.ts'

/**
 * How a visitor asked for what could not be bought: chose a sold-out size, asks to be told when it is back, was refused at the
 * checkout, or filtered by a size and found nothing.
 */
export const demandKinds = ['tapped', 'alert', 'refused', 'filtered'] as const
export type DemandKind = (typeof demandKinds)[number]

/** `gone`: the size or its product is no longer sold. */
export const wantedStates = [...stockStates, 'gone'] as const
export type WantedState = (typeof wantedStates)[number]

/** A size that visitors asked for and could not buy; `value` is in major units. */
export const WantedSize = Type.Object({
  productId: Type.String(),
  variantId: Type.String(),
  name: Type.String(),
  color: Type.String({ description: 'The shade, or the color when it has none' }),
  size: Type.String({ description: 'As shoppers read it' }),
  visitors: Type.Integer({ description: 'Once a day each' }),
  value: Type.Number({ description: 'What they would have paid, at the prices of those days' }),
  state: Type.Unsafe<WantedState>(
    Type.String({ enum: [...wantedStates], description: 'Of the size now; `gone`: it is no longer sold' }),
  ),
  left: Type.Optional(Type.Integer({ description: 'With `low`: 1 to 3 pieces' })),
})
export type WantedSize = Static<typeof WantedSize>

/** What was asked for and not sold; money in major units. */
export const LostDemand = Type.Object({
  days: Type.Integer({ description: 'So many days, up to now' }),
  visitors: Type.Integer({ description: 'Once a day and size each' }),
  value: Type.Number(),
  topSize: Type.Union([Type.String(), Type.Null()], {
    description: 'The size with most of the value, as shoppers read it; null when it is of goods without sizes',
  }),
  isMostly: Type.Boolean({ description: 'More than half of the value is of that size' }),
  sizes: Type.Array(WantedSize, { description: 'One page, the highest value first' }),
})
export type LostDemand = Static<typeof LostDemand>

export const usualDays = 30
/** So many days are stored. */
export const maxDays = 400

/** Reads a number of days. Never throws: one out of bounds is clamped, and what is no number is the usual one. */
export function readDays(text = ''): number {
  const days = Math.trunc(Number(text.trim() || usualDays))
  return Number.isNaN(days) ? usualDays : Math.min(maxDays, Math.max(1, days))
}

/** What visitors would have paid for the pieces of one size. */
interface SizeSum {
  /** A code of `products/size.ts`, or what a filter by size names. */
  size: string
  cents: number
}

/** The size with the highest sum, by its label, and whether it has more than half of all. */
export function topSizeOf(sums: readonly SizeSum[]): Pick<LostDemand, 'topSize' | 'isMostly'> {
  const byLabel = new Map<string, number>()
  for (const { size, cents } of sums) byLabel.set(labelOf(size), (byLabel.get(labelOf(size)) ?? 0) + cents)
  const [top] = [...byLabel].toSorted(([, a], [, b]) => b - a)
  if (!top || top[1] === 0 || top[0] === labelOf(oneSize)) return { topSize: null, isMostly: false }
  const all = sums.reduce((sum, { cents }) => sum + cents, 0)
  return { topSize: top[0], isMostly: top[1] * 2 > all }
}

/** "$1,240.00 asked for and not sold in 30 days, mostly M"; without a period at its end. */
export function describeLostDemand({
  value,
  days,
  topSize,
  isMostly,
}: Pick<LostDemand, 'value' | 'days' | 'topSize' | 'isMostly'>): string {
  const inTime = days === 1 ? 'today' : `in ${days} days`
  const size = topSize === null ? '' : isMostly ? `, mostly ${topSize}` : `, above all in ${topSize}`
  return `${formatCents(toCents(value))} asked for and not sold ${inTime}${size}`
}
