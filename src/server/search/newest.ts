import { type RawBuilder, sql } from 'kysely'
import type { CountedBy } from '#domain/product.ts'
import { matches } from '../db/product-filters.ts'

/** A search looks at so many products at most, or one for a common word would take longer the more are sold. */
export const mostFound = 250

/** Words to be had, as Postgres looks them up in its index, and as a condition. */
export interface Words {
  query: RawBuilder<unknown>
  condition: RawBuilder<unknown>
}

/**
 * Words that the newest fifteenth of the products is enough to find are common, and the rest need not be looked through. Rarer
 * ones are looked up in the index of words: products that have them are a few thousand at most, however many are sold.
 */
const part = 15
const mostRead = sql`(select greatest(2000, reltuples / ${sql.lit(part)})::int from pg_class where oid = 'product_search'::regclass)`

/** Words that go together are more often found together than Postgres expects. */
const leastExpected = sql.lit(Math.round((mostFound * part) / 4))

const columns = sql`product_id, category, color, price_cents, created_at, head`
const byDate = sql`order by created_at desc, product_id`

/**
 * The newest products that match, one more than a search looks at when there are more.
 * @param words excluding one another: what has the first goes before what has the next
 */
export function newestOf(filters: CountedBy, words?: Words[]) {
  const filtered = matches(filters)
  const most = sql.lit(mostFound + 1)
  if (!words) return sql`select ${columns} from product_search where ${filtered} ${byDate} limit ${most}`
  const parts = words.map(({ query, condition }, at) => {
    const [common, found] = [sql.ref(`common_${at}`), sql.ref(`found_${at}`)]
    const before = at > 0 ? sql`(select count(*) from ${sql.ref(`found_${at - 1}`)}) < ${most}` : sql`true`
    return sql`
      ${common} as materialized (
        select ${columns} from (select * from product_search ${byDate} limit ${mostRead}) newest
        where ${before} and (select expected_products(${query})) > ${leastExpected} and ${filtered} and ${condition} limit ${most}
      ), ${found} as materialized (
        select * from ${common} where (select count(*) from ${common}) = ${most}
        union all select * from (
          select * from (select ${columns} from product_search where ${filtered} and ${condition}${inWords(filters)} offset 0) indexed
          ${byDate} limit ${most}
        ) rare where ${before} and (select count(*) from ${common}) < ${most}
      )`
  })
  const found = words.map((_, at) => sql`select * from ${sql.ref(`found_${at}`)}`)
  return sql`with ${sql.join(parts)} ${sql.join(found, sql` union all `)} limit ${most}`
}

/** Category and color are words as well, so that the index of words knows whether they go together with the others. */
function inWords({ category, color }: CountedBy) {
  const values = [category, color].filter(value => value !== undefined)
  return sql.join(
    values.map(value => sql` and words @@ plainto_tsquery('english', ${value})`),
    sql``,
  )
}
