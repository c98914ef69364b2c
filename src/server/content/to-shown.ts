import type { Selectable } from 'kysely'
import type { ContentFields, ManagedContent, ShownContent } from '#domain/content/content.ts'
import { productsOf } from '#domain/content/document.ts'
import { readProductFilters } from '#domain/products/product.ts'
import type { Db } from '../db/connection.ts'
import type { Tables } from '../db/tables.ts'
import { findProducts } from '../products/queries.ts'
import { findPictures, readSettings } from '../settings/queries.ts'
import { fillDocument } from './fill-document.ts'
import { findFormer } from './queries.ts'

export type StoredContent = Selectable<Tables['content']>

export const fieldsOfRow = (row: StoredContent): ContentFields => ({
  kind: row.kind,
  title: row.title,
  address: row.address,
  summary: row.summary,
  showsSummary: row.shows_summary,
  author: row.author,
  picture: row.picture,
  alt: row.alt,
  seoTitle: row.seo_title,
  seoDescription: row.seo_description,
  document: row.document,
  publishedFrom: row.published_from?.toISOString() ?? null,
})

/** A page or a post as visitors see it. */
export async function toShown(db: Db, origin: string, row: StoredContent): Promise<ShownContent> {
  const { publishedFrom, ...fields } = fieldsOfRow(row)
  const settings = await readSettings(db, 'identity', 'contact', 'delivery', 'currency', 'returns', 'catalogue')
  return {
    ...fields,
    document: fillDocument(row.document, settings),
    date: publishedFrom,
    minutes: row.minutes,
    ...(await partsOf(db, origin, row)),
  }
}

/** A page or a post as the dashboard edits it. */
export const toManaged = async (db: Db, origin: string, row: StoredContent): Promise<ManagedContent> => ({
  _id: row.id,
  ...fieldsOfRow(row),
  version: row.version,
  preview: `/preview/${row.id}/${row.preview_key}`,
  former: await findFormer(db, row.id),
  updatedAt: row.updated_at.toISOString(),
  ...(await partsOf(db, origin, row)),
})

/** The pictures and products that it names, as far as they are there. */
async function partsOf(db: Db, origin: string, { document, pictures }: Pick<StoredContent, 'document' | 'pictures'>) {
  const ids = productsOf(document)
  const filters = readProductFilters({ ids: ids.join(','), limit: String(Math.max(ids.length, 1)) })
  const { products } = ids.length > 0 ? await findProducts(db, origin, filters) : { products: [] }
  return { pictures: Object.fromEntries(await findPictures(db, pictures)), products }
}
