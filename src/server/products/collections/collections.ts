import { sql } from 'kysely'
import type { Product, ProductFilters, Sort } from '#domain/products/product.ts'
import type { CollectionSetting } from '#domain/settings/collections.ts'
import type { Db } from '../../db/connection.ts'
import { run } from '../../db/raw-query.ts'
import type { CollectionSettings } from '../../settings/watch.ts'
import { matches } from '../list/filter-queries.ts'
import { listProducts } from '../list/list-products.ts'
import { orders } from '../list/list-statement.ts'
import { narrow, type RuleFilters, rulesOf } from '../list/narrow.ts'
import { type ProductRow, shownWithProduct, toProduct } from '../to-product.ts'
import { type Chosen, type CollectionMembers, type Member, matcherOf } from './collection-members.ts'

/** What a list of a collection is limited to. */
export type Scope =
  | { order: Sort; rule: RuleFilters; chosen?: undefined }
  | { order: Sort | 'own'; rule?: undefined; chosen: Chosen }

/** The collection of an address; undefined for an unknown one, and one whose category or color is not there. */
export function scopeOf({ catalogue, collections }: CollectionSettings, address: string): Scope | undefined {
  const collection = collections.items.find(each => each.address === address)
  if (!collection) return undefined
  if (collection.kind === 'hand')
    return { order: collection.order, chosen: { collection, products: byHand(collection) } }
  const rule = rulesOf(collection.rule, catalogue)
  if (!rule) return undefined
  const order = collection.order === 'own' ? 'newest' : collection.order
  const { newest } = collection.rule
  return newest === null ? { order, rule } : { order, chosen: { collection, products: theNewest(rule, newest) } }
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

/** What the lists of collections are made of. */
export interface CollectionSources {
  settings: CollectionSettings
  members: CollectionMembers
}

/**
 * Returns one page of a collection. The order `newest`, which is that of a list without one, is the collection's own.
 * @returns no products for an unknown collection
 */
export async function listCollection(
  db: Db,
  origin: string,
  { collection = '', ...filters }: ProductFilters,
  { settings, members }: CollectionSources,
): Promise<{ products: Product[]; total: number }> {
  const scope = scopeOf(settings, collection)
  if (!scope) return { products: [], total: 0 }
  const sort = filters.sort === 'newest' ? scope.order : filters.sort
  if (!scope.chosen) {
    const narrowed = narrow(filters, scope.rule)
    if (!narrowed) return { products: [], total: 0 }
    return await listProducts(db, origin, { ...filters, ...narrowed, sort: sort === 'own' ? 'newest' : sort })
  }
  const found = await members.find(db, scope.chosen)
  const listed = found.inOrder(sort).filter(matcherOf(filters))
  const first = (filters.page - 1) * filters.limit
  const page = listed.slice(first, first + filters.limit)
  return { products: await showPage(db, origin, page, found.shown), total: listed.length }
}

const pageStatement = `
  select product.id, name, category, color, description, price_cents, old_price_cents, image_id, rating, author, created_at,
    updated_at, sold_out, ${shownWithProduct}
  from product where id = any($1::uuid[]) and deleted_at is null`

/** Reads only what no list of the collection has shown since the last change. */
async function showPage(db: Db, origin: string, page: Member[], shown: Map<string, Product>): Promise<Product[]> {
  const unread = page.filter(({ id }) => !shown.has(id)).map(({ id }) => id)
  if (unread.length > 0) {
    const rows = await run<ProductRow>(db, pageStatement, [`{${unread}}`])
    for (const row of rows) shown.set(row.id, toProduct(row, origin))
  }
  return page.flatMap(({ id }) => shown.get(id) ?? [])
}
