import { type RawBuilder, sql } from 'kysely'
import { type CountedBy, type ProductCounts, priceBands } from '#domain/product.ts'
import type { Db } from './connection.ts'
import { matches } from './product-filters.ts'

/**
 * How many products each value of each filter would show, the other filters left as they are, in one statement.
 * @param counted what gives category, color, price_cents, and n products that have them
 */
export async function countValues(db: Db, counted: RawBuilder<unknown>, filters: CountedBy): Promise<ProductCounts> {
  const { category, color, minPrice, maxPrice } = filters
  const bands = priceBands.map(({ min, max }, place) => {
    const band = { category, color, minPrice: min, maxPrice: Number.isFinite(max) ? max : undefined }
    return countBy('price', sql.lit(String(place)), band)
  })
  const { rows } = await sql<{ kind: keyof ProductCounts; value: string; n: number }>`
    with counted as (${counted})
    ${sql.join(
      [
        countBy('category', sql.ref('category'), { color, minPrice, maxPrice }),
        countBy('color', sql.ref('color'), { category, minPrice, maxPrice }),
        ...bands,
      ],
      sql` union all `,
    )}`.execute(db)
  const counts: ProductCounts = { category: {}, color: {}, price: {} }
  for (const { kind, value, n } of rows) if (n > 0) counts[kind][value] = n
  return counts
}

function countBy(kind: string, value: RawBuilder<unknown>, filters: CountedBy) {
  return sql`
    (select ${sql.lit(kind)} as kind, ${value} as value, sum(n)::int as n
     from counted where ${matches(filters)} group by 2)`
}
