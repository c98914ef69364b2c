import { type RawBuilder, sql } from 'kysely'
import type { CountedBy, ProductCounts, ProductFilters, Sort } from '#domain/product.ts'
import type { Db } from '../db/connection.ts'
import { countValues } from '../db/count-values.ts'
import { type ProductRow, toProduct } from '../db/shown-product.ts'
import { mostFound, newestOf, type Words } from './newest.ts'
import type { Plan } from './plan.ts'

/** Prices in dollars. */
export interface Wanted extends Omit<ProductFilters, 'sort' | 'ids' | 'q'> {
  /** Undefined: anything. */
  plan: Plan | undefined
  /** Best match first without one. */
  sort: Sort | undefined
}

/**
 * One page of the products that have all the words, and how many have: one statement. Of more than a search looks at, those
 * that have the words as they were meant are looked at first, then the newest.
 */
export async function findMatching(db: Db, origin: string, { plan, sort, page, limit, ...filters }: Wanted) {
  const skipped = (page - 1) * limit
  const { rows } = await sql<ProductRow & { total: number }>`
    with found as materialized (
      select product_id, price_cents, created_at, ${scoreOf(plan)} as score
      from (${newestOf(filters, plan && wordsOf(plan))}) newest
    ), page as (
      select found.product_id
      from found ${sort === 'rating' ? sql`join product on product.id = found.product_id` : sql``}
      order by ${orderOf(sort)}, found.product_id
      limit ${Math.max(0, Math.min(limit, mostFound - skipped))} offset ${skipped}
    ), listed as (
      select product_id, row_number() over () as place from page
    )
    select total, product.*, placeholder
    from (select count(*)::int as total from found) counted
    left join listed on true
    left join product on product.id = listed.product_id
    left join image on image.id = product.image_id
    order by place`.execute(db)
  const total = rows[0]?.total ?? 0
  return {
    products: rows.filter(({ id }) => id !== null).map(row => toProduct(row, origin)),
    total: Math.min(total, mostFound),
    isMore: total > mostFound,
  }
}

const vectorOf = (query: string) => sql`to_tsquery('english', ${query})`

/**
 * What is of the color that was asked for comes first. The words as they were meant count far more than what stands for them;
 * a name more than a category or a color.
 */
function scoreOf(plan: Plan | undefined) {
  if (!plan) return sql`0`
  const parts = [
    sql`10 * ts_rank(head, ${vectorOf(plan.exact)})`,
    ...(plan.hasOthers ? [sql`ts_rank(head, ${vectorOf(plan.wide)})`] : []),
    ...(plan.color ? [sql`case when head @@ ${vectorOf(plan.color)} then 100 else 0 end`] : []),
  ]
  return sql.join(parts, sql` + `)
}

function hasWords(plan: Plan) {
  const wide = vectorOf(plan.wide)
  return plan.isNumber ? sql`words @@ ${wide} and head @@ ${wide}` : sql`words @@ ${wide}`
}

/** What has the words as they were meant, and the rest. */
function wordsOf(plan: Plan): Words[] {
  const [wide, asMeant] = [vectorOf(plan.wide), vectorOf(plan.allExact)]
  const all = hasWords(plan)
  if (!plan.hasOthers) return [{ query: wide, condition: all }]
  return [
    { query: asMeant, condition: sql`${all} and words @@ ${asMeant}` },
    { query: wide, condition: sql`${all} and not words @@ ${asMeant}` },
  ]
}

const orders: Record<Sort, RawBuilder<unknown>> = {
  newest: sql`found.created_at desc`,
  'price-asc': sql`found.price_cents`,
  'price-desc': sql`found.price_cents desc`,
  rating: sql`rating desc`,
}

const orderOf = (sort: Sort | undefined) =>
  sort ? sql`${orders[sort]}, found.created_at desc` : sql`score desc, found.created_at desc`

/**
 * How many of the products that have all the words each value of each filter would show. Prices in dollars.
 * @returns undefined when they are more than a search looks at
 */
export async function countMatching(
  db: Db,
  plan: Plan | undefined,
  priced: { minPrice: number; maxPrice?: number },
  filters: CountedBy,
): Promise<ProductCounts | undefined> {
  const counted = sql`select category, color, price_cents, count(*) as n from (${newestOf(priced, plan && wordsOf(plan))}) newest group by 1, 2, 3`
  const { counts, total } = await countValues(db, counted, filters)
  return total > mostFound ? undefined : counts
}

/** Whether a search finds anything at all. */
export async function findsAny(db: Db, plan: Plan): Promise<boolean> {
  const { rows } = await sql`select from product_search where ${hasWords(plan)} limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Which of these searches would find something, at least one word of it in names, categories or colors; first those that find
 * all words there.
 */
export async function keepFinding<Search extends { plan: Plan }>(db: Db, searches: Search[]): Promise<Search[]> {
  const queries = searches.map(({ plan }) => plan.wide)
  const anyOfThem = searches.map(({ plan }) => plan.wide.replaceAll(' & ', ' | '))
  const { rows } = await sql<{ at: number }>`
    select at::int from unnest(${queries}::text[], ${anyOfThem}::text[]) with ordinality as asked (query, any_of_it, at)
    where exists (
      select from product_search where words @@ to_tsquery('english', query) and head @@ to_tsquery('english', any_of_it)
    )
    order by exists (
      select from product_search where words @@ to_tsquery('english', query) and head @@ to_tsquery('english', query)
    ) desc, at`.execute(db)
  return rows.flatMap(({ at }) => searches[at - 1] ?? [])
}
