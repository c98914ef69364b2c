import { sql } from 'kysely'
import type { CountedBy } from '#domain/products/product.ts'
import type { Db } from '../db/connection.ts'
import { centsOf } from './filter-queries.ts'
import { anyPrice, type Buckets, cutPrices } from './price-histogram.ts'

/** As SQL: how many products are on sale. */
export const productsOnSale = sql<number>`(
  select coalesce(sum(n), 0)::int from product_count
  where category = '' and color = '' and bucket = ${sql.lit(anyPrice)}
)`

/**
 * How many products on sale each of these filters would show, exactly and in one statement: summed from the counts that the
 * database keeps by steps of price, the products themselves are never counted.
 */
export async function sumCounts(db: Db, asked: CountedBy[]): Promise<number[]> {
  const cuts = new Map<string, number>()
  const buckets: (Buckets & { cut: number })[] = []
  const parts = asked.map((filters, at) => {
    const { category = '', color = '', minPrice, maxPrice } = filters
    const prices = `${minPrice}-${maxPrice}`
    const cut = cuts.get(prices) ?? cuts.size
    if (cut === cuts.size) {
      cuts.set(prices, cut)
      const { min, max } = centsOf(filters)
      buckets.push(...cutPrices(min, max).map(each => ({ cut, ...each })))
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
  const counts: number[] = asked.map(() => 0)
  for (const { at, n } of rows) counts[at] = n
  return counts
}
