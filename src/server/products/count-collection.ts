import { type CountedBy, type ProductCounts, priceBandsOf } from '#domain/products/product.ts'
import { fits } from '#domain/products/size.ts'
import type { Db } from '../db/connection.ts'
import { isMatch, type Member } from './collection-members.ts'
import { type CollectionSources, scopeOf } from './collections.ts'
import { countProducts, type FilterChoices } from './count-products.ts'

/**
 * Counts the products that each value of each filter would show, in the shop or in a collection.
 * @param collections for those of a collection
 */
export async function countFiltered(
  db: Db,
  choices: FilterChoices,
  { collection, ...filters }: CountedBy,
  collections?: CollectionSources,
): Promise<ProductCounts> {
  if (!collection || !collections) return await countProducts(db, choices, filters)
  const { settings, members } = collections
  const scope = scopeOf(settings, collection)
  if (!scope) return countRows([], choices, filters)
  if (scope.rule) return await countProducts(db, choices, filters, scope.rule)
  return countRows(await members.find(db, scope.chosen), choices, filters)
}

/** Counts a few hundred products, which were chosen one by one. */
function countRows(rows: Member[], choices: FilterChoices, filters: CountedBy): ProductCounts {
  const counts: ProductCounts = { category: {}, color: {}, price: {}, size: {}, inStock: 0, sale: 0 }
  const add = (of: Record<string, number>, value: string) => {
    of[value] = (of[value] ?? 0) + 1
  }
  const bands = priceBandsOf(choices.priceBands)
  for (const row of rows) {
    const bits = BigInt(row.bits)
    if (isMatch(row, { ...filters, category: undefined })) add(counts.category, row.category)
    if (isMatch(row, { ...filters, color: undefined })) add(counts.color, row.color)
    for (const [place, { min, max }] of bands.entries())
      if (isMatch(row, { ...filters, minPrice: min, maxPrice: max })) add(counts.price, String(place))
    const anySize = { ...filters, size: undefined, mine: undefined, inStock: undefined }
    if (bits !== 0n && isMatch(row, anySize)) {
      counts.inStock += 1
      for (const [place, { code }] of fits.entries()) if (bits & (1n << BigInt(place))) add(counts.size, code)
    }
    if (row.is_sale && isMatch(row, { ...filters, sale: undefined })) counts.sale += 1
  }
  return counts
}
