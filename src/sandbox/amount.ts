/** An amount in a currency's smallest unit as people read it, such as `$12.50` or `¥1,250`. @param code in any case */
export function amountText(cents: number, code: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: code })
  return format.format(cents / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
