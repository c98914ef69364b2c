import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'
import { paidBackPieces } from '../payments/refund-queries.ts'
import { fillOwed } from './fill-owed.ts'
import { isToPack, showStock } from './queries.ts'

/**
 * SQL: the pieces of a row of `order_line` on the shelf whose money went back. Missing pieces are refunded first. Those whose refund is
 * pending stay for their buyer: if it failed, they might be sold to somebody else by then.
 */
const refundedOnShelf = sql<number>`least(quantity - owed, greatest(0, ${paidBackPieces} - owed))`

/** SQL: of these, those of an order that is still to be packed that are not for sale again. */
export const piecesToPutBack = sql<number>`case when takes_stock and ${isToPack}
  then greatest(0, ${refundedOnShelf} - put_back) else 0 end`

interface Line {
  position: number
  variant_id: string
  product_id: string
  pieces: number
  free: number
}

/**
 * Makes the pieces of an order for sale again whose money went back before it was sent, and gives them to paid lines that are owed
 * some. The caller has locked the order.
 * @returns how many
 */
export async function putBackRefunded(tx: Tx, orderId: string, at: Date): Promise<number> {
  const lines = await lockLines(tx, orderId, piecesToPutBack)
  await movePieces(tx, orderId, lines, at)
  for (const { variant_id } of lines) await fillOwed(tx, variant_id, at)
  await showStock(tx, productsOf(lines))
  return lines.reduce((sum, { pieces }) => sum + pieces, 0)
}

/**
 * Takes pieces that were put back off the shelf again after their refund failed: as many as nobody has bought since. The caller has
 * locked the order.
 */
export async function takeUnrefunded(tx: Tx, orderId: string, at: Date): Promise<void> {
  const lines = await lockLines(tx, orderId, sql`greatest(0, put_back - ${refundedOnShelf})`)
  const free = new Map(lines.map(line => [line.variant_id, line.free]))
  const taken = lines.map(line => {
    const pieces = Math.min(line.pieces, free.get(line.variant_id) ?? 0)
    free.set(line.variant_id, (free.get(line.variant_id) ?? 0) - pieces)
    return { ...line, pieces: -pieces }
  })
  await movePieces(
    tx,
    orderId,
    taken.filter(({ pieces }) => pieces < 0),
    at,
  )
  await showStock(tx, productsOf(lines))
}

const productsOf = (lines: Line[]) => [...new Set(lines.map(({ product_id }) => product_id))]

async function lockLines(tx: Tx, orderId: string, pieces: ReturnType<typeof sql>): Promise<Line[]> {
  await sql`
    select from stock where variant_id in (select variant_id from order_line where order_id = ${orderId} and takes_stock)
    order by variant_id for update`.execute(tx)
  const { rows } = await sql<Line>`
    select position, order_line.variant_id, stock.product_id, (${pieces})::integer as pieces, on_hand - stock.held as free
    from order_line join stock using (variant_id) join "order" on "order".id = order_line.order_id
    where order_line.order_id = ${orderId} and ${isToPack} and (${pieces}) > 0
    order by position`.execute(tx)
  return rows
}

async function movePieces(tx: Tx, orderId: string, lines: Line[], at: Date): Promise<void> {
  if (lines.length === 0) return
  await sql`
    with line as (
      select * from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line (position integer, variant_id uuid, pieces integer)
    ), noted as (
      update order_line set put_back = put_back + pieces from line
      where order_line.order_id = ${orderId} and order_line.position = line.position
    ), piece as (
      select variant_id, sum(pieces)::integer as pieces from line group by variant_id
    ), put as (
      update stock set on_hand = on_hand + pieces from piece where stock.variant_id = piece.variant_id
    )
    insert into stock_movement (variant_id, kind, on_hand, order_id, reason, at)
    select variant_id, case when pieces > 0 then 'returned' else 'corrected' end, pieces, ${orderId}::uuid,
      case when pieces < 0 then 'its refund failed' end, ${at}
    from piece order by variant_id`.execute(tx)
}
