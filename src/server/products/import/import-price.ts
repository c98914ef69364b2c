import { currencySign } from '#domain/currency.ts'
import { currencyCode, currencyDecimals } from '#domain/money.ts'
import { isPlainNumber } from '#domain/products/fields/product-fields.ts'

const maxShown = 20
const maxDigits = 9
/** A longer text is not a price in any notation. */
const maxPriceLength = 40

/**
 * A price as people and spreadsheets write it, as a plain number when it can be only one: `12,50`, `1,250.00`, `1.250,00`, `$12`. Without
 * decimals behind it a separator before three digits could be either, and the sign of another currency may mean another amount: they stay.
 */
export function plainPrice(cell: string): string {
  const text = cell.trim()
  const { sign, whole = '', decimals, point = '' } = partsOf(text) ?? {}
  const isOwn = sign === '' || sign === currencySign() || sign === currencyCode()
  if (isPlainNumber(text) || !isOwn) return text
  if (decimals !== undefined) return whole.includes(point) ? text : `${digitsOf(whole)}.${decimals}`
  return isPlainNumber(whole) ? whole : text
}

/** Returns a sentence on the notation of a price and how to write it; undefined for a plain number and an empty cell. */
export function priceCellError(cell: string, label: string): string | undefined {
  const text = cell.trim()
  if (text === '' || isPlainNumber(text)) return undefined
  const shown = text.length > maxShown ? `${text.slice(0, maxShown)}…` : text
  return `${label} “${shown}” is not written as a number: write it ${plainOf(text) ?? `like ${currencyDecimals() ? '12.50' : '1250'}`}.`
}

/** Returns how to write a price that has a currency, a decimal comma or thousands separators. */
function plainOf(text: string): string | undefined {
  const parts = partsOf(text)
  if (!parts) return undefined
  const { whole, decimals = '00' } = parts
  return `as ${digitsOf(whole)}${currencyDecimals() ? `.${decimals.padEnd(2, '0')}` : ''}`
}

const digitsOf = (text: string) => text.replace(/\D/g, '')

interface PriceParts {
  /** Of a currency, in front or behind; empty for none. */
  sign: string
  /** The amount before its decimals, with its separators. */
  whole: string
  /** What stands before the decimals. */
  point?: string
  decimals?: string
}

/** Undefined for what is no price in any notation. */
function partsOf(text: string): PriceParts | undefined {
  if (text.length > maxPriceLength) return undefined
  const bare = text.replace(/['’\s]/g, '')
  const [, before = '', written, behind = ''] = /^(\p{Sc}|[A-Z]{3})?(\d[\d.,]*)(\p{Sc}|[A-Z]{3})?$/u.exec(bare) ?? []
  if (!written) return undefined
  const [, whole = '', point, decimals] = /^(.*?)(?:([.,])(\d{1,2}))?$/.exec(written) ?? []
  const isWhole = /^\d+$/.test(whole) || /^\d{1,3}([.,])\d{3}(\1\d{3})*$/.test(whole)
  if (!isWhole || digitsOf(whole).length > maxDigits) return undefined
  return { sign: before + behind, whole, point, decimals }
}
