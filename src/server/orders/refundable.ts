import type { Selectable } from 'kysely'
import { toDollars } from '#domain/money.ts'
import type { RefundState, ShownOrder } from '#domain/orders/order.ts'
import { type RefundedLine, refundable } from '#domain/orders/refund.ts'
import type { Db } from '../db/connection.ts'
import type { Tables } from '../db/tables.ts'
import { findStaffLimit } from '../payments/staff-limit.ts'

type Row = Pick<Selectable<Tables['order']>, 'payment_state' | 'amount_cents' | 'delivery_cents'> & {
  lines: Pick<Selectable<Tables['order_line']>, 'position' | 'name' | 'quantity' | 'unit_cents' | 'discount_cents'>[]
  refunds: { state: RefundState; cents: number; by_staff: boolean; lines: RefundedLine[]; delivery: boolean }[]
}

/** What can still be refunded of an order, in dollars, and of it by staff; why staff may not refund any of it. */
export async function findRefundable(
  db: Db,
  order: Row,
  viewer: 'admin' | 'staff',
): Promise<Pick<ShownOrder, 'refundable' | 'refundRefusal'>> {
  const { amount_cents: amountCents, delivery_cents: deliveryCents, refunds } = order
  const lines = order.lines.map(({ unit_cents: unitCents, discount_cents: discountCents, ...line }) => ({
    ...line,
    unitCents,
    discountCents,
  }))
  const left = refundable({ amountCents, deliveryCents, lines, refunds })
  const limit = viewer === 'staff' ? await findStaffLimit(db, order) : undefined
  return {
    refundable: {
      amount: toDollars(left.cents),
      max: toDollars(Math.min(left.cents, limit?.leftCents ?? left.cents)),
      delivery: toDollars(left.deliveryCents),
      lines: left.lines.map(({ position, pieces }) => ({ position, pieces: pieces.map(toDollars) })),
    },
    ...(limit?.refusal && { refundRefusal: limit.refusal }),
  }
}
