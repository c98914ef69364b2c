import { sql } from 'kysely'
import { validate } from 'uuid'
import type { Db } from '../../db/connection.ts'

/** A size that cannot be bought now, at the price of one piece. */
interface MissingSize {
  productId: string
  variantId: string
  size: string
  cents: number
}

/** A size on sale of which no piece can be bought now, and its price; undefined for any other. */
export async function findMissingSize(db: Db, variantId: string): Promise<MissingSize | undefined> {
  if (!validate(variantId)) return undefined
  const { rows } = await sql<MissingSize>`
    select product.id as "productId", variant.id as "variantId", size, price_cents as cents
    from variant
      join product on product.id = variant.product_id
      join stock on stock.variant_id = variant.id
    where variant.id = ${variantId} and variant.deleted_at is null and product.deleted_at is null
      and on_hand <= held`.execute(db)
  return rows[0]
}
