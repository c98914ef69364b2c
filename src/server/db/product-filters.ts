import { type SqlBool, sql } from 'kysely'
import { toCents } from '#domain/money.ts'
import type { CountedBy } from '#domain/product.ts'

const largest = 2 ** 31 - 1

/** The filters as a condition that holds for a product, for a row of the counts and for what a search reads alike. */
export function matches({ category, color, minPrice, maxPrice }: CountedBy) {
  const least = Math.min(toCents(minPrice), largest)
  const most = Math.max(0, Math.min(maxPrice === undefined ? largest : toCents(maxPrice), largest))
  const conditions = [sql`price_cents between ${least} and ${most}`]
  if (category) conditions.push(sql`category = ${category}`)
  if (color) conditions.push(sql`color = ${color}`)
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}
