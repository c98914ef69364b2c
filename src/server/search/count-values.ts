import { type RawBuilder, sql } from 'kysely'
import { type CountedBy, type ProductCounts, priceBands } from '#domain/products/product.ts'
import type { Db } from '../db/connection.ts'
import { matches } from '../products/filter-queries.ts'

/**
 * Counts, in one statement, the products that each value of each filter would show with the other filters unchanged, and all
 * products without any filter.
 * @param counted a query with the columns category, color, price_cents and `n`, the number of products that have these
 */
export async function countValues(
  db: Db,
  counted: RawBuilder<unknown>,
  filters: CountedBy,
): Promise<{ counts: ProductCounts; total: number }> {
  const { category, color, minPrice, maxPrice } = filters
  const bands = priceBands.map(({ min, max }, place) => {
    const band = { category, color, minPrice: min, maxPrice: Number.isFinite(max) ? max : undefined }
    return countBy('price', sql.lit(String(place)), band)
  })
  const { rows } = await sql<{ kind: keyof ProductCounts | 'all'; value: string; n: number | null }>`
    with counted as (${counted})
    ${sql.join(
      [
        countBy('category', sql.ref('category'), { color, minPrice, maxPrice }),
        countBy('color', sql.ref('color'), { category, minPrice, maxPrice }),
        ...bands,
        sql`(select 'all', '', sum(n)::int from counted)`,
      ],
      sql` union all `,
    )}`.execute(db)
  const counts: ProductCounts = { category: {}, color: {}, price: {} }
  let total = 0
  for (const { kind, value, n } of rows) {
    if (kind === 'all') total = n ?? 0
    else if (n) counts[kind][value] = n
  }
  return { counts, total }
}

function countBy(kind: string, value: RawBuilder<unknown>, filters: CountedBy) {
  return sql`
    (select ${sql.lit(kind)} as kind, ${value} as value, sum(n)::int as n
     from counted where ${matches(filters)} group by 2)`
}
