import { type RawBuilder, sql } from 'kysely'
import { toCents } from '#domain/money.ts'
import type { ProductFilters, Sort } from '#domain/product.ts'
import type { Db } from '../db/connection.ts'
import { type ProductRow, toProduct } from '../db/shown-product.ts'
import type { Plan } from './plan.ts'

/** Prices in dollars. */
export interface Wanted extends Omit<ProductFilters, 'sort' | 'ids' | 'q'> {
  /** Undefined: anything. */
  plan: Plan | undefined
  /** Best match first without one. */
  sort: Sort | undefined
}

const largest = 2 ** 31 - 1
const cents = (dollars: number) => Math.max(0, Math.min(toCents(dollars), largest))

/** One page of the products that have all the words, and how many have: one statement, by the index of words. */
export async function findMatching(db: Db, origin: string, { plan, sort, page, limit, ...filters }: Wanted) {
  const { rows } = await sql<ProductRow & { total: number }>`
    with found as materialized (
      select product_id, price_cents, created_at, ${scoreOf(plan)} as score
      from product_search where ${matches(plan, filters)}
    ), page as (
      select found.product_id
      from found ${sort === 'rating' ? sql`join product on product.id = found.product_id` : sql``}
      order by ${orderOf(sort)}, found.product_id limit ${limit} offset ${(page - 1) * limit}
    ), listed as (
      select product_id, row_number() over () as place from page
    )
    select total, product.*, placeholder
    from (select count(*)::int as total from found) counted
    left join listed on true
    left join product on product.id = listed.product_id
    left join image on image.id = product.image_id
    order by place`.execute(db)
  return {
    products: rows.filter(({ id }) => id !== null).map(row => toProduct(row, origin)),
    total: rows[0]?.total ?? 0,
  }
}

const vectorOf = (query: string) => sql`to_tsquery('english', ${query})`

/** The words as they were meant count far more than what stands for them; a name more than a category or a color. */
function scoreOf(plan: Plan | undefined) {
  if (!plan) return sql`0`
  const exact = sql`10 * ts_rank(head, ${vectorOf(plan.exact)})`
  return plan.hasOthers ? sql`${exact} + ts_rank(head, ${vectorOf(plan.wide)})` : exact
}

function matches(plan: Plan | undefined, { category, color, minPrice, maxPrice }: Partial<ProductFilters>) {
  const conditions = [
    sql`price_cents between ${cents(minPrice ?? 0)} and ${cents(maxPrice ?? Number.POSITIVE_INFINITY)}`,
  ]
  if (plan) conditions.push(sql`words @@ ${vectorOf(plan.wide)}`)
  if (category) conditions.push(sql`category = ${category}`)
  if (color) conditions.push(sql`color = ${color}`)
  return sql.join(conditions, sql` and `)
}

const orders: Record<Sort, RawBuilder<unknown>> = {
  newest: sql`found.created_at desc`,
  'price-asc': sql`found.price_cents`,
  'price-desc': sql`found.price_cents desc`,
  rating: sql`rating desc`,
}

const orderOf = (sort: Sort | undefined) =>
  sort ? sql`${orders[sort]}, found.created_at desc` : sql`score desc, found.created_at desc`

/** Which of these searches would find something. */
export async function keepFinding<Search extends { plan: Plan }>(db: Db, searches: Search[]): Promise<Search[]> {
  const queries = searches.map(({ plan }) => plan.wide)
  const { rows } = await sql<{ at: number }>`
    select at::int from unnest(${queries}::text[]) with ordinality as asked (query, at)
    where exists (select from product_search where words @@ to_tsquery('english', query)) order by at`.execute(db)
  return rows.flatMap(({ at }) => searches[at - 1] ?? [])
}
