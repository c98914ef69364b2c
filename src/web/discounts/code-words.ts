import type { ManagedDiscountCode } from '#domain/costs/discount-code.ts'
import { formatCents } from '#domain/money.ts'

interface Category {
  name: string
  address: string
}

/** What a code takes off, such as "20 % off Dress, from $50.00". */
export function codeWords(
  { kind, value, category, minCents, isOnce }: ManagedDiscountCode,
  categories: readonly Category[],
): string {
  const name = categories.find(({ address }) => address === category)?.name ?? 'a category that is gone'
  const off = { percent: `${value / 100} % off`, fixed: `${formatCents(value)} off`, delivery: 'Free delivery' }[kind]
  return [
    category ? `${off} ${name}` : off,
    minCents > 0 && `from ${formatCents(minCents)}`,
    isOnce && 'once for each customer',
  ]
    .filter(Boolean)
    .join(', ')
}

/** Whether a buyer can use a code now, in a word. */
export function stateOf(
  { isActive, startsAt, endsAt, maxUses, uses, category }: ManagedDiscountCode,
  categories: readonly Category[],
  now: Date,
): string {
  if (!isActive) return 'Switched off'
  if (category && !categories.some(({ address }) => address === category)) return 'For nothing'
  if (endsAt && new Date(endsAt) <= now) return 'Ended'
  if (startsAt && new Date(startsAt) > now) return 'Not begun'
  return maxUses !== null && uses >= maxUses ? 'Used up' : 'Valid'
}
