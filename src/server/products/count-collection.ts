import { sql } from 'kysely'
import { type CountedBy, type ProductCounts, priceBandsOf } from '#domain/products/product.ts'
import { fits } from '#domain/products/size.ts'
import type { Db } from '../db/connection.ts'
import type { CollectionSettings } from '../settings/watch.ts'
import { scopeOf } from './collections.ts'
import { countProducts, type FilterChoices } from './count-products.ts'
import { centsOf, wantedFits } from './filter-queries.ts'

/**
 * Counts the products that each value of each filter would show, in the shop or in a collection.
 * @param settings for those of a collection
 */
export async function countFiltered(
  db: Db,
  choices: FilterChoices,
  { collection, ...filters }: CountedBy,
  settings?: CollectionSettings,
): Promise<ProductCounts> {
  if (!collection || !settings) return await countProducts(db, choices, filters)
  const scope = scopeOf(settings, collection)
  if (!scope) return countRows([], choices, filters)
  if (scope.rule) return await countProducts(db, choices, filters, scope.rule)
  const { rows } = await sql<CountedRow>`
    select category, color, price_cents, old_price_cents is not null as is_sale, fits::text as bits
    from (${scope.chosen}) chosen join product using (id) where deleted_at is null`.execute(db)
  return countRows(rows, choices, filters)
}

interface CountedRow {
  category: string
  color: string
  price_cents: number
  is_sale: boolean
  bits: string
}

/** Counts a few hundred products, which were chosen one by one. */
function countRows(rows: CountedRow[], choices: FilterChoices, filters: CountedBy): ProductCounts {
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

function isMatch(row: CountedRow, filters: CountedBy): boolean {
  const { min, max } = centsOf(filters)
  const wanted = wantedFits(filters)
  return (
    (!filters.category || filters.category === row.category) &&
    (!filters.color || filters.color === row.color) &&
    (!filters.sale || row.is_sale) &&
    row.price_cents >= min &&
    row.price_cents <= max &&
    (wanted === undefined || (BigInt(row.bits) & BigInt(wanted)) !== 0n)
  )
}
