import type { ManagedDiscountCode } from '#domain/costs/discount-code.ts'
import { formatCents } from '#domain/money.ts'

/** What a code takes off, such as "20 % off dress, from $50.00". */
export function codeWords({ kind, value, category, minCents, isOnce }: ManagedDiscountCode): string {
  const off = { percent: `${value / 100} % off`, fixed: `${formatCents(value)} off`, delivery: 'Free delivery' }[kind]
  return [
    category ? `${off} ${category}` : off,
    minCents > 0 && `from ${formatCents(minCents)}`,
    isOnce && 'once for each customer',
  ]
    .filter(Boolean)
    .join(', ')
}

/** Whether a buyer can use a code now, in a word. */
export function stateOf({ isActive, startsAt, endsAt, maxUses, uses }: ManagedDiscountCode, now: Date): string {
  if (!isActive) return 'Switched off'
  if (endsAt && new Date(endsAt) <= now) return 'Ended'
  if (startsAt && new Date(startsAt) > now) return 'Not begun'
  return maxUses !== null && uses >= maxUses ? 'Used up' : 'Valid'
}
