import { isDeepStrictEqual } from 'node:util'
import type { Fields } from '#domain/audit.ts'
import { toDollars } from '#domain/money.ts'
import type { Tx } from '../../db/connection.ts'
import { conflict } from '../../lib/errors.ts'
import { holdChoices, renamedSince } from '../../settings/queries.ts'
import type { CatalogueContext } from '../context.ts'
import { auditOf } from '../product-columns.ts'
import { pictureAddress } from '../to-product.ts'
import { changeProduct, type SentFields } from './save-product.ts'

/** The fields of calls by the names of the audit. What a change writes to other tables is not among them. */
const fieldsByAuditName: Record<string, keyof SentFields> = {
  ...{ name: 'name', category: 'category', color: 'color', description: 'description', image_id: 'image' },
  ...{ price: 'price', oldPrice: 'oldPrice', salePrice: 'salePrice', sale_from: 'saleFrom', sale_until: 'saleUntil' },
  ...{ status: 'status', visible_from: 'visibleFrom', visible_until: 'visibleUntil' },
  ...{ shade: 'shade', swatch: 'swatch', seo_title: 'seoTitle', seo_description: 'seoDescription' },
  ...{ chart_id: 'chartId', model_cm: 'modelCm', model_size: 'modelSize', is_sealed: 'isSealed' },
}

/** Whether a change of a product can be taken back from the audit: it has no sizes, further pictures or links to other products. */
export function isUndoableChange(after: Fields | null): boolean {
  const names = Object.keys(after ?? {})
  return names.length > 0 && names.every(name => Object.hasOwn(fieldsByAuditName, name))
}

/**
 * Changes the fields of a product back, by the rules of every change. What was changed of its other fields since stays. A category or
 * color that is called otherwise by now is meant as it was then.
 * @param entry of the audit, for which `isUndoableChange` holds
 * @returns what it changed, for the audit
 * @throws ShopError 404 for a deleted product, 409 when one of the fields was changed since, 400 for what is not possible any more,
 * such as a category that is gone
 */
export async function undoProductChange(
  tx: Tx,
  entry: { at: Date; record_id: string; before: Fields | null; after: Fields | null },
  context: CatalogueContext,
): Promise<{ before: Fields; after: Fields }> {
  await holdChoices(tx)
  const renamed = await renamedSince(tx, entry.at)
  const [before, after] = [withRenamed(entry.before, renamed), withRenamed(entry.after, renamed)]
  const sent: SentFields = Object.fromEntries(
    Object.entries(before).map(([name, value]) => [
      fieldsByAuditName[name],
      name === 'image_id' && value !== null ? pictureAddress(String(value), '') : (value ?? ''),
    ]),
  )
  const undone = await changeProduct(tx, context, entry.record_id, sent, product => {
    const now = auditOf(product)
    if (Object.entries(after).some(([name, value]) => !isDeepStrictEqual(now[name] ?? null, value)))
      throw conflict('This was changed again since: change the product by hand.')
    const isShown = (sent: unknown, cents: number | null) => cents !== null && Number(sent) === toDollars(cents)
    if (
      product.regular_price_cents !== null &&
      (isShown(sent.price, product.price_cents) || isShown(sent.oldPrice, product.old_price_cents))
    )
      throw conflict('It is the price of the sale that runs: take this back after the sale, or change it by hand.')
  })
  if (!undone) throw conflict('The product is so already.')
  return undone
}

/** The fields with the category and the color as they are called by now. */
function withRenamed(fields: Fields | null, renamed: Awaited<ReturnType<typeof renamedSince>>): Fields {
  const given = { ...fields }
  for (const field of ['category', 'color'] as const) {
    const name = renamed[field].get(String(given[field]))
    if (name !== undefined) given[field] = name
  }
  return given
}
