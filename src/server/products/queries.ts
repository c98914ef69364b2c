import { sql } from 'kysely'
import { validate } from 'uuid'
import type { Product, ProductFilters } from '#domain/products/product.ts'
import type { Db } from '../db/connection.ts'
import { contains } from '../db/contains.ts'
import { countFound } from '../db/count-found.ts'
import { type CollectionSources, listCollection } from './collections/collections.ts'
import { matches } from './list/filter-queries.ts'
import { listProducts } from './list/list-products.ts'
import { orders } from './list/list-statement.ts'
import { type SizeRow, shownSizes, toProduct, toStockedProduct } from './to-product.ts'

/**
 * Returns one page of the products on sale, and the number of all matches.
 * @param collections for a list of a collection
 */
export async function findProducts(
  db: Db,
  origin: string,
  filters: ProductFilters,
  collections?: CollectionSources,
): Promise<{ products: Product[]; total: number }> {
  const { ids, q, collection } = filters
  if (ids) return await findByIds(db, origin, filters, ids)
  if (collection && collections) return await listCollection(db, origin, filters, collections)
  return q ? await findByName(db, origin, filters, q) : await listProducts(db, origin, filters)
}

/** Finds these products with the stock of all their sizes, which a cart shows. Sold-out products stay in their place. */
async function findByIds(db: Db, origin: string, filters: ProductFilters, ids: string[]) {
  const [, ...withoutStock] = orders[filters.sort]
  const rows = await selectPage(db, filters, withoutStock)
    .select(sql<SizeRow[]>`${sql.raw(shownSizes)}`.as('sizes'))
    .where('product.id', '=', sql<string>`any(${ids.filter(id => validate(id))}::uuid[])`)
    .execute()
  return { products: rows.map(row => toStockedProduct(row, origin)), total: rows.length }
}

/** Finds the products with the text in their name. The total is at most 10,000. */
async function findByName(db: Db, origin: string, filters: ProductFilters, q: string) {
  const found = db.selectFrom('product').where('deleted_at', 'is', null).where(matches(filters)).where(hasInName(q))
  const total = await countFound(db, found)
  const indexed = filters.sort === 'rating' ? [] : (['category', 'color'] as const).filter(column => filters[column])
  const rows = await selectPage(db, filters, [...indexed, ...orders[filters.sort]])
    .where(hasInName(q))
    .execute()
  return { products: rows.map(row => toProduct(row, origin)), total }
}

/** No index serves one or two letters, so they are searched only in the newest 20,000 products. */
const hasInName = (q: string) =>
  q.length > 2
    ? contains('product.name', q)
    : sql<boolean>`product.id in (
        select id from (
          select id, name from product where deleted_at is null order by created_at desc, id limit 20000
        ) newest where ${contains('newest.name', q)}
      )`

function selectPage(db: Db, filters: ProductFilters, order: string[]) {
  const { page, limit } = filters
  return db
    .selectFrom('product')
    .leftJoin('image', 'image.id', 'product.image_id')
    .leftJoin('style', 'style.id', 'product.style_id')
    .selectAll('product')
    .select(['placeholder', 'style.colors as style_colors'])
    .where('deleted_at', 'is', null)
    .where(matches(filters))
    .orderBy(sql.raw(order.map(column => `product.${column}`).join(', ')))
    .limit(limit)
    .offset((page - 1) * limit)
}

/** The product of a variant, also of a retired one. */
export const findVariant = async (db: Db, id: string): Promise<{ productId: string; name: string } | undefined> =>
  await db
    .selectFrom('variant')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .select(['product_id as productId', 'name'])
    .where('variant.id', '=', id)
    .executeTakeFirst()
