import { toDollars } from '#domain/money.ts'
import type { PaymentState, ShownOrder } from '#domain/orders/order.ts'
import { refundable } from '#domain/orders/refund.ts'
import type { Db } from '../db/connection.ts'
import { findRefundable } from '../payments/refund-queries.ts'
import { findStaffLimit } from '../payments/staff-limit.ts'

/** What can still be refunded of an order, in dollars, and of it by staff; why staff may not refund any of it. */
export async function findRefundableOf(
  db: Db,
  order: { id: string; payment_state: PaymentState },
  viewer: 'admin' | 'staff',
): Promise<Pick<ShownOrder, 'refundable' | 'refundRefusal'>> {
  const found = await findRefundable(db, order.id)
  const { cents, deliveryCents, lines } = refundable(found)
  const limit = viewer === 'staff' ? await findStaffLimit(db, { ...order, refunds: found.rows }) : undefined
  return {
    refundable: {
      amount: toDollars(cents),
      max: toDollars(Math.min(cents, limit?.leftCents ?? cents)),
      delivery: toDollars(deliveryCents),
      lines: lines.map(({ position, pieces }) => ({ position, pieces: pieces.map(toDollars) })),
    },
    ...(limit?.refusal && { refundRefusal: limit.refusal }),
  }
}
