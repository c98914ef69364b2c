import { sql } from 'kysely'
import { nameWithVariation } from '#domain/products/size.ts'
import type { Tx } from '../../db/connection.ts'
import { conflict } from '../../lib/errors.ts'
import { showStock } from '../queries.ts'

/**
 * Takes the pieces of a delivery back, all of them or none. A size whose count it began, and of which nothing else has moved since, is
 * not counted any more.
 * @throws ShopError 409 naming a size that was counted since, or of which too few are left that nobody pays for
 */
export async function undoDelivery(tx: Tx, id: string, actor: string | undefined, at: Date): Promise<void> {
  const { rows } = await sql<{ variant_id: string; product_id: string; pieces: number; free: number | null }>`
    select variant_id, received.on_hand as pieces, product_id, stock.on_hand - stock.held as free
    from stock join stock_movement received using (variant_id)
    where delivery_id = ${id} and kind = 'received'
    order by variant_id for update of stock`.execute(tx)
  const counted = await countedSince(tx, id)
  if (counted) throw conflict(`${counted} was counted since the delivery: count it once more instead.`)
  const short = rows.find(({ pieces, free }) => Number(free) < pieces)
  if (short) throw conflict(await sentenceOf(tx, short.variant_id, short.pieces, Number(short.free)))
  const { rows: taken } = await sql`
    with line as (
      select variant_id, on_hand as pieces from stock_movement where delivery_id = ${id} and kind = 'received'
    ), taken as (
      update stock set on_hand = on_hand - pieces from line where stock.variant_id = line.variant_id
      returning stock.variant_id, pieces
    ), noted as (
      insert into stock_movement (variant_id, kind, on_hand, actor, at, reason, delivery_id)
      select variant_id, 'corrected', -pieces, ${actor ?? null}::uuid, ${at}, 'delivery taken back', ${id}::uuid from taken
      order by variant_id
    ), closed as (update delivery set undone_at = ${at} where id = ${id})
    select from line where not exists (select from taken where taken.variant_id = line.variant_id)`.execute(tx)
  if (taken.length > 0) throw conflict('A size of this delivery is not counted any more.')
  await stopCounting(tx, id)
  await showStock(tx, [...new Set(rows.map(({ product_id }) => product_id))])
}

/** Holds that ended and deliveries that were taken back, this one too, are no reason to go on counting a size. */
const stopCounting = (tx: Tx, id: string) =>
  sql`
  delete from stock using stock_movement received
  where received.delivery_id = ${id} and received.kind = 'received' and stock.variant_id = received.variant_id
    and stock.on_hand = 0 and stock.held = 0 and not exists (
      select from stock_movement other
      where other.variant_id = stock.variant_id and other.kind not in ('held', 'released')
        and not exists (select from delivery where id = other.delivery_id and undone_at is not null)
    )`.execute(tx)

/** A size of the delivery of which a count since says how many there are, with these or without. */
async function countedSince(tx: Tx, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ variant_id: string }>`
    select variant_id from stock_movement received
    where delivery_id = ${id} and kind = 'received' and exists (
      select from stock_movement counted
      where counted.variant_id = received.variant_id and counted.kind = 'counted' and counted.id > received.id
    ) order by id limit 1`.execute(tx)
  return rows[0] && (await nameOf(tx, rows[0].variant_id))
}

async function nameOf(tx: Tx, variantId: string): Promise<string> {
  const size = await tx
    .selectFrom('variant')
    .innerJoin('product', 'product.id', 'product_id')
    .select(['name', 'size', sql<null>`null`.as('color')])
    .where('variant.id', '=', variantId)
    .executeTakeFirstOrThrow()
  return nameWithVariation(size)
}

async function sentenceOf(tx: Tx, variantId: string, pieces: number, free: number): Promise<string> {
  return `Of ${await nameOf(tx, variantId)} ${pieces} came and only ${free} can be taken back; the others are sold or set aside for buyers. Count them instead.`
}
