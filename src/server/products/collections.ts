import { type RawBuilder, sql } from 'kysely'
import type { Product, ProductFilters, Sort } from '#domain/products/product.ts'
import type { CollectionSetting } from '#domain/settings/collections.ts'
import type { Db } from '../db/connection.ts'
import type { CollectionSettings } from '../settings/watch.ts'
import { matches } from './filter-queries.ts'
import { listProducts } from './list-products.ts'
import { orders } from './list-statement.ts'
import { narrow, type RuleFilters, rulesOf } from './narrow.ts'
import { type ProductRow, shownWithProduct, toProduct } from './to-product.ts'

/** What a list of a collection is limited to. */
export type Scope =
  | { order: Sort; rule: RuleFilters; chosen?: undefined }
  /** `chosen`: SQL of the columns id and place. */
  | { order: Sort | 'own'; rule?: undefined; chosen: RawBuilder<unknown> }

/** The collection of an address; undefined for an unknown one, and one whose category or color is not there. */
export function scopeOf({ catalogue, collections }: CollectionSettings, address: string): Scope | undefined {
  const collection = collections.items.find(each => each.address === address)
  if (!collection) return undefined
  if (collection.kind === 'hand') return { order: collection.order, chosen: byHand(collection) }
  const rule = rulesOf(collection.rule, catalogue)
  if (!rule) return undefined
  const order = collection.order === 'own' ? 'newest' : collection.order
  const { newest } = collection.rule
  return newest === null ? { order, rule } : { order, chosen: theNewest(rule, newest) }
}

const byHand = ({ products }: CollectionSetting) =>
  sql`select id, place from unnest(${`{${products}}`}::uuid[]) with ordinality as each (id, place)`

/**
 * Names its category and color first, so that the index that begins with them has its order; see `list-statement.ts`. The planner
 * sees the number, which it would take for a tenth of all products, and not the other conditions, by which it would gather and sort.
 */
function theNewest(rule: RuleFilters, n: number) {
  const { category, color } = rule
  const first = (['category', 'color'] as const).filter(column => rule[column])
  return sql`
    (select id, 0::bigint as place from product
     where deleted_at is null and ${matches({ category, color, minPrice: 0 })} and case when ${matches(rule)} then true else false end
     order by ${sql.raw([...first, ...orders.newest].join(', '))} limit ${sql.lit(n)})`
}

/**
 * Returns one page of a collection. The order `newest`, which is that of a list without one, is the collection's own.
 * @returns no products for an unknown collection
 */
export async function listCollection(
  db: Db,
  origin: string,
  filters: ProductFilters,
  scope: Scope | undefined,
): Promise<{ products: Product[]; total: number }> {
  if (!scope) return { products: [], total: 0 }
  const sort = filters.sort === 'newest' ? scope.order : filters.sort
  if (scope.chosen) return await listChosen(db, origin, scope.chosen, { ...filters, sort })
  const narrowed = narrow(filters, scope.rule)
  if (!narrowed) return { products: [], total: 0 }
  return await listProducts(db, origin, { ...filters, ...narrowed, sort: sort === 'own' ? 'newest' : sort })
}

async function listChosen(
  db: Db,
  origin: string,
  chosen: RawBuilder<unknown>,
  { sort, page, limit, ...filters }: Omit<ProductFilters, 'sort'> & { sort: Sort | 'own' },
) {
  const order = sort === 'own' ? ['sold_out', 'place'] : orders[sort]
  const columns = sql.raw(order.join(', '))
  const { rows } = await sql<ProductRow & { total: number }>`
    with found as materialized (
      select id, place, sold_out, created_at, price_cents, rating from (${chosen}) chosen cross join lateral (
        select sold_out, created_at, price_cents, rating from product
        where product.id = chosen.id and deleted_at is null and ${matches(filters)} offset 0
      ) product
    ), page as (
      select id, row_number() over (order by ${columns}) as nth from found
      order by ${columns} limit ${limit} offset ${(page - 1) * limit}
    )
    select total, product.id, name, category, color, description, product.price_cents, old_price_cents, image_id,
      product.rating, author, product.created_at, updated_at, product.sold_out, ${sql.raw(shownWithProduct)}
    from (select count(*)::int as total from found) counted left join page on true left join product using (id)
    order by nth`.execute(db)
  return {
    products: rows.filter(({ id }) => id !== null).map(row => toProduct(row, origin)),
    total: rows[0]?.total ?? 0,
  }
}
