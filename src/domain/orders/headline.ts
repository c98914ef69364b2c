import { formatCents, toCents } from '../money.ts'
import type { PaymentState, ShownOrder } from './order.ts'

/** To the buyer of an order that is fetched in the shop. */
export const pickupSentence = 'We pack it, and write to you as soon as it is ready to be fetched.'

/** What the buyer reads first: whether the order is placed, paid and on its way, and what of it was refunded. */
export function headlineOf(order: ShownOrder): string {
  const { number, status, paymentState, refunding, cancelledAt } = order
  const isPickup = order.costs?.isPickup ?? false
  if (cancelledAt && paymentState !== 'refunded') return 'Your order is cancelled. Your money is on its way back.'
  if (cancelledAt) return 'Your order is cancelled, and your money went back.'
  if (refunding) return 'Your money is on its way back.'
  const wasSent = status === 'shipped' || status === 'completed'
  // Nothing in review is sent: a refund of an order that was sent has failed, which the shop looks at.
  if (paymentState !== 'paid' && !(paymentState === 'review' && wasSent)) return unpaidHeadlines[paymentState]
  if (status === 'shipped')
    return withRefunded(
      isPickup ? `Your order #${number} is ready to be fetched.` : `Your order #${number} is on its way to you.`,
      order,
    )
  if (status === 'completed') return withRefunded(`Your order #${number} is complete.`, order)
  return withRefunded(`Thank you. Your order #${number} is placed and paid.`, order)
}

const withRefunded = (sentence: string, { refunded = 0, amount = 0 }: ShownOrder) =>
  refunded > 0
    ? `${sentence} ${formatCents(toCents(refunded))} of ${formatCents(toCents(amount))} was refunded.`
    : sentence

const unpaidHeadlines: Record<Exclude<PaymentState, 'paid'>, string> = {
  awaiting: 'This order has not been paid yet.',
  failed: 'The payment did not go through. Nothing was charged.',
  expired: 'The payment page has expired. Nothing was charged.',
  review: 'Thank you. Your payment has arrived, and we are checking it.',
  refunded: 'This order was refunded.',
}
