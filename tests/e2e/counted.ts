import { v7 } from 'uuid'
import type { Db } from '#server/db/connection.ts'
import { addFirstCounts } from '#server/stock/counts/first-counts.ts'
import { createProduct } from '../support/builders.ts'

/** A product with so many pieces; one size when `pieces` is a number. */
export async function sellCounted(db: Db, name: string, pieces: number | Record<string, number>) {
  const { id } = await createProduct(db, { name })
  const at = new Date()
  const rows = Object.keys(typeof pieces === 'number' ? {} : pieces).map((size, place) => ({
    ...{ id: v7(), product_id: id, size, place, sku: null, barcode: null, created_at: at },
  }))
  if (rows.length > 0) {
    await db.updateTable('variant').set({ deleted_at: at }).where('product_id', '=', id).execute()
    await db.insertInto('variant').values(rows).execute()
  }
  const counts =
    typeof pieces === 'number'
      ? [{ variantId: id, productId: id, pieces }]
      : rows.map(row => ({ variantId: row.id, productId: id, pieces: pieces[row.size] ?? 0 }))
  await db.transaction().execute(tx => addFirstCounts(tx, counts, at))
  return id
}
