import { sql } from 'kysely'
import type { CountedBy } from '#domain/products/product.ts'
import type { Db } from '../db/connection.ts'
import { centsOf } from './filter-queries.ts'
import { anyPrice, type BucketRange, bucketRanges } from './price-histogram.ts'

/** SQL: the number of products on sale. */
export const productsOnSale = sql<number>`(
  select coalesce(sum(n), 0)::int from product_count
  where category = '' and color = '' and bucket = ${sql.lit(anyPrice)}
)`

/**
 * Counts the products on sale that each set of filters would show, exactly and in one statement. It sums the counts that the
 * database maintains per price bucket; it never counts the products themselves.
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
  const { rows } = await sql<{ at: number; n: number }>`
    select at, sum(n)::int as n
    from json_to_recordset(${JSON.stringify(parts)}) as part (at int, category text, color text, cut int)
    join json_to_recordset(${JSON.stringify(buckets)}) as buckets (cut int, first int, last int) using (cut)
    cross join lateral (
      select sum(n) as n from product_count c
      where c.category = part.category and c.color = part.color and c.bucket between buckets.first and buckets.last
    ) counted
    where n is not null
    group by at`.execute(db)
  const counts: number[] = filterSets.map(() => 0)
  for (const { at, n } of rows) counts[at] = n
  return counts
}
