import type { PaymentState } from '#domain/orders/order.ts'
import type { Db } from '../db/connection.ts'
import type { Ids } from '../lib/clock.ts'
import { type OwedLine, takePieces } from '../stock/take-pieces.ts'
import { changePayment, type PaymentChange } from './change-payment.ts'

interface EndedOrder {
  id: string
  paymentState: PaymentState
  /** In cents. */
  amountCents: number
  currency: string
}

/**
 * Settles an order whose money came after it had ended, when others may have bought its pieces. It takes what is there: if that is
 * everything and the sum is right, the order is paid; otherwise it is in review, with the missing pieces as owed. An order of goods
 * that are not counted is always in review, because the shop cannot know.
 * @param review the change that an order without counted goods makes
 * @returns whether the order was in the expected state
 */
export async function settleLate(
  db: Db,
  order: EndedOrder,
  review: { to: PaymentState; reason?: string },
  details: Pick<PaymentChange, 'session' | 'event' | 'actor' | 'at'>,
  ids: Pick<Ids, 'uuid'>,
): Promise<boolean> {
  const { session, at } = details
  return await db.transaction().execute(async tx => {
    const locked = await tx
      .selectFrom('order')
      .select('id')
      .where('id', '=', order.id)
      .where('payment_state', '=', order.paymentState)
      .forUpdate()
      .executeTakeFirst()
    if (!locked) return false
    const missing = await takePieces(tx, order.id, 'sold', at)
    const isRight = session?.amountCents === order.amountCents && session.currency === order.currency
    const isPaid = missing?.length === 0 && isRight
    const change = isPaid
      ? { to: 'paid' as const }
      : { ...review, reason: [review.reason, ...(missing ?? []).map(missingWords)].join(' ') }
    const { id, paymentState } = order
    return await changePayment(tx, { order: { id, paymentState }, ...change, ...details }, ids)
  })
}

const missingWords = ({ name, quantity, owed }: OwedLine) =>
  `Missing: ${owed === quantity ? owed : `${owed} of ${quantity}`} ${name}.`
