import { formatCents, toCents } from '../money.ts'
import type { ShownReturn } from './return.ts'

/** What a buyer reads first about a return. */
export function returnHeadline({ kind, status, refunded, lines }: ShownReturn): string {
  const sent = lines.flatMap(({ swap }) => (swap?.state === 'sent' ? [swap.size] : []))
  switch (status) {
    case 'asked':
      return kind === 'withdrawal' ? 'We have received your withdrawal.' : 'We wait for your parcel.'
    case 'arrived':
      return 'Your parcel has arrived. We look at it now.'
    case 'refunding':
      return 'Your money is on its way back.'
    case 'settled':
      return (
        [
          ...(refunded > 0 ? [`${formatCents(toCents(refunded))} went back to you.`] : []),
          ...(sent.length > 0 ? [`${sent.join(', ')} ${sent.length > 1 ? 'are' : 'is'} on the way to you.`] : []),
        ].join(' ') || 'This is settled.'
      )
    case 'refused':
      return 'We cannot take this back.'
    case 'cancelled':
      return 'Cancelled. You keep what you have.'
  }
}
