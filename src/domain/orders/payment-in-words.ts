import { orderSteps, type ShownOrder } from './order.ts'

/**
 * To staff: whether money is still to come, and what that means for the parcel, because the heading of an order is “Payment” and its
 * step. Undefined once the money went back or is on its way back.
 */
export function paymentInWords({ paymentState, status, refunding }: ShownOrder): string | undefined {
  if (refunding || paymentState === 'refunded') return undefined
  if (paymentState !== 'paid') return unpaidWords[paymentState]
  const step = orderSteps.find(each => each.status === status)?.label
  return `The order is paid, and nothing is left to pay. “${step}” is how far it has come.`
}

const unpaidWords = {
  awaiting: 'Not paid yet: send nothing. If nobody pays, the order ends by itself.',
  failed: 'The payment did not go through, and nothing was charged. There is nothing to do.',
  expired: 'Nobody paid while the payment page was open, and nothing was charged. There is nothing to do.',
  review: 'Money has arrived, but something about it is to be checked: the history says what. Send nothing until then.',
} as const
