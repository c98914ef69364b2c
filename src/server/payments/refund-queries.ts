import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { RefundableOrder } from '#domain/orders/refund.ts'
import type { Tx } from '../db/connection.ts'

const piecesRefunded = (condition: ReturnType<typeof sql>) => sql<number>`(
  select coalesce(sum((piece ->> 'quantity')::integer), 0)::integer
  from refund cross join jsonb_array_elements(refund.lines) piece
  where refund.order_id = order_line.order_id and ${condition} and (piece ->> 'position')::integer = order_line.position
)`

/** SQL: the pieces of a row of `order_line` whose money went back, or was asked to. */
export const refundedPieces = piecesRefunded(sql`state <> 'failed'`)

/** SQL: those of them whose money went back. */
export const paidBackPieces = piecesRefunded(sql`state = 'done'`)

/** SQL: whether an order, by its id, has no piece left whose money did not go back: nothing of it is to be sent. */
export const hasNothingLeft = (orderId: ReturnType<typeof sql>) => sql<boolean>`coalesce((
  select bool_and(quantity <= ${refundedPieces}) from order_line where order_line.order_id = ${orderId}), false)`

/** SQL: whether all that is left of the money of a row of `"order"` is on its way back. */
export const isGoingBack = sql<boolean>`"order".id in (select order_id from refund where state = 'asked' and is_rest)`

/** Loads what is refundable of an order that this transaction has locked, and the rows of its refunds. */
export async function findRefundable(tx: Tx, orderId: string) {
  const { lines, amountCents, deliveryCents } = await tx
    .selectFrom('order')
    .select(['amount_cents as amountCents', 'delivery_cents as deliveryCents'])
    .select(({ selectFrom }) =>
      jsonArrayFrom(
        selectFrom('order_line')
          .select(['position', 'name', 'quantity', 'unit_cents as unitCents', 'discount_cents as discountCents'])
          .whereRef('order_line.order_id', '=', 'order.id')
          .orderBy('position'),
      ).as('lines'),
    )
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const rows = await tx
    .selectFrom('refund')
    .select(['id', 'state', 'cents', 'reason', 'actor', 'by_staff', 'is_rest', 'lines', 'delivery', 'return_id'])
    .where('order_id', '=', orderId)
    .execute()
  return { amountCents, deliveryCents, lines, refunds: rows, rows } satisfies RefundableOrder & { rows: unknown }
}
