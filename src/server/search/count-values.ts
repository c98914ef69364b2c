import { type RawBuilder, sql } from 'kysely'
import { type CountedBy, type ProductCounts, priceBandsOf } from '#domain/products/product.ts'
import { fits } from '#domain/products/size.ts'
import type { Db } from '../db/connection.ts'
import { matches } from '../products/list/filter-queries.ts'

/**
 * Counts, in one statement, the products that each value of each filter would show with the other filters unchanged, and all
 * products without any filter.
 * @param counted a query with the columns category, color, price_cents, old_price_cents, fits and `n`, the number of products that have these
 */
export async function countValues(
  db: Db,
  counted: RawBuilder<unknown>,
  filters: CountedBy,
  priceBands: readonly number[],
): Promise<{ counts: ProductCounts; total: number }> {
  const { category, color, minPrice, maxPrice, ...others } = filters
  const prices = { minPrice, maxPrice }
  const bands = priceBandsOf(priceBands).map(({ min, max }, place) => {
    const band = { category, color, ...others, minPrice: min, maxPrice: max }
    return countBy('price', sql.lit(String(place)), band)
  })
  const { rows } = await sql<{
    kind: 'category' | 'color' | 'price' | 'size' | 'sale' | 'all'
    value: string
    n: number | null
  }>`
    with counted as (${counted})
    ${sql.join(
      [
        countBy('category', sql.ref('category'), { color, ...prices, ...others }),
        countBy('color', sql.ref('color'), { category, ...prices, ...others }),
        ...bands,
        sql`(
          select 'size', place::text, sum(n)::int from counted cross join generate_series(-1, ${fits.length - 1}) place
          where fits <> 0 and (place < 0 or fits >> place & 1 = 1) and ${matches({ category, color, ...prices, sale: others.sale })} group by 2
        )`,
        countBy('sale', sql.lit(''), { category, color, ...prices, ...others, sale: true }),
        sql`(select 'all', '', sum(n)::int from counted)`,
      ],
      sql` union all `,
    )}`.execute(db)
  const counts: ProductCounts = { category: {}, color: {}, price: {}, size: {}, inStock: 0, sale: 0 }
  let total = 0
  for (const { kind, value, n } of rows) {
    if (kind === 'all') total = n ?? 0
    else if (kind === 'sale') counts.sale = n ?? 0
    else if (kind !== 'size') counts[kind][value] = n ?? 0
    else if (value === '-1') counts.inStock = n ?? 0
    else counts.size[fits[Number(value)]?.code ?? ''] = n ?? 0
  }
  return { counts, total }
}

function countBy(kind: string, value: RawBuilder<unknown>, filters: CountedBy) {
  return sql`
    (select ${sql.lit(kind)} as kind, ${value} as value, sum(n)::int as n
     from counted where ${matches(filters)} group by 2)`
}
