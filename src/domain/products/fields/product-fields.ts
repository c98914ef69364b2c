import { isWholeAmount } from '../../currency.ts'
import { currencyDecimals, toCents, toDollars } from '../../money.ts'
import type { ProductChoices } from '../../settings/catalogue.ts'
import { hasSomethingToSee } from '../../text.ts'

/** The maximum lengths of a product's texts in characters, and the maximum price in the smallest unit. */
export const productLimits = { name: 200, description: 5_000, priceCents: 10_000_000 } as const

/** The fields of a product that an admin edits. Prices in integer cents. */
export interface ProductFields {
  name: string
  /** The address of a category. */
  category: string
  color: string
  description: string
  priceCents: number
  /** Shown struck through beside the price; null for none. */
  oldPriceCents: number | null
  /** The address of one of this shop's pictures, empty for the drawn placeholder. */
  image: string
}

/** The field names in forms and calls. */
const fieldNames = ['name', 'category', 'color', 'description', 'price', 'oldPrice', 'image'] as const
export type FieldName = (typeof fieldNames)[number]

/** One sentence for each invalid field. */
export type FieldErrors = Partial<Record<FieldName, string>>

/**
 * Reads the fields of a product that were sent, as numbers or texts. Fields that were not sent are left out. Never
 * throws: an invalid value becomes an error of its field.
 * @param choices the categories and colors there are; a category may be sent by its name as well
 */
export function readProductFields(
  sent: Partial<Record<FieldName, unknown>>,
  choices: ProductChoices,
): { fields: Partial<ProductFields>; fieldErrors: FieldErrors } {
  const fields: Partial<ProductFields> = {}
  const fieldErrors: FieldErrors = {}
  for (const name of fieldNames) {
    if (sent[name] === undefined) continue
    const { error, ...read } = readers[name](sent[name], choices)
    if (error) fieldErrors[name] = error
    else Object.assign(fields, read)
  }
  fieldErrors.oldPrice ??= oldPriceError(fields)
  if (!fieldErrors.oldPrice) delete fieldErrors.oldPrice
  return { fields, fieldErrors }
}

/** The fields that a new product requires. */
export const requiredFields = ['name', 'category', 'color', 'description', 'price'] as const satisfies FieldName[]

/** An old price must be higher than the price. */
export function oldPriceError({ priceCents, oldPriceCents }: Partial<ProductFields>): string | undefined {
  if (priceCents === undefined || oldPriceCents === undefined || oldPriceCents === null) return undefined
  return oldPriceCents > priceCents ? undefined : 'The old price must be above the price.'
}

type Reading = Partial<ProductFields> & { error?: string }

const readers: Record<FieldName, (value: unknown, choices: ProductChoices) => Reading> = {
  name: value => readText(value, 'name', 'The name'),
  description: value => readText(value, 'description', 'The description'),
  category: (value, { categories }) => {
    const asked = lower(value)
    const known = categories.find(each => each.address === asked) ?? categories.find(each => lower(each.name) === asked)
    return known
      ? { category: known.address }
      : unknownChoice(
          'The category',
          categories.map(each => each.address),
        )
  },
  color: (value, { colors }) => {
    const asked = lower(value)
    const known = colors.find(each => each.name === asked)
    return known
      ? { color: known.name }
      : unknownChoice(
          'The color',
          colors.map(each => each.name),
        )
  },
  price: value => readPrice(value, 'The price', priceCents => ({ priceCents })),
  oldPrice: value =>
    value === null || (typeof value === 'string' && value.trim() === '')
      ? { oldPriceCents: null }
      : readPrice(value, 'The old price', cents => ({ oldPriceCents: cents })),
  image: value => {
    if (value === null) return { image: '' }
    return typeof value === 'string'
      ? { image: value.trim() }
      : { error: 'The image must be the address of a picture.' }
  },
}

/** Line ends, tabs and invisible characters are not allowed in a name. */
const shapeless = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu

function readText(value: unknown, name: 'name' | 'description', label: string): Reading {
  if (typeof value !== 'string') return { error: `${label} must be a text.` }
  const text = (name === 'name' ? value.replace(shapeless, ' ') : value).trim()
  if (!hasSomethingToSee(text)) return { error: `${label} is missing.` }
  const max = productLimits[name]
  return text.length > max ? { error: `${label} can have at most ${max} characters.` } : { [name]: text }
}

const lower = (value: unknown) => (typeof value === 'string' ? value.trim().toLowerCase() : undefined)

const unknownChoice = (label: string, choices: string[]): Reading => ({
  error: `${label} must be one of ${choices.join(', ')}.`,
})

/** Whether a text is a number as prices are written: digits, and a point before decimals. */
export const isPlainNumber = (text: string): boolean => /^\d{1,9}(\.\d+)?$/.test(text)

/** Reads a price in major units, a number or a numeric text. */
export function readPrice(value: unknown, label: string, toFields: (cents: number) => Reading): Reading {
  const text = typeof value === 'string' ? value.trim() : value
  if (text === '') return { error: `${label} is missing.` }
  const isNumber = typeof text === 'number' || (typeof text === 'string' && isPlainNumber(text))
  if (!isNumber || !Number.isFinite(Number(text))) return { error: `${label} must be a number.` }
  const amount = Number(text)
  const cents = toCents(amount)
  const max = toDollars(productLimits.priceCents).toLocaleString('en-US')
  if (cents < 1 || cents > productLimits.priceCents) return { error: `${label} must be above 0 and at most ${max}.` }
  if (!isWholeAmount(amount))
    return { error: `${label} can have ${currencyDecimals() ? 'at most two' : 'no'} decimals.` }
  return toFields(cents)
}
