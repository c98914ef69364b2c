import { sql } from 'kysely'
import type { BoughtLine, GoneLine } from '#domain/returns/returnable.ts'
import type { Db } from '../db/connection.ts'
import { refundedPieces } from '../payments/refund-queries.ts'

interface BoughtRow extends BoughtLine {
  /** Pieces that were refunded, by returns or otherwise. */
  allRefunded: number
  productId: string | null
  name: string
  imageId: string | null
  size: string | null
  color: string | null
}

/** The lines of an order, and what returns have taken of them. */
export interface OrderPieces {
  bought: BoughtRow[]
  gone: (GoneLine & { returnId: string })[]
}

/**
 * Loads the lines of an order and of its returns that were neither refused nor cancelled. In a transaction that decides by it the
 * order is locked. Of a withdrawal counts what has arrived, or was settled.
 */
export async function findOrderPieces(db: Db, orderId: string): Promise<OrderPieces> {
  const { rows: bought } = await sql<BoughtRow>`
    select position, variant_id as "variantId", quantity, product_id as "productId", name, image_id as "imageId", size, color, (
      select coalesce(sum((piece ->> 'quantity')::integer), 0)::integer
      from refund cross join jsonb_array_elements(refund.lines) piece
      where refund.order_id = order_line.order_id and state <> 'failed' and (piece ->> 'position')::integer = order_line.position
        and not exists (
          select from return_line where return_line.return_id = refund.return_id and position = order_line.position
        )
    ) as refunded, ${refundedPieces} as "allRefunded"
    from order_line where order_id = ${orderId} order by position`.execute(db)
  const { rows } = await sql<{
    returnId: string
    position: number
    variantId: string | null
    pieces: number
    arrived: number
    swap: string | null
    isSent: boolean
    isSettledWithoutRefund: boolean
  }>`
    select return_id as "returnId", position, variant_id as "variantId", arrived,
      case when kind = 'withdrawal' and settled_at is null then arrived else quantity end as pieces,
      swap_variant_id as swap, coalesce(swap_state = 'sent', false) as "isSent",
      settled_at is not null and not exists (
        select from refund where refund.return_id = return.id and state <> 'failed'
      ) as "isSettledWithoutRefund"
    from return_line join return on return.id = return_id
    where order_id = ${orderId} and num_nonnulls(refused_at, cancelled_at) = 0
    order by asked_at, return_id, place`.execute(db)
  return {
    bought,
    gone: rows.map(({ swap, isSent, ...line }) => ({ ...line, swap: swap ? { variantId: swap, isSent } : undefined })),
  }
}
