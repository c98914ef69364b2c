import { type Selectable, sql } from 'kysely'
import { validate } from 'uuid'
import { plainAmount } from '#domain/money.ts'
import {
  type ChangeColumn,
  changeColumns,
  type ImportChange,
  type ImportFault,
  type ProductImport,
} from '#domain/products/product-import.ts'
import type { Db } from '../../db/connection.ts'
import type { ImportedFields } from '../../db/tables/imports.ts'
import type { Tables } from '../../db/tables.ts'
import type { Page } from '../../http/paging.ts'
import { downloadFigures } from '../downloads/download-queries.ts'
import { imagesIn } from '../downloads/pictures-of.ts'
import { sizesInWords } from '../manage/save-sizes.ts'
import { addressOf } from './export-products.ts'
import { countFigures } from './import-counts.ts'
import { findProgress } from './import-progress.ts'

/** Returns an import with its state and counts; undefined for an unknown id. */
export async function findImport(db: Db, id: string): Promise<ProductImport | undefined> {
  if (!validate(id)) return undefined
  const row = await db
    .selectFrom('product_import')
    .leftJoin('audit', 'audit.id', 'audit_id')
    .selectAll('product_import')
    .select('undone_at')
    .select(countFigures('product_import.id'))
    .select(downloadFigures('product_import.id'))
    .where('product_import.id', '=', id)
    .executeTakeFirst()
  const applied = row && !row.applied_at ? await findProgress(db, id) : undefined
  return (
    row && {
      _id: row.id,
      file: row.file,
      state: stateOf(row, applied),
      createdAt: row.created_at.toISOString(),
      added: row.added,
      changed: row.changed,
      unchanged: row.unchanged,
      faults: row.fault_count,
      ...{ counts: row.counts, counted: row.counted, notCounted: row.not_counted },
      pictures: { total: row.pictures, done: row.pictures_done, failed: row.pictures_failed },
      collections: row.collections.map(({ id, name, joins, leaves }) => ({
        ...{ id, name, joins: joins.length, leaves: leaves.length },
      })),
      applied: row.applied_at ? row.added + row.changed : (applied ?? 0),
      auditId: row.audit_id,
    }
  )
}

type Row = Pick<Selectable<Tables['product_import']>, 'applied_at' | 'read_at'> & { undone_at: Date | null }

function stateOf({ applied_at, read_at, undone_at }: Row, applied: number | undefined): ProductImport['state'] {
  if (undone_at) return 'undone'
  if (applied_at) return 'applied'
  if (applied !== undefined) return 'applying'
  return read_at ? 'ready' : 'reading'
}

/** Returns one page of an import's faults, in the order of the file. Only the first 1,000 are stored. */
export async function findFaults(db: Db, id: string, { page, limit }: Page): Promise<ImportFault[]> {
  if (!validate(id)) return []
  const row = await db.selectFrom('product_import').select('faults').where('id', '=', id).executeTakeFirst()
  return row?.faults.slice((page - 1) * limit, page * limit) ?? []
}

/** Returns one page of the products that an import adds or changes, in the order of the file. */
export async function findChanges(db: Db, origin: string, id: string, { page, limit }: Page): Promise<ImportChange[]> {
  if (!validate(id)) return []
  const rows = await db
    .selectFrom('product_import_row')
    .selectAll()
    .select(sql<boolean>`kind = 'new' and after @> '{"has_unknown_id": true}'`.as('has_unknown_id'))
    .where('import_id', '=', id)
    .where(sql<boolean>`kind in ('new', 'changed')`)
    .orderBy('line')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return rows.map(({ line, product_id, kind, before, after, has_unknown_id }) => {
    const [old, now] = [cellsOf(before, origin), cellsOf(after, origin)]
    return {
      line,
      productId: product_id,
      name: (before ?? after)?.name ?? '',
      isNew: kind === 'new',
      hasUnknownId: has_unknown_id,
      fields: changeColumns
        .map(column => ({ column, before: old[column] ?? '', after: now[column] ?? '' }))
        .filter(field => field.before !== field.after),
    }
  })
}

function cellsOf(fields: ImportedFields | null, origin: string): Partial<Record<ChangeColumn, string>> {
  if (!fields) return {}
  const { name, category, color, description, price_cents, old_price_cents, style_id, shade } = fields
  const [image = '', ...images] = (fields.pictures ?? imagesIn(fields)).map(picture =>
    'address' in picture ? picture.address : addressOf(origin, picture.image_id),
  )
  return {
    ...{ name, category, color, description },
    price: plainAmount(price_cents),
    old_price: old_price_cents === null ? '' : plainAmount(old_price_cents),
    image,
    style: style_id ?? '',
    shade: shade ?? '',
    images: images.join(' '),
    sizes: fields.sizes ? sizesInWords(fields.sizes) : '',
    collections: fields.collections ?? '',
  }
}
