import type { OrderStatus, PaymentState } from './order.ts'

/** A buyer can cancel a paid order for so long. */
const cancelWindowMs = 60 * 60_000

interface PaidOrder {
  status: OrderStatus
  paymentState: PaymentState
  /** Undefined for orders of early releases without a history. */
  paidAt: Date | undefined
  /** Money of it went back, or is on its way. */
  hasRefund: boolean
  /** A parcel of it was sent, also when its status was set back. */
  hasParcel?: boolean
}

/** Until when the buyer of a paid order can cancel it; undefined when nobody knows when it was paid. */
export const cancelUntil = (paidAt: Date | undefined): Date | undefined => paidAt && new Date(+paidAt + cancelWindowMs)

/** Why its buyer cannot cancel an order now, in one sentence; undefined when they can. */
export function cancelRefusal(
  { status, paymentState, paidAt, hasRefund, hasParcel }: PaidOrder,
  now: Date,
): string | undefined {
  if (paymentState === 'refunded' || hasRefund) return 'Money of this order went back already, or is on its way.'
  if (paymentState === 'review') return 'We are checking the payment of this order. Please write to us about it.'
  if (paymentState !== 'paid') return 'This order is not paid, so there is nothing to cancel.'
  if (status === 'processing')
    return 'This order is being packed. Write to us about it, and we will see what we can do.'
  if (status !== 'pending' || hasParcel) return 'This order was shipped, and can no longer be cancelled.'
  const until = cancelUntil(paidAt)
  if (!until || now > until)
    return 'An order can be cancelled within an hour of its payment. Please write to us about it.'
  return undefined
}
