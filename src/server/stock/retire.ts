import { sql } from 'kysely'
import { labelOf } from '#domain/products/size.ts'
import type { Tx } from '../db/connection.ts'
import { conflict } from '../lib/errors.ts'

/**
 * Sets the count of the sizes that a product no longer has to 0. The caller has locked its stock.
 * @returns the pieces that they had, by the label of the size
 * @param remaining the codes of the sizes that it goes on having
 * @throws ShopError 409 when pieces of one are held by open checkouts
 */
export async function retireStock(
  tx: Tx,
  productId: string,
  remaining: string[],
  at: Date,
): Promise<Record<string, number>> {
  const gone = await tx
    .selectFrom('stock')
    .innerJoin('variant', 'variant.id', 'stock.variant_id')
    .select(['variant_id', 'size', 'on_hand', 'held'])
    .where('variant.product_id', '=', productId)
    .where('deleted_at', 'is', null)
    .where('size', '!=', sql<string>`all(${remaining}::text[])`)
    .execute()
  const held = gone.find(({ held }) => held > 0)
  if (held)
    throw conflict(
      `${labelOf(held.size)} cannot be removed while ${held.held === 1 ? 'a piece is' : `${held.held} pieces are`} being paid for.`,
    )
  const left = gone.filter(({ on_hand }) => on_hand > 0)
  if (left.length === 0) return {}
  await tx
    .updateTable('stock')
    .set({ on_hand: 0 })
    .where(
      'variant_id',
      'in',
      left.map(({ variant_id }) => variant_id),
    )
    .execute()
  await tx
    .insertInto('stock_movement')
    .values(
      left.map(({ variant_id, on_hand }) => ({
        variant_id,
        kind: 'corrected',
        on_hand: -on_hand,
        reason: 'size removed',
        at,
      })),
    )
    .execute()
  return Object.fromEntries(left.map(({ size, on_hand }) => [labelOf(size), on_hand]))
}
