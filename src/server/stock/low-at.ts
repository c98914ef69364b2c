import { validate } from 'uuid'
import { maxLowAt } from '#domain/stock/board.ts'
import { type AuditBook, recordAuditEntry } from '../audit/record.ts'
import { badRequest, notFound } from '../lib/errors.ts'

/**
 * Sets with how many free pieces or fewer the sizes of a product are low.
 * @param sent a whole number of pieces from 0 to 1,000; null for the shop's usual one
 * @throws ShopError 400 with a sentence, 404 for an unknown product
 */
export async function setLowAt(book: AuditBook, admin: string, productId: string, sent: unknown): Promise<void> {
  const isNumber = typeof sent === 'number' && Number.isInteger(sent) && sent >= 0 && sent <= maxLowAt
  if (sent !== null && !isNumber)
    throw badRequest(`The threshold must be a whole number from 0 to ${maxLowAt.toLocaleString('en')}, or null.`)
  if (!validate(productId)) throw notFound('Product')
  const lowAt = sent as number | null
  await book.db.transaction().execute(async tx => {
    await tx
      .selectFrom('stock')
      .select('variant_id')
      .where('product_id', '=', productId)
      .orderBy('variant_id')
      .forUpdate()
      .execute()
    const product = await tx
      .selectFrom('product')
      .select('low_at')
      .where('id', '=', productId)
      .where('deleted_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!product) throw notFound('Product')
    if (product.low_at === lowAt) return
    await tx.updateTable('product').set({ low_at: lowAt }).where('id', '=', productId).execute()
    await tx.updateTable('stock').set({ low_at: lowAt }).where('product_id', '=', productId).execute()
    await recordAuditEntry(
      tx,
      {
        ...{ actor: admin, action: 'update', record: 'product', recordId: productId },
        ...{ before: { 'low from': product.low_at }, after: { 'low from': lowAt } },
      },
      book,
    )
  })
}
