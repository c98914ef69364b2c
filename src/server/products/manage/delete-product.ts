import { validate } from 'uuid'
import { toDollars } from '#domain/money.ts'
import { recordAuditEntry } from '../../audit/record.ts'
import { notFound } from '../../lib/errors.ts'
import type { Admin, CatalogueContext } from '../context.ts'
import { lockProducts } from './lock-products.ts'

/**
 * Takes a product off sale; orders and reviews still refer to it. A draft is deleted as well.
 * @returns the id of the audit entry that can be undone
 * @throws ShopError 404 when the product is not on sale and no draft
 */
export async function deleteProduct(context: CatalogueContext, admin: Admin, id: string): Promise<string> {
  if (!validate(id)) throw notFound('Product')
  return await context.db.transaction().execute(async tx => {
    const [product] = await lockProducts(tx, [id])
    if (!product) throw notFound('Product')
    await tx
      .updateTable('product')
      .set({ deleted_at: context.clock.now(), is_draft: false })
      .where('id', '=', product.id)
      .execute()
    const before = {
      name: product.name,
      price: toDollars(product.price_cents),
      ...(product.is_draft && { isDraft: true }),
    }
    return await recordAuditEntry(
      tx,
      { actor: admin.id, action: 'delete', record: 'product', recordId: product.id, before },
      context,
    )
  })
}
