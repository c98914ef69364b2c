import { currencyCode, formatCents, toCents, toDollars } from './money.ts'

/**
 * The currencies that a shop can have: what they are called, and the smallest card payment in their smallest unit, from Stripe's
 * table https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts. JPY has no decimals, the others have two.
 */
export const currencies = {
  USD: { name: 'US dollar', minCents: 50 },
  EUR: { name: 'Euro', minCents: 50 },
  GBP: { name: 'British pound', minCents: 30 },
  CHF: { name: 'Swiss franc', minCents: 50 },
  SEK: { name: 'Swedish krona', minCents: 300 },
  NOK: { name: 'Norwegian krone', minCents: 300 },
  DKK: { name: 'Danish krone', minCents: 250 },
  PLN: { name: 'Polish złoty', minCents: 200 },
  CZK: { name: 'Czech koruna', minCents: 1_500 },
  CAD: { name: 'Canadian dollar', minCents: 50 },
  AUD: { name: 'Australian dollar', minCents: 50 },
  NZD: { name: 'New Zealand dollar', minCents: 50 },
  SGD: { name: 'Singapore dollar', minCents: 50 },
  JPY: { name: 'Japanese yen', minCents: 50 },
} as const

export type CurrencyCode = keyof typeof currencies
export const currencyCodes = Object.keys(currencies) as CurrencyCode[]

export const isCurrency = (code: unknown): code is CurrencyCode => currencyCodes.some(each => each === code)

/** The provider's highest payment: eight digits of the smallest unit, in every currency. */
export const maxChargeCents = 99_999_999
export const tooDearSentence = () =>
  `A card payment can come to at most ${formatCents(maxChargeCents)}. Please split this order into smaller ones.`

/** The provider's lowest payment, in the smallest unit. @param code in any case */
export function minChargeCents(code: string): number {
  const known = code.toUpperCase()
  return isCurrency(known) ? currencies[known].minCents : currencies.USD.minCents
}

export const tooCheapSentence = () =>
  `A card payment must come to at least ${formatCents(minChargeCents(currencyCode()))}.`

/** How many decimals a currency has. */
export const decimalsOf = (code: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions().maximumFractionDigits ?? 2

/** The sign of the shop's currency, as it stands before an amount: `$`, `€`, `CHF`. */
export const currencySign = (): string => formatCents(0).replace(/[\s\d.,]/g, '')

/** What amounts are called in labels: `dollars`, `EUR`. */
export const currencyNoun = (): string => (currencyCode() === 'USD' ? 'dollars' : currencyCode())

/** Whether an amount has no more decimals than the currency. */
export const isWholeAmount = (amount: number): boolean => Math.abs(toDollars(toCents(amount)) - amount) < 1e-8

/**
 * Reads an amount as people type it or copy it from a spreadsheet: `12.5`, `$12.50`, `12,50`, `1,250.00`. Without decimals behind it a
 * comma before three digits is refused, because it could be either.
 * @returns smallest units; undefined for a text that is none
 */
export function readTypedAmount(text: string): number | undefined {
  const bare = text.trim().replace(/^(\p{Sc}|[A-Z]{3})\s*/u, '')
  const plain = /^\d{1,3}(,\d{3})+\.\d{1,2}$/.test(bare) ? bare.replaceAll(',', '') : bare.replace(/,(\d{0,2})$/, '.$1')
  const amount = Number(plain)
  return /^\d{1,8}(\.\d{0,2})?$/.test(plain) && isWholeAmount(amount) ? toCents(amount) : undefined
}
