import { validate } from 'uuid'
import { toDollars } from '#domain/money.ts'
import { recordAuditEntry } from '../audit/record.ts'
import { notFound } from '../lib/errors.ts'
import type { Admin, CatalogueContext } from './context.ts'

/**
 * Takes a product off sale; orders and reviews still refer to it.
 * @returns the id of the audit entry that can be undone
 * @throws ShopError 404 when the product is not on sale
 */
export async function deleteProduct(context: CatalogueContext, admin: Admin, id: string): Promise<string> {
  if (!validate(id)) throw notFound('Product')
  return await context.db.transaction().execute(async tx => {
    const product = await tx
      .updateTable('product')
      .set({ deleted_at: context.clock.now() })
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .returning(['name', 'price_cents'])
      .executeTakeFirst()
    if (!product) throw notFound('Product')
    const before = { name: product.name, price: toDollars(product.price_cents) }
    return await recordAuditEntry(
      tx,
      { actor: admin.id, action: 'delete', record: 'product', recordId: id, before },
      context,
    )
  })
}
