import { type SqlBool, sql } from 'kysely'
import { toCents } from '#domain/money.ts'
import type { CountedBy } from '#domain/products/product.ts'

const maxInt = 2 ** 31 - 1

/** The prices that filters let pass, in whole cents; both belong to them. */
export const centsOf = ({ minPrice, maxPrice }: Pick<CountedBy, 'minPrice' | 'maxPrice'>) => ({
  min: Math.min(toCents(minPrice), maxInt),
  max: Math.max(0, Math.min(maxPrice === undefined ? maxInt : toCents(maxPrice), maxInt)),
})

/** The filters as a condition that holds for a product and for what a search reads alike. */
export function matches(filters: CountedBy) {
  const { category, color } = filters
  const { min, max } = centsOf(filters)
  const conditions = [sql`price_cents between ${min} and ${max}`]
  if (category) conditions.push(sql`category = ${category}`)
  if (color) conditions.push(sql`color = ${color}`)
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}
