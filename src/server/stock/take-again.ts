import { sql } from 'kysely'
import { sizeLabel } from '#domain/products/size.ts'
import type { Tx } from '../db/connection.ts'
import { conflict } from '../lib/errors.ts'
import { showStock, wasCountedSince } from './queries.ts'

interface Wanted {
  variant_id: string
  product_id: string
  name: string
  size: string | null
  pieces: number
  free: number
}

/**
 * Takes the pieces of a paid order that was not sent off the shelf once more, where somebody has counted since it was deleted: the
 * count had them as free.
 * @param since when it was deleted
 * @throws ShopError 409 when fewer are free by now
 */
export async function takeAgain(tx: Tx, orderId: string, since: Date, at: Date): Promise<void> {
  await sql`
    select from stock where variant_id in (select variant_id from order_line where order_id = ${orderId})
    order by variant_id for update`.execute(tx)
  const { rows } = await sql<Wanted>`
    select variant_id, stock.product_id, min(name) as name, min(size) as size, on_hand - held as free,
      sum(quantity - owed)::int as pieces
    from order_line join stock using (variant_id) join "order" on "order".id = order_line.order_id
    where order_line.order_id = ${orderId} and takes_stock and owed < quantity and payment_state in ('paid', 'review')
      and status in ('pending', 'processing') and cancelled_at is null and ${wasCountedSince(sql`${since}`)}
    group by variant_id, stock.product_id, on_hand, held order by variant_id`.execute(tx)
  for (const { name, size, pieces, free } of rows) {
    const piece = [name, sizeLabel(size)].filter(Boolean).join(', ')
    if (free < pieces)
      throw conflict(
        `This order needs ${pieces} of ${piece}, and ${free} are free since it was counted. Count it again.`,
      )
  }
  if (rows.length === 0) return
  const taken = JSON.stringify(rows)
  await sql`
    with taken as (select * from jsonb_to_recordset(${taken}::jsonb) as taken (variant_id uuid, pieces integer)), put as (
      update stock set on_hand = on_hand - pieces from taken where stock.variant_id = taken.variant_id
    )
    insert into stock_movement (variant_id, kind, on_hand, reason, at)
    select variant_id, 'corrected', -pieces, 'its order is back', ${at} from taken order by variant_id`.execute(tx)
  await showStock(tx, [...new Set(rows.map(({ product_id }) => product_id))])
}
