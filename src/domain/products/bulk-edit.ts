import { type Static, Type } from 'typebox'
import { literals } from '../schema.ts'
import type { ProductChoices } from '../settings/catalogue.ts'
import { productLimits, readProductFields } from './fields/product-fields.ts'
import { readSchedule } from './fields/schedule-fields.ts'
import { type Status, statuses, visibilities } from './schedule.ts'

/** How many products one edit changes at most, by how many percent, and how many percent a sale takes off. */
export const bulkLimits = { products: 200, minPercent: -90, maxPercent: 500, minOff: 1, maxOff: 90 } as const

/** How many products the dashboard's list shows. */
export const adminPageSizes = { small: 12, large: 50 } as const

/** What an edit of many products changes; what it leaves is missing. */
export interface BulkChange {
  /** The address of a category. */
  category?: string
  color?: string
  /** How much the price rises, or falls where it is negative; at most two decimals. */
  percent?: number
  status?: Status
  /** A sale that begins or is to come replaces each product's own one; null ends it. */
  sale?: BulkSale | null
}

export interface BulkSale {
  /** How many percent below the price outside the sale; at most two decimals. */
  percentOff: number
  /** Null: from now on. */
  from: Date | null
  /** Null: until an admin ends it. */
  until: Date | null
}

/** The fields of an edit in forms and calls; an empty one leaves what it is about. */
export const bulkNames = [
  ...['category', 'color', 'percent', 'status'],
  ...['salePercent', 'saleFrom', 'saleUntil', 'endsSale'],
] as const

const Values = Type.Object({
  category: Type.String(),
  color: Type.String(),
  price: Type.Number({ description: 'In the shop’s currency; while a sale runs, the price after it' }),
  status: literals(statuses),
  salePrice: Type.Optional(Type.Number({ description: 'Of the sale that runs or is to come' })),
  saleFrom: Type.Optional(Type.String()),
  saleUntil: Type.Optional(Type.String()),
})

/** What an edit would do to one product. */
export const PlannedEdit = Type.Object({
  _id: Type.String(),
  name: Type.String(),
  shade: Type.Optional(Type.String({ description: 'What the color is called; no edit of many changes it' })),
  updatedAt: Type.String({ description: 'The version that the plan is about' }),
  before: Values,
  after: Values,
  error: Type.Optional(Type.String({ description: 'Why it cannot be done; the product is left as it is' })),
})
export type PlannedEdit = Static<typeof PlannedEdit>

/** A product as the dashboard lists it, whether visitors see it or not. */
export const ListedProduct = Type.Object({
  _id: Type.String(),
  name: Type.String(),
  category: Type.String(),
  color: Type.String(),
  shade: Type.Optional(Type.String()),
  price: Type.Number({ description: 'In the shop’s currency, what visitors pay now' }),
  oldPrice: Type.Optional(Type.Number()),
  image: Type.String(),
  placeholder: Type.Optional(Type.String()),
  visibility: literals(visibilities),
  visibleFrom: Type.Optional(Type.String()),
  pieces: Type.Optional(Type.Integer({ description: 'On hand, of all sizes that are counted; missing when none is' })),
  createdAt: Type.String(),
})
export type ListedProduct = Static<typeof ListedProduct>

/**
 * Reads what an edit of many products changes. Never throws.
 * @returns the change, or one sentence about the first value that cannot be used
 */
export function readBulkChange(
  sent: Record<string, unknown>,
  choices: ProductChoices,
): { change: BulkChange; error?: undefined } | { error: string } {
  const { category, color, status, percent } = sent
  const { fields, fieldErrors } = readProductFields(given({ category, color }), choices)
  const schedule = readSchedule(given({ status }))
  const [error] = [...Object.values(fieldErrors), ...Object.values(schedule.fieldErrors)]
  if (error) return { error }
  const read = readPercent(percent)
  if (read.error !== undefined) return { error: read.error }
  const sale = readSale(sent)
  if (sale.error !== undefined) return { error: sale.error }
  const change = { ...given({ ...fields, ...schedule.fields }), ...read, ...sale }
  return Object.keys(change).length > 0 ? { change } : { error: 'Choose what should change.' }
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''
const given = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value))) as Partial<T>

function readPercent(value: unknown): { percent?: number; error?: undefined } | { error: string } {
  if (isEmpty(value)) return {}
  const { minPercent, maxPercent } = bulkLimits
  const percent = toPercent(value)
  if (!(percent >= minPercent && percent <= maxPercent))
    return { error: `The percent must be a number from ${minPercent} to ${maxPercent}, like -20.` }
  return percent === 0 ? { error: 'A price that changes by 0 percent stays as it is.' } : { percent }
}

/** A number, or NaN for what is none with at most two decimals. */
function toPercent(value: unknown): number {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? plain(value) : ''
  return /^[+-]?\d{1,3}(\.\d{1,2})?$/.test(text) ? Number(text) : Number.NaN
}

function readSale({
  salePercent,
  saleFrom,
  saleUntil,
  endsSale,
}: Record<string, unknown>): (Pick<BulkChange, 'sale'> & { error?: undefined }) | { error: string } {
  const hasMoments = !isEmpty(saleFrom) || !isEmpty(saleUntil)
  if (endsSale === true || endsSale === 'true')
    return hasMoments || !isEmpty(salePercent) ? { error: 'A sale is begun or ended, not both.' } : { sale: null }
  if (isEmpty(salePercent)) return hasMoments ? { error: 'Say how many percent the sale takes off.' } : {}
  const percentOff = toPercent(salePercent)
  if (!(percentOff >= bulkLimits.minOff && percentOff <= bulkLimits.maxOff))
    return { error: `A sale takes off from ${bulkLimits.minOff} to ${bulkLimits.maxOff} percent, like 20.` }
  const { fields, fieldErrors } = readSchedule(given({ saleFrom, saleUntil }))
  const [error] = Object.values(fieldErrors)
  return error ? { error } : { sale: { percentOff, from: fields.saleFrom ?? null, until: fields.saleUntil ?? null } }
}

/** Without a percent sign, and with the minus sign of programs. */
const plain = (text: string) =>
  text
    .trim()
    .replace(/\s?%$/, '')
    .replace(/^\u2212/, '-')

/**
 * The price after a change by percent, in whole cents, half a cent rounded up. At most the highest price and at least one cent.
 * @param percent with at most two decimals
 */
export function priceByPercent(cents: number, percent: number): number {
  const changed = Math.round((cents * (10_000 + Math.round(percent * 100))) / 10_000)
  return Math.min(productLimits.priceCents, Math.max(1, changed))
}
