/** Integer cents as a number with two decimals, `1234.50`: the way every spreadsheet reads. */
export const decimals = (cents: number): string => (cents / 100).toFixed(2)
