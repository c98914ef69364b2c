import { type RawBuilder, sql } from 'kysely'
import type { CountedBy, ProductCounts, ProductFilters, Sort } from '#domain/products/product.ts'
import type { ShopFrame } from '#domain/settings/shown.ts'
import type { Db } from '../db/connection.ts'
import { type ProductRow, shownWithProduct, toProduct } from '../products/to-product.ts'
import { countValues } from './count-values.ts'
import { maxFound, newestOf } from './newest.ts'
import { allOf, type Plan } from './plan.ts'

/** The conditions of a search. Prices are in major units. */
export interface SearchConditions extends Omit<ProductFilters, 'sort' | 'ids' | 'q'> {
  /** Undefined: any product. */
  plan: Plan | undefined
  /** Undefined: best match first. */
  sort: Sort | undefined
}

/**
 * Returns one page of the products that match all words, and their number, in one statement. When more match than a search
 * reads, it reads the newest that have the words as meant first, then the newest of the rest. Of those that it reads, the sold-out
 * ones come last.
 */
export async function findMatching(db: Db, origin: string, { plan, sort, page, limit, ...filters }: SearchConditions) {
  const skipped = (page - 1) * limit
  const { rows } = await sql<ProductRow & { total: number }>`
    with asked as materialized (${parsedQueries(plan)}), found as materialized (
      select product_id, price_cents, created_at, ${score} as score from asked, (${newestOf(filters, plan)}) newest
    ), sorted as materialized (
      select found.product_id
      from found ${sort === 'rating' ? sql`join product on product.id = found.product_id` : sql``}
      order by ${orderOf(sort)}, found.product_id
    ), page as (
      select product_id from sorted where not ${isSoldOut}
      union all
      select product_id from sorted where ${isSoldOut}
      limit ${Math.max(0, Math.min(limit, maxFound - skipped))} offset ${skipped}
    ), listed as (
      select product_id, row_number() over () as place from page
    )
    select total, id, name, category, color, description, price_cents, old_price_cents, image_id, rating, author, created_at,
      updated_at, product.sold_out, ${sql.raw(shownWithProduct)}
    from (select count(*)::int as total from found) counted
    left join listed on true
    left join product on product.id = listed.product_id
    order by place`.execute(db)
  const total = rows[0]?.total ?? 0
  return {
    products: rows.filter(({ id }) => id !== null).map(row => toProduct(row, origin)),
    total: Math.min(total, maxFound),
    isMore: total > maxFound,
  }
}

/** Is looked up only until the page is full, not for all that is found. */
const isSoldOut = sql`(select sold_out from product where product.id = sorted.product_id)`

const queryOf = (words: string | undefined) => sql`to_tsquery('english', ${words}::text)`

/** Parses the words of a plan once, not for every product. */
const parsedQueries = (plan: Plan | undefined) => sql`
  select ${queryOf(plan?.exact)} as exact, ${queryOf(plan?.hasOthers ? allOf(plan.wide) : undefined)} as wide, ${queryOf(plan?.color)} as color`

/**
 * Products of the color in the search come first. The words as meant count ten times as much as their alternatives; a name counts
 * more than a category or a color.
 */
const score = sql`
  coalesce(ts_rank(head, asked.exact), 0) + coalesce(ts_rank(head, asked.wide), 0) / 10
  + case when ts_rank(head, asked.color) > 0 then 10 else 0 end`

const orders: Record<Sort, RawBuilder<unknown>> = {
  newest: sql`found.created_at desc`,
  'price-asc': sql`found.price_cents`,
  'price-desc': sql`found.price_cents desc`,
  rating: sql`rating desc`,
}

const orderOf = (sort: Sort | undefined) =>
  sort ? sql`${orders[sort]}, found.created_at desc` : sql`score desc, found.created_at desc`

/**
 * Counts the products that match all words and that each value of each filter would show. Prices are in major units.
 * @returns undefined when more products match than a search reads
 */
export async function countMatching(
  db: Db,
  plan: Plan | undefined,
  priced: { minPrice: number; maxPrice?: number },
  filters: CountedBy,
  { priceBands }: Pick<ShopFrame, 'priceBands'>,
): Promise<ProductCounts | undefined> {
  const counted = sql`
    select newest.category, newest.color, newest.price_cents, fits, min(old_price_cents) as old_price_cents, count(*) as n
    from (${newestOf(priced, plan)}) newest join product on product.id = newest.product_id
    group by 1, 2, 3, 4, old_price_cents is not null`
  const { counts, total } = await countValues(db, counted, filters, priceBands)
  return total > maxFound ? undefined : counts
}

/** Whether a search finds any product. */
export async function hasResults(db: Db, plan: Plan): Promise<boolean> {
  const { rows } = await sql`select product_id from (${newestOf({ minPrice: 0 }, plan, 1)}) newest`.execute(db)
  return rows.length > 0
}

/**
 * Returns the searches that find a product with at least one of their words in its name, category or color; first those that
 * find all their words there.
 */
export async function searchesWithResults<Search extends { plan: Plan }>(
  db: Db,
  searches: Search[],
): Promise<Search[]> {
  const queries = searches.map(({ plan }) => allOf(plan.wide))
  const anyWordQueries = queries.map(query => query.replaceAll(' & ', ' | '))
  const { rows } = await sql<{ at: number }>`
    with asked as materialized (
      select at, query, to_tsquery('english', query) as all_of_it, to_tsquery('english', any_of_it) as any_of_it
      from unnest(${queries}::text[], ${anyWordQueries}::text[]) with ordinality as asked (query, any_of_it, at)
    )
    select at::int from asked cross join lateral (
      select bool_or(head @@ all_of_it) as has_all
      from newest_products(array[query], null, null, 0, 2147483647, ${maxFound})
      where head @@ any_of_it
    ) found
    where has_all is not null order by has_all desc, at`.execute(db)
  return rows.flatMap(({ at }) => searches[at - 1] ?? [])
}
