import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { ImportFault } from '#domain/products/product-import.ts'
import type { Db } from '../../db/connection.ts'
import type { ImportedFields } from '../../db/tables/imports.ts'
import type { FileProduct } from './file-row.ts'
import type { CollectionsOfFile } from './import-collections.ts'
import { atOnce, downloadsOf, type KnownPictures, resolvePictures, unknownPictureError } from './import-pictures.ts'
import { mergeSizes } from './import-sizes.ts'
import { findShelves, findStored, type StoredProduct } from './stored-products.ts'

/** The result of one batch of products. */
export interface StagedProducts {
  added: number
  changed: number
  unchanged: number
  /** How many pictures have to be fetched. */
  pictures: number
  faults: ImportFault[]
}

/** What a file does to a product, as it is stored. */
interface StagedRow {
  line: number
  id: string
  kind: 'new' | 'changed' | 'unchanged' | 'fault'
  after?: ImportedFields & { has_unknown_id?: boolean }
  before?: Partial<ImportedFields>
  version?: string
}

/**
 * Compares each product of a file with that of the shop, and stores what changes with its counts. The catalogue stays unchanged.
 * @param collections gets to know what the products do to them
 * @param origin of the shop, whose own pictures are not fetched
 * @param newId creates the id of a product whose rows have none
 */
export async function stageProducts(
  db: Db,
  importId: string,
  products: readonly FileProduct[],
  collections: CollectionsOfFile,
  origin: string,
  newId: () => string,
): Promise<StagedProducts> {
  const known: KnownPictures = { images: await knownImages(db, products), host: new URL(origin).host }
  const stored = await findStored(
    db,
    products.flatMap(({ id }) => id ?? []),
    products.some(({ sizes, fields, pictures }) => sizes.length > 0 || fields?.images || pictures),
  )
  const faults = products.flatMap(product => product.faults)
  const ofFile: { product: FileProduct; row: StagedRow }[] = []
  for (const product of products) {
    const { id, fields } = product
    if (!fields && id === undefined) continue
    const { row, fault } = stage(product, stored.get(id ?? ''), known, collections, newId)
    if (fault) faults.push(fault)
    ofFile.push({ product, row })
  }
  const lines = await insertRows(
    db,
    importId,
    ofFile.map(({ row }) => row),
  )
  const isStaged = ({ row }: { row: StagedRow }) => lines.has(row.line)
  const doubled = ofFile.filter(each => !isStaged(each)).map(({ row }) => row)
  faults.push(...(await findDuplicates(db, importId, doubled)))
  await stageCounts(db, importId, ofFile.filter(isStaged))
  for (const { product, row } of ofFile.filter(isStaged))
    if (product.collections && row.kind !== 'fault') collections.add(row.line, row.id, product.collections)
  const countOf = (kind: StagedRow['kind']) => ofFile.filter(each => isStaged(each) && each.row.kind === kind).length
  return {
    added: countOf('new'),
    changed: countOf('changed'),
    unchanged: countOf('unchanged'),
    pictures: ofFile.filter(isStaged).reduce((n, { row }) => n + downloadsOf(row.after), 0),
    faults: faults.toSorted((a, b) => a.line - b.line),
  }
}

function stage(
  product: FileProduct,
  stored: StoredProduct | undefined,
  known: KnownPictures,
  ofFile: CollectionsOfFile,
  newId: () => string,
): { row: StagedRow; fault?: ImportFault } {
  const { line, id, fields } = product
  const staged = { line, id: id ?? newId() }
  const failed = (column: string, message: string) => ({
    row: { ...staged, kind: 'fault' as const },
    fault: { line, column, message },
  })
  if (stored?.isDeleted) return failed('id', deletedError)
  if (!fields) return { row: { ...staged, kind: 'fault' } }
  const { pictures, unknownIn } = resolvePictures(product, stored?.fields, known)
  if (unknownIn) return failed(unknownIn, unknownPictureError)
  const merged = mergeSizes(product, stored?.sizes ?? [])
  if (merged.fault) return { row: { ...staged, kind: 'fault' }, fault: merged.fault }
  const { images: sent, ...plain } = pictures ? { ...fields, ...atOnce(pictures, stored?.fields) } : fields
  const collections = product.collections && ofFile.cells(staged.id, product.collections)
  if (!stored) {
    const after = {
      ...plain,
      ...(sent?.length && { images: sent }),
      ...(collections?.after && { collections: collections.after }),
      ...(merged.sizes && { sizes: merged.sizes }),
      ...(pictures && { pictures }),
    }
    return { row: { ...staged, kind: 'new', after: { ...after, has_unknown_id: id !== undefined } } }
  }
  return { row: { ...staged, ...compare({ plain, images: sent, sizes: merged.sizes, pictures, collections }, stored) } }
}

type OfOtherTables = 'images' | 'sizes' | 'pictures' | 'collections'
type Wanted = { plain: Omit<ImportedFields, OfOtherTables> } & Pick<ImportedFields, 'images' | 'sizes' | 'pictures'> & {
    collections: { before: string; after: string } | undefined
  }

/** Of rows in other tables only those that change are stored. */
function compare(
  { plain, images, sizes, pictures, collections }: Wanted,
  { fields, sizes: storedSizes, version }: StoredProduct,
) {
  const first = { image_id: fields.image_id, alt: fields.image_alt }
  const altOf = new Map([...fields.images, first].map(({ image_id, alt }) => [image_id, alt]))
  const now = images?.map(({ image_id, alt }) => ({ image_id, alt: altOf.get(image_id) ?? alt }))
  const hasOtherImages = now !== undefined && (pictures !== undefined || !isDeepStrictEqual(now, fields.images))
  const hasOtherFirst = plain.image_id !== fields.image_id
  const hasOtherCollections = collections !== undefined && collections.before !== collections.after
  const names = Object.keys(plain) as (keyof typeof plain)[]
  const isSame = names.every(name => plain[name] === fields[name]) && !hasOtherImages && !sizes && !hasOtherCollections
  if (isSame) return { kind: 'unchanged' as const, version }
  return {
    kind: 'changed' as const,
    version,
    after: {
      ...plain,
      ...(hasOtherFirst && { image_alt: altOf.get(plain.image_id) ?? '' }),
      ...(hasOtherImages && { images: now }),
      ...(sizes && { sizes }),
      ...(pictures && { pictures }),
      ...(hasOtherCollections && { collections: collections.after }),
    },
    before: {
      ...Object.fromEntries(names.map(name => [name, fields[name]])),
      ...('style_id' in plain && { style_place: fields.style_place }),
      ...(hasOtherImages && { images: fields.images }),
      ...((pictures || hasOtherFirst) && { image_alt: fields.image_alt }),
      ...(sizes && { sizes: storedSizes.map(({ size, sku, barcode }) => ({ size, sku, barcode })) }),
      ...(hasOtherCollections && { collections: collections.before }),
    },
  }
}

/** @returns the lines of those that were stored; of two with the same id only the first is */
async function insertRows(db: Db, importId: string, rows: StagedRow[]): Promise<Set<number>> {
  const { rows: staged } = await sql<{ line: number }>`
    insert into product_import_row (import_id, product_id, line, kind, after, before, version)
    select ${importId}::uuid, id, line, kind, after, before, version
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as sent (line int, id uuid, kind text, after jsonb, before jsonb, version timestamptz)
    order by line
    on conflict do nothing
    returning line`.execute(db)
  return new Set(staged.map(({ line }) => line))
}

/** Stores the counts that differ from what should lie on the shelf. */
async function stageCounts(
  db: Db,
  importId: string,
  ofFile: { product: FileProduct; row: StagedRow }[],
): Promise<void> {
  const counts = ofFile.flatMap(({ product, row }) =>
    row.kind === 'fault'
      ? []
      : product.sizes.flatMap(({ line, size, counted }) =>
          counted === undefined ? [] : [{ line, product_id: row.id, size, shelf: counted }],
        ),
  )
  if (counts.length === 0) return
  const shelves = await findShelves(db, [...new Set(counts.map(({ product_id }) => product_id))])
  const rows = counts
    .map(count => ({ ...count, seen: shelves.get(`${count.product_id} ${count.size}`) ?? null }))
    .filter(({ shelf, seen }) => shelf !== seen)
  await sql`
    insert into product_import_count (import_id, line, product_id, size, shelf, seen)
    select ${importId}::uuid, line, product_id, size, shelf, seen
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as sent (line int, product_id uuid, size text, shelf int, seen int)`.execute(db)
}

const deletedError = 'This product was deleted: bring it back first, or leave the cell empty to make a new one.'

async function knownImages(db: Db, products: readonly FileProduct[]): Promise<Set<string>> {
  const ids = [
    ...new Set(
      products.flatMap(({ fields, pictures }) => [
        ...(pictures ?? []).flatMap(({ image_id }) => image_id ?? []),
        ...(fields?.image_id ? [fields.image_id] : []),
        ...(fields?.images ?? []).map(({ image_id }) => image_id),
      ]),
    ),
  ]
  if (ids.length === 0) return new Set()
  const found = await db
    .selectFrom('image')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .where('placeholder', '<>', '') // an empty placeholder marks a profile picture
    .execute()
  return new Set(found.map(({ id }) => id))
}

async function findDuplicates(db: Db, importId: string, rows: { line: number; id: string }[]): Promise<ImportFault[]> {
  if (rows.length === 0) return []
  const firsts = await db
    .selectFrom('product_import_row')
    .select(['product_id', 'line'])
    .where('import_id', '=', importId)
    .where('product_id', '=', sql<string>`any(${rows.map(({ id }) => id)}::uuid[])`)
    .execute()
  const lineOf = new Map(firsts.map(first => [first.product_id, first.line]))
  return rows.map(({ line, id }) => ({
    line,
    column: 'id',
    message: `This id stands on line ${lineOf.get(id)} already: the rows of one product stand below one another.`,
  }))
}
