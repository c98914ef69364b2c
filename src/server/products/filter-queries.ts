import { type SqlBool, sql } from 'kysely'
import { toCents } from '#domain/money.ts'
import type { CountedBy } from '#domain/products/product.ts'

const maxInt = 2 ** 31 - 1

/** Returns the price range of the filters, in whole cents, both bounds inclusive. */
export const centsOf = ({ minPrice, maxPrice }: Pick<CountedBy, 'minPrice' | 'maxPrice'>) => ({
  min: Math.min(toCents(minPrice), maxInt),
  max: Math.max(0, Math.min(maxPrice === undefined ? maxInt : toCents(maxPrice), maxInt)),
})

/**
 * Returns the filters as an SQL condition, for the product table and for the rows that a search reads. An array of one keeps a
 * category or color in an order that begins with it; see `list-statement.ts`.
 */
export function matches(filters: CountedBy) {
  const { category, color } = filters
  const { min, max } = centsOf(filters)
  const conditions = [sql`price_cents between ${min} and ${max}`]
  if (category) conditions.push(sql`category = any (array[${category}])`)
  if (color) conditions.push(sql`color = any (array[${color}])`)
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}
