/**
 * Money is a whole number of the currency's smallest unit inside (cents, or whole yen), and a number of major units at the boundary
 * (API, browser storage, forms). A process and a browser page serve one shop, and a shop has one currency for all its life, so the
 * currency is a variable of this module: the server sets it with the settings that it reads, a page with the frame that it shows.
 */
let money = formatOf('USD')

function formatOf(code: string) {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: code })
  const decimals = format.resolvedOptions().maximumFractionDigits ?? 2
  return { code, format, decimals, unit: 10 ** decimals }
}

/** Sets the shop's currency. @param code ISO 4217, such as `EUR` */
export function setCurrency(code: string): void {
  if (code !== money.code) money = formatOf(code)
}

/** The code of the shop's currency, such as `USD`. */
export const currencyCode = (): string => money.code

/** How many decimals the shop's prices have: 2, or 0. */
export const currencyDecimals = (): number => money.decimals

/** Major units to whole smallest units, rounded to the nearest one. */
export const toCents = (amount: number): number => Math.round(amount * money.unit)

/** Smallest units to major units. */
export const toDollars = (cents: number): number => cents / money.unit

/** Smallest units as the shop prints them, always with all decimals: `$1,234.50`, `¥1,235`. */
export const formatCents = (cents: number): string => money.format.format(cents / money.unit)

/** Smallest units as a number for forms, files and machines: `1234.50`, `1235`. */
export const plainAmount = (cents: number): string => toDollars(cents).toFixed(money.decimals)
