import { sql } from 'kysely'
import type { CountedBy } from '#domain/product.ts'
import type { Db } from './connection.ts'
import { anyPrice, cutPrices } from './price-steps.ts'
import { centsOf } from './product-filters.ts'

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
  const parts = asked.flatMap((filters, at) => {
    const { category = '', color = '' } = filters
    const { least, most } = centsOf(filters)
    return cutPrices(least, most).map(({ first, last }) => ({ at, category, color, first, last }))
  })
  const { rows } = await sql<{ at: number; n: number }>`
    select at, sum(n)::int as n
    from json_to_recordset(${JSON.stringify(parts)}) as part (at int, category text, color text, first int, last int)
    cross join lateral (
      select sum(n) as n from product_count c
      where c.category = part.category and c.color = part.color and c.bucket between part.first and part.last
    ) counted
    where n is not null
    group by at`.execute(db)
  const counts = new Map(rows.map(({ at, n }) => [at, n]))
  return asked.map((_, at) => counts.get(at) ?? 0)
}
