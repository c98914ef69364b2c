import { sql } from 'kysely'
import type { Tx } from '../../db/connection.ts'
import { showStock } from '../queries.ts'

/** The pieces with which a product is added. */
export interface FirstCount {
  variantId: string
  productId: string
  pieces: number
}

/**
 * Begins to count variants that nobody has ordered yet; those that are counted are left as they are.
 * @param actor the id of the admin who counted; null for the demo
 */
export async function addFirstCounts(
  tx: Tx,
  counts: FirstCount[],
  at: Date,
  actor: string | null = null,
): Promise<void> {
  await sql`
    with given as (
      insert into stock (variant_id, product_id, on_hand)
      select "variantId", "productId", pieces
      from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as given ("variantId" uuid, "productId" uuid, pieces integer)
      on conflict do nothing
      returning variant_id, on_hand
    )
    insert into stock_movement (variant_id, kind, on_hand, actor, at)
    select variant_id, 'counted', on_hand, ${actor}::uuid, ${at} from given`.execute(tx)
  await showStock(tx, [...new Set(counts.map(({ productId }) => productId))])
}
