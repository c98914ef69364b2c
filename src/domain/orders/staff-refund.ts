import { formatCents } from '../money.ts'
import type { PaymentState, RefundState } from './order.ts'

/** The provider's largest payment. */
const maxCents = 99_999_999

interface RefundedOrder {
  amountCents: number
  paymentState: PaymentState
  /** All refunds of the order, `byStaff` those that staff made. */
  refunds: readonly { cents: number; state: RefundState; byStaff: boolean }[]
}

const sumOf = (refunds: RefundedOrder['refunds']): number => refunds.reduce((sum, { cents }) => sum + cents, 0)

/** What another refund of an order would return, in cents: what no refund has returned yet. */
export const refundableCents = ({ amountCents, refunds }: Omit<RefundedOrder, 'paymentState'>): number =>
  Math.min(Math.max(amountCents - sumOf(refunds.filter(({ state }) => state === 'done')), 1), maxCents)

/**
 * Why staff may not refund an order, in one sentence; undefined when they may. All their refunds of an order, done and pending,
 * have one limit.
 * @param limitCents the owner's setting; 0: staff may refund nothing
 */
export function staffRefundError(order: RefundedOrder, limitCents: number): string | undefined {
  if (limitCents === 0) return 'Only an admin can refund an order.'
  if (order.paymentState === 'review') return 'This payment is in review. Only an admin can refund it.' // what was paid may be more
  const before = sumOf(order.refunds.filter(({ byStaff, state }) => byStaff && state !== 'failed'))
  if (before + refundableCents(order) <= limitCents) return undefined
  return `Staff can refund up to ${formatCents(limitCents)} of an order. An admin can refund this one.`
}
