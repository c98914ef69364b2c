import { sql } from 'kysely'
import type { CountedBy } from '#domain/products/product.ts'
import { fits } from '#domain/products/size.ts'
import type { Db } from '../db/connection.ts'
import { centsOf, wantedFits } from './filter-queries.ts'
import { anyPrice, type BucketRange, bucketRanges } from './price-histogram.ts'

/** SQL: the number of products on sale. */
export const productsOnSale = sql<number>`(
  select coalesce(sum(n), 0)::int from product_count
  where category = '' and color = '' and bucket = ${sql.lit(anyPrice)}
)`

/**
 * Counts the products on sale that each set of filters would show, exactly and in one statement; all of them with the same sizes.
 * It sums the counts that the database maintains per price bucket; it never counts the products themselves.
 */
export async function sumCounts(db: Db, filterSets: CountedBy[]): Promise<number[]> {
  const cuts = new Map<string, number>()
  const buckets: (BucketRange & { cut: number })[] = []
  const parts = filterSets.map((filters, at) => {
    const { category = '', color = '', minPrice, maxPrice } = filters
    const prices = `${minPrice}-${maxPrice}`
    const cut = cuts.get(prices) ?? cuts.size
    if (cut === cuts.size) {
      cuts.set(prices, cut)
      const { min, max } = centsOf(filters)
      buckets.push(...bucketRanges(min, max).map(each => ({ cut, ...each })))
    }
    return { at, category, color, cut }
  })
  const wanted = wantedFits(filterSets[0] ?? {})
  const table =
    wanted === undefined ? sql`product_count c where` : sql`product_fits_count c where fits & ${wanted} <> 0 and`
  const { rows } = await sql<{ at: number; n: number }>`
    select at, sum(n)::int as n
    from json_to_recordset(${JSON.stringify(parts)}) as part (at int, category text, color text, cut int)
    join json_to_recordset(${JSON.stringify(buckets)}) as buckets (cut int, first int, last int) using (cut)
    cross join lateral (
      select sum(n) as n from ${table}
        c.category = part.category and c.color = part.color and c.bucket between buckets.first and buckets.last
    ) counted
    where n is not null
    group by at`.execute(db)
  const counts: number[] = filterSets.map(() => 0)
  for (const { at, n } of rows) counts[at] = n
  return counts
}

/**
 * Counts the products that can be bought in each size, by its place among the fits, and those in any, with the other filters
 * unchanged. It sums kept counts, too.
 */
export async function sumSizes(db: Db, filters: CountedBy): Promise<{ sizes: number[]; inStock: number }> {
  const { category = '', color = '' } = filters
  const { min, max } = centsOf(filters)
  const { rows } = await sql<{ bits: number; n: number }>`
    select fits as bits, sum(n)::int as n
    from json_to_recordset(${JSON.stringify(bucketRanges(min, max))}) as buckets (first int, last int)
    cross join lateral (
      select fits, n from product_fits_count
      where category = ${category} and color = ${color} and bucket between first and last offset 0
    ) counted
    group by fits`.execute(db)
  const sizes = fits.map(() => 0)
  let inStock = 0
  for (const { bits, n } of rows) {
    inStock += n
    let rest = bits // more bits than JavaScript's operators take
    for (let place = 0; rest > 0; place++) {
      if (rest % 2 === 1) sizes[place] = (sizes[place] ?? 0) + n
      rest = Math.floor(rest / 2)
    }
  }
  return { sizes, inStock }
}
