import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { toDollars } from '#domain/money.ts'
import { adminPageSizes, type ListedProduct } from '#domain/products/bulk-edit.ts'
import { type ProductFilters, readProductFilters } from '#domain/products/product.ts'
import { type Visibility, visibilities } from '#domain/products/schedule.ts'
import type { Db } from '../../db/connection.ts'
import { contains } from '../../db/contains.ts'
import { countFound } from '../../db/count-found.ts'
import { matches } from '../list/filter-queries.ts'
import { toVisibility, type VisibilityRow } from '../manage/find-managed.ts'
import { isOnSaleOrDraft } from '../manage/lock-products.ts'
import { pictureAddress } from '../to-product.ts'

const text = Type.Optional(Type.String())
const orders = {
  newest: sql`created_at desc, product.id desc`,
  name: sql`lower(name), product.id`,
  'price-asc': sql`price_cents, product.id`,
  'price-desc': sql`price_cents desc, product.id desc`,
}
type ManagedSort = keyof typeof orders

export const ManagedQuery = Type.Object({
  q: Type.Optional(Type.String({ description: 'In the name, or a whole SKU or barcode' })),
  category: text,
  color: text,
  minPrice: text,
  maxPrice: text,
  visibility: Type.Optional(Type.String({ description: visibilities.join(', ') })),
  sale: Type.Optional(Type.String({ description: '1: only what has an old price' })),
  stock: Type.Optional(Type.String({ description: 'out: only what is sold out' })),
  sort: Type.Optional(Type.String({ description: Object.keys(orders).join(', ') })),
  page: text,
  limit: Type.Optional(Type.String({ description: '50, or 12' })),
})

interface ManagedFilters extends ProductFilters {
  visibility?: Visibility
  isSoldOut: boolean
  order: ManagedSort
}

/** Reads the filters of the dashboard's list. Never throws: what is not known filters nothing. */
export function readManagedFilters(query: Static<typeof ManagedQuery>): ManagedFilters {
  const { visibility, stock, sort, limit } = query
  const { large, small } = adminPageSizes
  return {
    ...readProductFilters({ ...query, limit: limit === String(large) ? large : small, ids: '' }),
    visibility: visibilities.find(each => each === visibility),
    isSoldOut: stock === 'out',
    order: (Object.keys(orders) as ManagedSort[]).find(each => each === sort) ?? 'newest',
  }
}

/** Returns one page of the products that an admin manages, whether visitors see them or not, and the number of all matches. */
export async function listManaged(
  db: Db,
  origin: string,
  filters: ManagedFilters,
): Promise<{ products: ListedProduct[]; totalProducts: number }> {
  const { visibility, isSoldOut, q, page, limit, order } = filters
  const found = db
    .selectFrom('product')
    .where(visibility ? isIn[visibility] : isOnSaleOrDraft)
    .where(matches(filters))
    .where(isSoldOut ? sql<SqlBool>`sold_out` : sql<SqlBool>`true`)
    .where(q ? named(q) : sql<SqlBool>`true`)
  const totalProducts = await countFound(db, found, maxCounted)
  const rows = await found
    .leftJoin('image', 'image.id', 'product.image_id')
    .select(['product.id', 'name', 'category', 'color', 'shade', 'price_cents', 'old_price_cents', 'image_id'])
    .select(['placeholder', 'is_draft', 'awaits_picture', 'status', 'visible_from', 'product.created_at'])
    .select(pieces)
    .orderBy(orders[order])
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { products: rows.map(row => toListed(row, origin)), totalProducts }
}

/** More products than a shop can have. */
const maxCounted = 1_000_000

const off = (condition: RawBuilder<unknown>) => sql<SqlBool>`is_draft and ${condition}`
const isPublic = (condition: RawBuilder<unknown>) => off(sql`status = 'public' and ${condition}`)
const isIn: Record<Visibility, RawBuilder<SqlBool>> = {
  visible: sql<SqlBool>`deleted_at is null`,
  draft: off(sql`status = 'draft'`),
  hidden: off(sql`status = 'hidden'`),
  unfinished: isPublic(sql`awaits_picture`),
  scheduled: isPublic(sql`not awaits_picture and visible_from is not null`),
  ended: isPublic(sql`not awaits_picture and visible_from is null`),
}

/** Each part has an index of its own. */
const named = (q: string) => sql<SqlBool>`product.id in (
    select id from product where deleted_at is null and ${contains('product.name', q)}
    union all select id from product where is_draft and ${contains('product.name', q)}
    union all select product_id from variant where sku = ${q} or barcode = ${q}
  )`

const pieces = sql<number | null>`(
    select sum(on_hand)::int from variant join stock on variant_id = variant.id
    where variant.product_id = product.id and variant.deleted_at is null
  )`.as('pieces')

interface ListedRow extends VisibilityRow, PictureRow {
  id: string
  name: string
  category: string
  color: string
  shade: string | null
  price_cents: number
  old_price_cents: number | null
  created_at: Date
  pieces: number | null
}

const toListed = (row: ListedRow, origin: string): ListedProduct => ({
  _id: row.id,
  ...{ name: row.name, category: row.category, color: row.color },
  ...(row.shade && { shade: row.shade }),
  price: toDollars(row.price_cents),
  ...(row.old_price_cents !== null && { oldPrice: toDollars(row.old_price_cents) }),
  image: pictureAddress(row.image_id, origin),
  ...(row.placeholder && { placeholder: row.placeholder }),
  visibility: toVisibility(row),
  ...(row.is_draft && row.visible_from && { visibleFrom: row.visible_from.toISOString() }),
  ...(row.pieces !== null && { pieces: row.pieces }),
  createdAt: row.created_at.toISOString(),
})

interface PictureRow {
  image_id: string | null
  placeholder: string | null
}
