import { formatCents } from '../money.ts'
import type { PaymentState, RefundState } from './order.ts'

interface RefundedOrder {
  paymentState: PaymentState
  /** All refunds of the order, `byStaff` those that staff made. */
  refunds: readonly { cents: number; state: RefundState; byStaff: boolean }[]
}

/** What staff may still refund of an order, in cents: all their refunds of it, done and pending, have one limit. */
export const staffLeftCents = ({ refunds }: Pick<RefundedOrder, 'refunds'>, limitCents: number): number =>
  refunds.reduce((left, { byStaff, state, cents }) => (byStaff && state !== 'failed' ? left - cents : left), limitCents)

/**
 * Why staff may not refund so much of an order, in one sentence; undefined when they may.
 * @param limitCents the owner's setting; 0: staff may refund nothing
 */
export function staffRefundError(order: RefundedOrder, limitCents: number, cents: number): string | undefined {
  if (limitCents === 0) return 'Only an admin can refund an order.'
  if (order.paymentState === 'review') return 'This payment is in review. Only an admin can refund it.' // what was paid may be more
  if (cents <= staffLeftCents(order, limitCents)) return undefined
  return `Staff can refund up to ${formatCents(limitCents)} of an order. An admin can refund this one.`
}
