import { sql } from 'kysely'
import type { CountedBy } from '#domain/products/product.ts'
import { fits } from '#domain/products/size.ts'
import type { Db } from '../../db/connection.ts'
import { centsOf, wantedFits } from './filter-queries.ts'
import { countsWhere } from './list-statement.ts'
import { anyPrice, type BucketRange, bucketRanges } from './price-histogram.ts'

/** SQL: the number of products on sale. */
export const productsOnSale = sql<number>`(
  select coalesce(sum(n), 0)::int from product_count
  where category = '' and color = '' and bucket = ${sql.lit(anyPrice)}
)`

/**
 * Counts the products on sale that each set of filters would show, exactly and in one statement; all of them with the same sizes, and
 * all with an old price or none.
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
  const counted = countsOf(filterSets[0])
  const { rows } = await sql<{ at: number; n: number }>`
    select at, sum(n)::int as n
    from json_to_recordset(${JSON.stringify(parts)}) as part (at int, category text, color text, cut int)
    join json_to_recordset(${JSON.stringify(buckets)}) as buckets (cut int, first int, last int) using (cut)
    cross join lateral (
      select sum(n) as n from ${counted}
        category = part.category and color = part.color and bucket between buckets.first and buckets.last
    ) counted
    where n is not null
    group by at`.execute(db)
  const counts: number[] = filterSets.map(() => 0)
  for (const { at, n } of rows) counts[at] = n
  return counts
}

/** SQL: the counts that these filters are summed from, with the beginning of a condition. */
function countsOf(filters: Partial<CountedBy> = {}) {
  const wanted = wantedFits(filters)
  return sql.raw(countsWhere(filters.sale === true, wanted === undefined ? undefined : `${wanted}::bigint`))
}

/**
 * Counts the products that can be bought in each size, by its place among the fits, those in any, and those that have an old
 * price, each with the other filters unchanged. It sums kept counts, too.
 */
export async function sumSizes(
  db: Db,
  filters: CountedBy,
): Promise<{ sizes: number[]; inStock: number; sale: number }> {
  const { category = '', color = '' } = filters
  const { min, max } = centsOf(filters)
  const inAnySize = countsOf({ sale: filters.sale, inStock: true })
  const ofChoice = sql`category = ${category} and color = ${color} and bucket between first and last`
  const { rows } = await sql<{ bits: number; n: number | null }>`
    with buckets as materialized (
      select first, last from json_to_recordset(${JSON.stringify(bucketRanges(min, max))}) as buckets (first int, last int)
    )
    select fits as bits, sum(n)::int as n
    from buckets cross join lateral (select fits, n from ${inAnySize} ${ofChoice} offset 0) counted
    group by fits
    union all
    select ${onSale}, sum(n)::int
    from buckets cross join lateral (select n from ${countsOf({ ...filters, sale: true })} ${ofChoice} offset 0) reduced`.execute(
    db,
  )
  const sizes = fits.map(() => 0)
  const all = { sizes, inStock: 0, sale: 0 }
  for (const { bits, n } of rows) {
    if (bits === onSale) {
      all.sale = n ?? 0
      continue
    }
    all.inStock += n ?? 0
    let rest = bits // more bits than JavaScript's operators take
    for (let place = 0; rest > 0; place++) {
      if (rest % 2 === 1) sizes[place] = (sizes[place] ?? 0) + (n ?? 0)
      rest = Math.floor(rest / 2)
    }
  }
  return all
}

/** Stands for no set of sizes. */
const onSale = 0
