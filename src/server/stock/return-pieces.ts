import { sql } from 'kysely'
import { sizeLabel } from '#domain/products/size.ts'
import type { Tx } from '../db/connection.ts'
import { conflict } from '../lib/errors.ts'
import { fillOwed } from './fill-owed.ts'
import { showStock, wasCountedSince } from './queries.ts'

/** SQL: whether somebody has counted the variant of a row of `order_line` since its order was refunded. */
const wasCountedSinceRefund = (orderId: string) =>
  wasCountedSince(sql`(
    select max(at) from order_event where order_event.order_id = ${orderId} and kind = 'payment' and value = 'refunded'
  )`)

/**
 * Puts what a cancelled order took from the shelf back, and gives it to paid lines that are owed some. The caller has locked the order,
 * and marks it as cancelled in the same transaction, so that this happens once.
 * @param isCounted those that were counted since the refund are in that count: what comes back of them is taken off again
 */
export async function returnPieces(tx: Tx, orderId: string, at: Date, { isCounted = false } = {}): Promise<void> {
  const { rows: locked } = await sql<{ variant_id: string; product_id: string }>`
    select variant_id, product_id from stock
    where variant_id in (select variant_id from order_line where order_id = ${orderId} and takes_stock and owed + put_back < quantity)
    order by variant_id for update`.execute(tx)
  if (locked.length === 0) return
  await sql`
    with back as (
      select variant_id, sum(quantity - owed - put_back)::integer as pieces,
        ${isCounted} and ${wasCountedSinceRefund(orderId)} as is_counted
      from order_line join stock using (variant_id)
      where order_id = ${orderId} and takes_stock and owed + put_back < quantity group by variant_id
    ), put as (
      update stock set on_hand = on_hand + pieces from back where stock.variant_id = back.variant_id and not is_counted
    )
    insert into stock_movement (variant_id, kind, on_hand, order_id, reason, at)
    select variant_id, kind, pieces * sign, order_id, reason, ${at} from back cross join (values
      ('returned', 1, ${orderId}::uuid, null), ('corrected', -1, null, 'in a count since the refund')
    ) movement (kind, sign, order_id, reason)
    where kind = 'returned' or is_counted
    order by variant_id, sign desc`.execute(tx)
  for (const { variant_id } of locked) await fillOwed(tx, variant_id, at)
  await showStock(tx, [...new Set(locked.map(({ product_id }) => product_id))])
}

/**
 * The labels of an order's sizes that somebody has counted since it was refunded: its pieces may have lain on the shelf then, and be in
 * the count.
 */
export async function countedSinceRefund(tx: Tx, orderId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string; size: string | null }>`
    select distinct name, size from order_line
    where order_id = ${orderId} and takes_stock and owed + put_back < quantity and ${wasCountedSinceRefund(orderId)}
    order by name, size`.execute(tx)
  return rows.map(({ name, size }) => [name, sizeLabel(size)].filter(Boolean).join(', '))
}

/** Throws ShopError 409 when pieces of an order are on the shelf again by a return: all of them would come back a second time. */
export async function refuseReturned(tx: Tx, orderId: string): Promise<void> {
  const returned = tx
    .selectFrom('stock_movement')
    .select('id')
    .where('order_id', '=', orderId)
    .where('return_id', 'is not', null)
    .where('kind', '=', 'returned')
  if (await returned.executeTakeFirst())
    throw conflict('Pieces of this order came back as a return: what else comes back is noted there.')
}
