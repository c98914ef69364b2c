import { sql } from 'kysely'
import { validate } from 'uuid'
import type { Product, ProductFilters } from '#domain/product.ts'
import type { Db } from '../db/connection.ts'
import { contains } from '../db/contains.ts'
import { matches } from '../db/product-filters.ts'
import { toProduct } from '../db/shown-product.ts'
import { listProducts } from './list-products.ts'
import { orders } from './list-statement.ts'

/** One page of the products on sale, and how many match in all. */
export async function findProducts(
  db: Db,
  origin: string,
  filters: ProductFilters,
): Promise<{ products: Product[]; total: number }> {
  const { ids, q } = filters
  if (ids) return await findByIds(db, origin, filters, ids)
  return q ? await findByName(db, origin, filters, q) : await listProducts(db, origin, filters)
}

async function findByIds(db: Db, origin: string, filters: ProductFilters, ids: string[]) {
  const rows = await selectPage(db, filters)
    .where('product.id', '=', sql<string>`any(${ids.filter(id => validate(id))}::uuid[])`)
    .execute()
  return { products: rows.map(row => toProduct(row, origin)), total: rows.length }
}

/** Of names that have one or two letters in common there is no index: they are looked for among the newest products alone. */
const shortestIndexed = 3
const isAmongNewest = sql<boolean>`product.created_at >= coalesce(
  (select created_at from product where deleted_at is null order by created_at desc, id offset 20000 limit 1), '-infinity')`
const mostCounted = 10_000

/** What has the text in its name; of more than 10,000 the total says 10,000. */
async function findByName(db: Db, origin: string, filters: ProductFilters, q: string) {
  const holds =
    q.length < shortestIndexed ? sql<boolean>`${contains('name', q)} and ${isAmongNewest}` : contains('name', q)
  const found = db
    .selectFrom('product')
    .select('id')
    .where('deleted_at', 'is', null)
    .where(matches(filters))
    .where(holds)
  const { total } = await db
    .selectFrom(found.limit(mostCounted).as('found'))
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  const rows = await selectPage(db, filters).where(holds).execute()
  return { products: rows.map(row => toProduct(row, origin)), total }
}

function selectPage(db: Db, filters: ProductFilters) {
  const { sort, page, limit } = filters
  return db
    .selectFrom('product')
    .leftJoin('image', 'image.id', 'product.image_id')
    .selectAll('product')
    .select('placeholder')
    .where('deleted_at', 'is', null)
    .where(matches(filters))
    .orderBy(sql.raw(orders[sort].map(column => `product.${column}`).join(', ')))
    .limit(limit)
    .offset((page - 1) * limit)
}
