import { readTypedAmount } from '#domain/currency.ts'
import { toCents, toDollars } from '#domain/money.ts'
import type { Refundable } from '#domain/orders/order.ts'
import type { RefundRequest } from '#domain/orders/refund.ts'

/** What was chosen in the refund dialog: pieces by the position of their line, and a further amount as typed. */
export interface RefundChoice {
  pieces: Readonly<Record<number, number>>
  delivery: boolean
  amount: string
}

export const nothingChosen: RefundChoice = { pieces: {}, delivery: false, amount: '' }

export const hasPieces = ({ pieces }: RefundChoice): boolean => Object.values(pieces).some(quantity => quantity > 0)

/** The typed amount in cents, undefined when it is not one. */
export const readAmount = (text: string): number | undefined => (text.trim() === '' ? 0 : readTypedAmount(text))

/** What a choice returns, in cents; an amount that cannot be read counts nothing. */
export const centsOf = ({ pieces, delivery, amount }: RefundChoice, refundable: Refundable): number =>
  refundable.lines.reduce((sum, line) => sum + toCents(line.pieces[(pieces[line.position] ?? 0) - 1] ?? 0), 0) +
  (delivery ? toCents(refundable.delivery) : 0) +
  (readAmount(amount) ?? 0)

/** The parts of a request to refund. */
export function partsOf({
  pieces,
  delivery,
  amount,
}: RefundChoice): Pick<RefundRequest, 'lines' | 'delivery' | 'amount'> {
  const lines = Object.entries(pieces).map(([position, quantity]) => ({ position: Number(position), quantity }))
  const cents = readAmount(amount) ?? 0
  return {
    lines: lines.filter(({ quantity }) => quantity > 0),
    delivery,
    ...(cents > 0 && { amount: toDollars(cents) }),
  }
}
