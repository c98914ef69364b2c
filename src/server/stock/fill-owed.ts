import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'
import { isToPack, missingPieces } from './queries.ts'

/**
 * Gives pieces that have come to the paid lines that are owed some, whose money did not go back, and whose orders are still to be
 * packed: the oldest first. One that was shipped without its pieces would take them from the shelf, and nobody would send them. The
 * caller has locked the variant's stock.
 */
export async function fillOwed(tx: Tx, variantId: string, at: Date): Promise<void> {
  await sql`
    with owed as (
      select order_id, position, wanted as owed,
        coalesce(sum(wanted) over (order by created_at, position rows between unbounded preceding and 1 preceding), 0) as before
      from (
        select order_line.order_id, position, created_at, ${missingPieces} as wanted
        from order_line join "order" on "order".id = order_line.order_id
        where variant_id = ${variantId} and owed > 0 and ${isToPack}
      ) line
      where wanted > 0
    ), given as (
      select order_id, position, least(owed, on_hand - held - before)::integer as pieces
      from owed cross join stock where stock.variant_id = ${variantId} and on_hand - held > before
    ), lines as (
      update order_line set owed = owed - given.pieces from given
      where order_line.order_id = given.order_id and order_line.position = given.position
    ), noted as (
      insert into stock_movement (variant_id, kind, on_hand, order_id, at)
      select ${variantId}, 'sold', -pieces, order_id, ${at} from given
    )
    update stock set on_hand = on_hand - (select sum(pieces) from given)
    where variant_id = ${variantId} and exists (select from given)`.execute(tx)
}
