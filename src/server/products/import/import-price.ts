import { currencyDecimals } from '#domain/money.ts'
import { isPlainNumber } from '#domain/products/fields/product-fields.ts'

const maxShown = 20
const maxDigits = 9
/** A longer text is not a price in any notation. */
const maxPriceLength = 40

/** Returns a sentence on the notation of a price and how to write it; undefined for a plain number and an empty cell. */
export function priceCellError(cell: string, label: string): string | undefined {
  const text = cell.trim()
  if (text === '' || isPlainNumber(text)) return undefined
  const shown = text.length > maxShown ? `${text.slice(0, maxShown)}…` : text
  return `${label} “${shown}” is not written as a number: write it ${plainOf(text) ?? `like ${currencyDecimals() ? '12.50' : '1250'}`}.`
}

/** Returns how to write a price that has a currency, a decimal comma or thousands separators. */
function plainOf(text: string): string | undefined {
  if (text.length > maxPriceLength) return undefined
  const written = /^(?:\p{Sc}|[A-Z]{3})?(\d[\d.,]*)(?:\p{Sc}|[A-Z]{3})?$/u.exec(text.replace(/['’\s]/g, ''))?.[1]
  if (!written) return undefined
  const [, whole = '', decimals = '00'] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(written) ?? []
  const isWhole = /^\d+$/.test(whole) || /^\d{1,3}([.,])\d{3}(\1\d{3})*$/.test(whole)
  const digits = whole.replace(/\D/g, '')
  return isWhole && digits.length <= maxDigits
    ? `as ${digits}${currencyDecimals() ? `.${decimals.padEnd(2, '0')}` : ''}`
    : undefined
}
