import { type CountedBy, type ProductCounts, priceBandsOf } from '#domain/products/product.ts'
import { fits } from '#domain/products/size.ts'
import type { Db } from '../../db/connection.ts'
import { countProducts, type FilterChoices } from '../list/count-products.ts'
import { type Member, matcherOf } from './collection-members.ts'
import { type CollectionSources, scopeOf } from './collections.ts'

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
  return countRows((await members.find(db, scope.chosen)).all, choices, filters)
}

/** Counts a few hundred products, which were chosen one by one. */
function countRows(rows: Member[], choices: FilterChoices, filters: CountedBy): ProductCounts {
  const counts: ProductCounts = { category: {}, color: {}, price: {}, size: {}, inStock: 0, sale: 0 }
  const add = (of: Record<string, number>, value: string) => {
    of[value] = (of[value] ?? 0) + 1
  }
  const bands = priceBandsOf(choices.priceBands)
  const matches = {
    category: matcherOf({ ...filters, category: undefined }),
    color: matcherOf({ ...filters, color: undefined }),
    bands: bands.map(({ min, max }) => matcherOf({ ...filters, minPrice: min, maxPrice: max })),
    anySize: matcherOf({ ...filters, size: undefined, mine: undefined, inStock: undefined }),
    sale: matcherOf({ ...filters, sale: undefined }),
  }
  for (const row of rows) {
    const bits = BigInt(row.bits)
    if (matches.category(row)) add(counts.category, row.category)
    if (matches.color(row)) add(counts.color, row.color)
    for (const [place, isInBand] of matches.bands.entries()) if (isInBand(row)) add(counts.price, String(place))
    if (bits !== 0n && matches.anySize(row)) {
      counts.inStock += 1
      for (const [place, { code }] of fits.entries()) if (bits & (1n << BigInt(place))) add(counts.size, code)
    }
    if (row.is_sale && matches.sale(row)) counts.sale += 1
  }
  return counts
}
