import type { PaymentState } from '#domain/order.ts'
import { Badge, type Tone } from '../ui/badge.tsx'

const tones: Record<string, Tone> = { pending: 'yellow', processing: 'blue', shipped: 'green', completed: 'grey' }

/** An order's status in the colours of the admin's pages. */
export const AdminStatusBadge = ({ status }: { status: string }) => (
  <Badge tone={tones[status] ?? 'light'}>{status}</Badge>
)

/** Where the money is, when it is not simply paid, and why it waits. */
export function PaymentMark({ paymentState, reason }: { paymentState: PaymentState; reason?: string | null }) {
  if (paymentState === 'paid') return null
  if (paymentState !== 'review') return <Badge tone="light">{paymentState}</Badge>
  return (
    <>
      <Badge tone="red">in review</Badge>
      {reason && <p className="basis-full text-stone text-xs">{reason}</p>}
    </>
  )
}
