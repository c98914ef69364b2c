import { readFirstPieces } from '#domain/products/first-pieces.ts'
import { labelOf } from '#domain/products/size.ts'
import type { Db, Tx } from '../../db/connection.ts'
import { badRequest } from '../../lib/errors.ts'
import { refuseBesideOlder } from '../../stock/counts/count.ts'
import { addFirstCounts } from '../../stock/counts/first-counts.ts'
import type { Admin } from '../context.ts'

/**
 * Reads the pieces with which a new product begins, by the code of the size.
 * @throws ShopError 400 for what is no count, 409 for pieces while an older release is connected
 */
export async function readPieces(db: Db, sizes: unknown): Promise<Map<string, number>> {
  const first = readFirstPieces(sizes)
  if (first.error !== undefined) throw badRequest(first.error)
  if (first.pieces.size > 0) await refuseBesideOlder(db)
  return first.pieces
}

/** @throws ShopError 400 when the sizes of a product that is there are sent with pieces */
export function refusePieces(sizes: unknown): void {
  const first = readFirstPieces(sizes)
  if (first.error !== undefined || first.pieces.size > 0)
    throw badRequest('The pieces of a product that is there are counted on their own: PUT /api/stock/counts.')
}

/**
 * Begins to count the sizes of a product that nobody has ordered yet.
 * @returns what the audit says of it
 */
export async function beginStock(
  tx: Tx,
  { productId, pieces, at, admin }: { productId: string; pieces: Map<string, number>; at: Date; admin: Admin },
): Promise<Record<string, number>> {
  if (pieces.size === 0) return {}
  const variants = await tx.selectFrom('variant').select(['id', 'size']).where('product_id', '=', productId).execute()
  const counts = variants.flatMap(({ id, size }) => {
    const count = pieces.get(size)
    return count === undefined ? [] : [{ variantId: id, productId, pieces: count }]
  })
  await addFirstCounts(tx, counts, at, admin.id)
  return Object.fromEntries([...pieces].map(([size, count]) => [`pieces of ${labelOf(size)}`, count]))
}
