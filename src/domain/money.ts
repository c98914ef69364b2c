/** Money is integer cents inside and dollars at the boundary (API, browser storage). */

/** Dollars to integer cents, rounded to the nearest cent. */
export const toCents = (dollars: number): number => Math.round(dollars * 100)

/** Integer cents to dollars. */
export const toDollars = (cents: number): number => cents / 100

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Integer cents as the shop prints them, always with two decimals: `$1,234.50`. */
export const formatCents = (cents: number): string => dollars.format(cents / 100)
