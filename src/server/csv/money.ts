/** Integer cents as a number with two decimals, `1234.50`, which every spreadsheet reads. */
export const decimals = (cents: number): string => (cents / 100).toFixed(2)
