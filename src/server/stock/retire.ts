import { sql } from 'kysely'
import { labelOf } from '#domain/products/size.ts'
import type { Tx } from '../db/connection.ts'
import { conflict } from '../lib/errors.ts'

/** The sizes that a product goes on having, by their codes. */
interface Remaining {
  productId: string
  sizes: readonly { size: string }[]
}

/** A counted size that a product no longer has. */
export interface RetiredSize {
  productId: string
  /** The name of its product. */
  name: string
  label: string
  /** The pieces that it had. */
  pieces: number
}

/**
 * Sets the count of the sizes that products no longer have to 0. The caller has locked their stock.
 * @returns those that had pieces
 * @throws ShopError 409 when pieces of one are held by open checkouts or size swaps
 */
export async function retireStock(tx: Tx, products: Remaining[], at: Date): Promise<RetiredSize[]> {
  const rows = JSON.stringify(
    products.map(({ productId, sizes }) => ({ product_id: productId, sizes: sizes.map(({ size }) => size) })),
  )
  const { rows: gone } = await sql<{
    id: string
    productId: string
    name: string
    size: string
    onHand: number
    held: number
  }>`
    select variant.id, product.id as "productId", name, size, on_hand as "onHand", held
    from jsonb_to_recordset(${rows}::jsonb) as remaining (product_id uuid, sizes jsonb)
      join variant on variant.product_id = remaining.product_id and variant.deleted_at is null and not sizes ? size
      join stock on stock.variant_id = variant.id
      join product on product.id = variant.product_id`.execute(tx)
  const held = gone.find(each => each.held > 0)
  if (held)
    throw conflict(
      `${held.name}, ${labelOf(held.size)} cannot be removed while ${held.held === 1 ? 'a piece is' : `${held.held} pieces are`} set aside for a checkout or a size swap.`,
    )
  const left = gone.filter(({ onHand }) => onHand > 0)
  if (left.length === 0) return []
  const ids = left.map(({ id }) => id)
  await sql`
    with retired as (
      insert into stock_movement (variant_id, kind, on_hand, reason, at)
      select variant_id, 'corrected', -on_hand, 'size removed', ${at} from stock where variant_id = any(${ids}::uuid[])
    )
    update stock set on_hand = 0 where variant_id = any(${ids}::uuid[])`.execute(tx)
  return left.map(({ productId, name, size, onHand }) => ({ productId, name, label: labelOf(size), pieces: onHand }))
}
