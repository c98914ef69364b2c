import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/connection.ts'
import type { ImportedFields } from '../../db/tables/imports.ts'
import { paidPieces } from '../../stock/queries.ts'
import type { StoredSize } from './import-sizes.ts'

/** The SQL of the prices that files have: those outside a sale. */
export const regularPrice: RawBuilder<number> = sql`coalesce(regular_price_cents, price_cents)`
export const regularOldPrice: RawBuilder<number | null> = sql`
  case when regular_price_cents is null then old_price_cents else regular_old_price_cents end`

/** A product of the shop, as an import compares it with a file. */
export interface StoredProduct {
  id: string
  isDeleted: boolean
  /** `updated_at`, to the microsecond. */
  version: string
  fields: Required<Omit<ImportedFields, 'sizes' | 'pictures' | 'collections'>>
  sizes: StoredSize[]
}

/**
 * Finds products by their ids, deleted ones as well.
 * @param withRows whether also their sizes and further pictures are read
 */
export async function findStored(db: Db, ids: string[], withRows: boolean): Promise<Map<string, StoredProduct>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<StoredProduct>`
    select id, deleted_at is not null and not is_draft as "isDeleted", updated_at::text as version, to_jsonb(fields) as fields,
      ${withRows ? storedSizes : sql`'[]'::jsonb`} as sizes
    from product cross join lateral (
      select name, category, color, description, ${regularPrice} as price_cents, ${regularOldPrice} as old_price_cents, image_id, image_alt, shade, style_id, style_place,
        ${withRows ? furtherImages : sql`'[]'::jsonb`} as images
    ) fields
    where id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map(row => [row.id, row]))
}

const storedSizes = sql`coalesce((
  select jsonb_agg(jsonb_build_object('size', size, 'sku', sku, 'barcode', barcode, 'on_hand', on_hand) order by place)
  from variant left join stock on variant_id = variant.id
  where variant.product_id = product.id and variant.deleted_at is null
), '[]')`

const furtherImages = sql`coalesce((
  select jsonb_agg(jsonb_build_object('image_id', product_image.image_id, 'alt', alt) order by place)
  from product_image where product_id = product.id
), '[]')`

/** What should lie on the shelf of each size of these products; null for sizes that are not counted. */
export async function findShelves(db: Db, ids: string[]): Promise<Map<string, number | null>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ key: string; shelf: number | null }>`
    select variant.product_id || ' ' || size as key, ${shelfPieces} as shelf
    from variant left join stock on variant_id = variant.id
    where variant.product_id = any(${ids}::uuid[]) and variant.deleted_at is null`.execute(db)
  return new Map(rows.map(({ key, shelf }) => [key, shelf]))
}

/** The SQL of what should lie on the shelf of a variant beside its stock. */
export const shelfPieces: RawBuilder<number | null> = sql`
  case when on_hand is not null then on_hand + (
    select to_pack from (${paidPieces(sql`variant.id`, sql`variant.product_id`)}) paid
  ) end`
