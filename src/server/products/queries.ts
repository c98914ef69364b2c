import { sql } from 'kysely'
import { validate } from 'uuid'
import type { Product, ProductFilters } from '#domain/product.ts'
import type { Review } from '#domain/review.ts'
import type { Db } from '../db/connection.ts'
import { contains } from '../db/contains.ts'
import { matches } from '../db/product-filters.ts'
import { toProduct } from '../db/shown-product.ts'

const orders = {
  newest: sql`product.created_at desc, product.id`,
  'price-asc': sql`price_cents, product.id`,
  'price-desc': sql`price_cents desc, product.id desc`,
  rating: sql`rating desc, product.created_at desc, product.id`,
}

/** One page of the products on sale, and how many match in all. */
export async function findProducts(db: Db, origin: string, filters: ProductFilters) {
  const { page, limit } = filters
  const ids = filters.ids?.filter(id => validate(id))
  let selected = selectProducts(db).where(matches(filters))
  if (ids) selected = selected.where('product.id', '=', sql<string>`any(${ids}::uuid[])`)
  if (filters.q) selected = selected.where(contains('product.name', filters.q))
  const rows = await selected
    .orderBy(orders[filters.sort])
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const total = ids ? rows.length : await (filters.q ? countFound(db, filters, filters.q) : sumCounts(db, filters))
  return { products: rows.map(row => toProduct(row, origin)), total }
}

/** Exact, summed from the counts that the database keeps: never counts the products themselves. */
async function sumCounts(db: Db, filters: ProductFilters): Promise<number> {
  const { total } = await db
    .selectFrom('product_count')
    .select(sql<number>`coalesce(sum(n), 0)::int`.as('total'))
    .where(matches(filters))
    .executeTakeFirstOrThrow()
  return total
}

async function countFound(db: Db, filters: ProductFilters, q: string): Promise<number> {
  const { total } = await db
    .selectFrom('product')
    .select(sql<number>`count(*)::int`.as('total'))
    .where(matches(filters))
    .where(contains('product.name', q))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return total
}

/** A product on sale, or undefined: unknown, taken off, or no id at all. */
export async function findProduct(db: Db, origin: string, id: string): Promise<Product | undefined> {
  if (!validate(id)) return undefined
  const row = await selectProducts(db).where('product.id', '=', id).executeTakeFirst()
  return row && toProduct(row, origin)
}

/** A product's reviews, newest first. */
export async function findReviewsOf(db: Db, productId: string): Promise<Review[]> {
  const rows = await db
    .selectFrom('review')
    .innerJoin('user', 'user.id', 'review.user_id')
    .select(['review.id', 'rating', 'comment', 'user_id', 'username', 'review.created_at', 'deleted_at'])
    .where('product_id', '=', productId)
    .orderBy('review.created_at', 'desc')
    .orderBy('review.id')
    .execute()
  return rows.map(row => ({
    _id: row.id,
    comment: row.comment,
    rating: row.rating,
    userId: { _id: row.user_id, username: row.deleted_at ? 'Deleted user' : row.username },
    productId,
    createdAt: row.created_at.toISOString(),
  }))
}

/** Whether it was on sale once. */
export async function wasProduct(db: Db, id: string): Promise<boolean> {
  if (!validate(id)) return false
  return (await db.selectFrom('product').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

function selectProducts(db: Db) {
  return db
    .selectFrom('product')
    .leftJoin('image', 'image.id', 'product.image_id')
    .selectAll('product')
    .select('placeholder')
    .where('deleted_at', 'is', null)
}
