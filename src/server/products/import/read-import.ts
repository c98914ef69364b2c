import { sql } from 'kysely'
import { dispensableColumns, fileColumns, type ImportFault, maxStoredErrors } from '#domain/products/product-import.ts'
import type { ProductChoices } from '#domain/settings/catalogue.ts'
import { readCsv } from '../../csv/read.ts'
import type { Db } from '../../db/connection.ts'
import { readSettings } from '../../settings/queries.ts'
import type { CatalogueContext } from '../context.ts'
import type { FileProduct, FileRow } from './file-row.ts'
import { groupRows } from './group-rows.ts'
import { byName, compareCollections, type NamedCollections } from './import-collections.ts'
import { findTooMany } from './import-pictures.ts'
import { validateProduct } from './import-row.ts'
import { stageProducts } from './import-stage.ts'
import { deleteImport } from './old-imports.ts'
import { findScattered, findTakenCodes } from './taken-codes.ts'

const batchRows = 1_000
const batchCharacters = 1024 * 1024

interface ImportFile {
  /** The name of the file. */
  file: string
  /** The id of the admin; undefined for the command line. */
  actor: string | undefined
  /** The public origin of the shop. */
  origin: string
  bytes: AsyncIterable<Buffer>
}

/**
 * Reads a file of products and stores what it would change. The catalogue stays unchanged. All faults are counted, the first
 * 1,000 are stored.
 * @param count is called with the number of rows read since the last call
 * @returns the import's id
 * @throws ShopError 400 with one sentence for a file that cannot be read; nothing is stored then
 */
export async function readImport(
  { db, clock, ids }: CatalogueContext,
  { file, actor, origin, bytes }: ImportFile,
  count: (rows: number) => void = () => undefined,
): Promise<string> {
  const id = ids.uuid()
  await db
    .insertInto('product_import')
    .values({ id, file, actor: actor ?? null, created_at: clock.now() })
    .execute()
  try {
    const saved: ImportFault[] = []
    const save = (faults: ImportFault[]) => saved.push(...faults.slice(0, maxStoredErrors - saved.length))
    const settings = await readSettings(db, 'catalogue', 'collections')
    const collections = compareCollections(settings.collections)
    const rows = readCsv(bytes, fileColumns, dispensableColumns)
    for await (const batch of batchesOf(rows, settings.catalogue, byName(settings.collections))) {
      const { faults, ...staged } = await stageProducts(db, id, batch.products, collections, origin, () => ids.uuid())
      save(faults)
      await addToCounts(db, id, { ...staged, fault_count: faults.length })
      count(batch.rows)
    }
    const whole = [...(await checkWholeFile(db, id)), ...collections.faults()]
    save(whole)
    await addToCounts(db, id, { added: 0, changed: 0, unchanged: 0, pictures: 0, fault_count: whole.length })
    await db
      .updateTable('product_import')
      .set({
        faults: JSON.stringify(saved),
        collections: JSON.stringify(collections.list()),
        read_at: clock.now(),
      })
      .where('id', '=', id)
      .execute()
    return id
  } catch (error) {
    await deleteImport(db, id)
    throw error
  }
}

/** What is only seen once the whole file is read. */
const checkWholeFile = (db: Db, id: string): Promise<ImportFault[]> =>
  db.transaction().execute(async tx => {
    await sql`set local statement_timeout = '60s'`.execute(tx)
    return [
      ...(await findScattered(tx, id)),
      ...(await findTakenCodes(tx, id, 'after')),
      ...(await findTooMany(tx, id)),
    ]
  })

interface Batch {
  products: FileProduct[]
  rows: number
}

/** Validates each product as it arrives, so that `readCsv` can yield to other work between two rows. */
async function* batchesOf(
  rows: AsyncIterable<FileRow>,
  choices: ProductChoices,
  named: NamedCollections,
): AsyncGenerator<Batch> {
  let batch: Batch = { products: [], rows: 0 }
  let characters = 0
  for await (const group of groupRows(rows)) {
    batch.products.push(validateProduct(group, choices, named))
    batch.rows += group.length
    for (const { cells } of group) for (const cell of Object.values(cells)) characters += cell.length
    if (batch.rows < batchRows && characters < batchCharacters) continue
    yield batch
    batch = { products: [], rows: 0 }
    characters = 0
  }
  if (batch.rows > 0) yield batch
}

type Counts = Record<'added' | 'changed' | 'unchanged' | 'pictures' | 'fault_count', number>

async function addToCounts(
  db: Db,
  id: string,
  { added, changed, unchanged, pictures, fault_count }: Counts,
): Promise<void> {
  await db
    .updateTable('product_import')
    .set({
      added: sql<number>`added + ${added}`,
      changed: sql<number>`changed + ${changed}`,
      unchanged: sql<number>`unchanged + ${unchanged}`,
      pictures: sql<number>`pictures + ${pictures}`,
      fault_count: sql<number>`fault_count + ${fault_count}`,
    })
    .where('id', '=', id)
    .execute()
}
