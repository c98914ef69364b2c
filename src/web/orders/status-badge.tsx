import type { PaymentState } from '#domain/orders/order.ts'
import { Badge, type Tone } from '../ui/feedback/badge.tsx'

const tones: Record<string, Tone> = { completed: 'green', pending: 'red', processing: 'blue' }

/** An order's status in the colours of the customer's pages; upper and lower case are the same. */
export function StatusBadge({ status, paymentState }: { status: string; paymentState?: PaymentState }) {
  if (paymentState === 'refunded' || paymentState === 'failed' || paymentState === 'expired')
    return <Badge tone="grey">{paymentState}</Badge>
  return <Badge tone={tones[status.toLowerCase()] ?? 'indigo'}>{status}</Badge>
}
