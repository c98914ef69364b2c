/**
 * Money is a whole number of the currency's smallest unit inside (cents, or whole yen), and a number of major units at the boundary
 * (API, browser storage, forms). A process and a browser page serve one shop, and a shop has one currency for all its life, so the
 * currency is a variable of this module: the server sets it with the settings that it reads, a page with the frame that it shows.
 */
let code = ''
let decimals = 2
let unit = 100
let format: Intl.NumberFormat
setCurrency('USD')

/** Sets the shop's currency. @param next ISO 4217, such as `EUR` */
export function setCurrency(next: string): void {
  if (next === code) return
  code = next
  format = new Intl.NumberFormat('en-US', { style: 'currency', currency: next })
  decimals = format.resolvedOptions().maximumFractionDigits as number
  unit = 10 ** decimals
}

/** The code of the shop's currency, such as `USD`. */
export const currencyCode = (): string => code

/** How many decimals the shop's prices have: 2, or 0. */
export const currencyDecimals = (): number => decimals

/** Major units to whole smallest units, rounded to the nearest one. */
export const toCents = (amount: number): number => Math.round(amount * unit)

/** Smallest units to major units. */
export const toDollars = (cents: number): number => cents / unit

/** Smallest units as the shop prints them, always with all decimals: `$1,234.50`, `¥1,235`. */
export const formatCents = (cents: number): string => format.format(cents / unit)

/** Smallest units as a number for forms, files and machines: `1234.50`, `1235`. */
export const plainAmount = (cents: number): string => toDollars(cents).toFixed(decimals)
