import { toDollars } from '#domain/money.ts'
import type { DraftProduct, ManagedProduct } from '#domain/products/managed-product.ts'
import { type Status, visibilityOf } from '#domain/products/schedule.ts'
import type { Db } from '../../db/connection.ts'
import type { CatalogueContext } from '../context.ts'
import { type DetailsRow, findRow, productById, toDetails } from '../find-product.ts'
import { type LinkRow, linksOfProduct, toLinked } from '../product-links.ts'
import { lowestBefore, versionSql } from '../schedule/price-history.ts'

interface ManagedRow extends DetailsRow, VisibilityRow {
  visible_until: Date | null
  sale_price_cents: number | null
  sale_from: Date | null
  sale_until: Date | null
  regular_price_cents: number | null
  regular_old_price_cents: number | null
  lowest_cents: number | null
  version: Date
  links: LinkRow[]
}

const managedById = `${productById}, awaits_picture, status, visible_from, visible_until, sale_price_cents, sale_from, sale_until,
    regular_price_cents, regular_old_price_cents, ${lowestBefore('product.id', '$2::timestamptz')} as lowest_cents,
    ${versionSql} as version, ${linksOfProduct} as links
  from product where product.id = $1`

/**
 * Returns a product as its admin edits it, whether visitors see it or not.
 * @throws ShopError 404 for an unknown product, 410 for a deleted one
 */
export async function findManagedProduct(
  { db, clock }: Pick<CatalogueContext, 'db' | 'clock'>,
  origin: string,
  id: string,
): Promise<ManagedProduct> {
  const inclusive = new Date(+clock.now() + 1) // the price now counts as well, from the moment on at which it was set
  const row = await findRow<ManagedRow>(db, id, managedById, { withDrafts: true, values: [inclusive] })
  const dollars = (name: string, cents: number | null) => (cents === null ? {} : { [name]: toDollars(cents) })
  const time = (name: string, at: Date | null) => (at === null ? {} : { [name]: at.toISOString() })
  return {
    ...toDetails(row, origin),
    updatedAt: row.version.toISOString(),
    ...(row.is_draft && row.awaits_picture && { isDraft: true }),
    related: toLinked(row.links, 'related', origin),
    lookProducts: toLinked(row.links, 'look', origin),
    status: row.status,
    visibility: toVisibility(row),
    ...time('visibleFrom', row.visible_from),
    ...time('visibleUntil', row.visible_until),
    ...dollars('salePrice', row.sale_price_cents),
    ...time('saleFrom', row.sale_from),
    ...time('saleUntil', row.sale_until),
    ...dollars('regularPrice', row.regular_price_cents),
    ...dollars('regularOldPrice', row.regular_old_price_cents),
    ...dollars('lowest30', row.lowest_cents),
  }
}

export interface VisibilityRow {
  is_draft: boolean
  awaits_picture: boolean
  status: Status
  visible_from: Date | null
}

export const toVisibility = ({ is_draft, awaits_picture, status, visible_from }: VisibilityRow) =>
  visibilityOf({ isOffSale: is_draft, awaitsPicture: awaits_picture, status, visibleFrom: visible_from })

/** Lists the newest products that visitors cannot see. */
export async function listDrafts(db: Db): Promise<DraftProduct[]> {
  const rows = await db
    .selectFrom('product')
    .select(['id', 'name', 'color', 'shade', 'style_id', 'is_draft', 'awaits_picture', 'status', 'visible_from'])
    .where('is_draft', '=', true)
    .orderBy('created_at', 'desc')
    .limit(maxDrafts)
    .execute()
  return rows.map(({ id, name, color, shade, style_id, ...row }) => ({
    _id: id,
    name,
    color,
    ...(shade && { shade }),
    ...(style_id && { style: style_id }),
    visibility: toVisibility(row),
    ...(row.visible_from && { visibleFrom: row.visible_from.toISOString() }),
  }))
}

const maxDrafts = 100
