import { sql } from 'kysely'
import { sizeLabel } from '#domain/products/size.ts'
import type { Tx } from '../db/connection.ts'
import { conflict } from '../lib/errors.ts'
import { fillOwed } from './fill-owed.ts'
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
 * Takes the pieces of a paid order that is to be packed again off the shelf once more, where somebody has counted since it was
 * deleted, refunded or shipped: the count had them as free, or as gone and the numbers now have them back. Pieces that it is owed may
 * have come meanwhile: they are given out now.
 * @param since when its pieces were no longer to be packed
 * @param mayBeShort takes what is free, where nothing may be refused
 * @throws ShopError 409 when fewer are free by now
 */
export async function takeAgain(
  tx: Tx,
  orderId: string,
  { since, at, mayBeShort = false }: { since: Date; at: Date; mayBeShort?: boolean },
): Promise<void> {
  const { rows: locked } = await sql<{ variant_id: string; product_id: string; is_owed: boolean }>`
    select variant_id, product_id, exists (
      select from order_line where order_id = ${orderId} and order_line.variant_id = stock.variant_id and owed > 0
    ) as is_owed
    from stock where variant_id in (select variant_id from order_line where order_id = ${orderId})
    order by variant_id for update`.execute(tx)
  const { rows } = await sql<Wanted>`
    select variant_id, stock.product_id, min(name) as name, min(size) as size, on_hand - held as free,
      sum(quantity - owed - put_back)::int as pieces
    from order_line join stock using (variant_id) join "order" on "order".id = order_line.order_id
    where order_line.order_id = ${orderId} and takes_stock and owed + put_back < quantity and payment_state in ('paid', 'review')
      and status in ('pending', 'processing') and cancelled_at is null and ${wasCountedSince(sql`${since}`)}
    group by variant_id, stock.product_id, on_hand, held order by variant_id`.execute(tx)
  for (const { name, size, pieces, free } of rows) {
    const piece = [name, sizeLabel(size)].filter(Boolean).join(', ')
    if (free < pieces && !mayBeShort)
      throw conflict(
        `This order needs ${pieces} of ${piece}, and ${free} are free since it was counted. Count it again.`,
      )
  }
  const taken = rows
    .map(row => ({ ...row, pieces: Math.min(row.pieces, Math.max(0, row.free)) }))
    .filter(({ pieces }) => pieces > 0)
  if (taken.length > 0) await take(tx, taken, at)
  const owed = locked.filter(({ is_owed }) => is_owed)
  for (const { variant_id } of owed) await fillOwed(tx, variant_id, at)
  const products = new Set([...rows, ...owed].map(({ product_id }) => product_id))
  if (taken.length > 0 || owed.length > 0) await showStock(tx, [...products])
}

async function take(tx: Tx, taken: Pick<Wanted, 'variant_id' | 'pieces'>[], at: Date): Promise<void> {
  await sql`
    with taken as (select * from jsonb_to_recordset(${JSON.stringify(taken)}::jsonb) as taken (variant_id uuid, pieces integer)), put as (
      update stock set on_hand = on_hand - pieces from taken where stock.variant_id = taken.variant_id
    )
    insert into stock_movement (variant_id, kind, on_hand, reason, at)
    select variant_id, 'corrected', -pieces, 'its order is back', ${at} from taken order by variant_id`.execute(tx)
}
