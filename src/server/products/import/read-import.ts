import { sql } from 'kysely'
import {
  dispensableColumns,
  type ImportFault,
  maxStoredErrors,
  type ProductColumn,
  productColumns,
} from '#domain/products/product-import.ts'
import { type CsvRow, readCsv } from '../../csv/read.ts'
import type { Db } from '../../db/connection.ts'
import type { CatalogueContext } from '../context.ts'
import { type JudgedRow, judgeRow } from './import-row.ts'
import { stageRows } from './import-stage.ts'
import { deleteImport } from './old-imports.ts'

const batchRows = 1_000
const batchCharacters = 1024 * 1024

interface Sent {
  /** What the file is called. */
  file: string
  /** Whoever sends it; undefined for the command line. */
  actor: string | undefined
  bytes: AsyncIterable<Buffer>
}

/**
 * Reads a file of products and keeps what it would change, beside a catalogue that stays as it is. All its faults are
 * counted, the first 1,000 kept.
 * @param count is told how many rows are read more
 * @returns the import's id
 * @throws ShopError 400 with one sentence for a file that cannot be read; nothing is kept then
 */
export async function readImport(
  { db, clock, ids }: CatalogueContext,
  { file, actor, bytes }: Sent,
  count: (rows: number) => void = () => undefined,
): Promise<string> {
  const id = ids.uuid()
  await db
    .insertInto('product_import')
    .values({ id, file, actor: actor ?? null, created_at: clock.now() })
    .execute()
  try {
    const saved: ImportFault[] = []
    for await (const rows of batchesOf(readCsv(bytes, productColumns, dispensableColumns))) {
      const { faults, ...staged } = await stageRows(db, id, rows, () => ids.uuid())
      saved.push(...faults.slice(0, maxStoredErrors - saved.length))
      await addUp(db, id, { ...staged, fault_count: faults.length })
      count(rows.length)
    }
    await db
      .updateTable('product_import')
      .set({ faults: JSON.stringify(saved), read_at: clock.now() })
      .where('id', '=', id)
      .execute()
    return id
  } catch (error) {
    await deleteImport(db, id)
    throw error
  }
}

/** Each row is judged as it comes, so that `readCsv` lets others have their turn between two. */
async function* batchesOf(rows: AsyncIterable<CsvRow<ProductColumn>>): AsyncGenerator<JudgedRow[]> {
  let batch: JudgedRow[] = []
  let characters = 0
  for await (const row of rows) {
    batch.push(judgeRow(row))
    for (const column of productColumns) characters += row.cells[column].length
    if (batch.length < batchRows && characters < batchCharacters) continue
    yield batch
    batch = []
    characters = 0
  }
  if (batch.length > 0) yield batch
}

type Counts = Record<'added' | 'changed' | 'unchanged' | 'fault_count', number>

async function addUp(db: Db, id: string, { added, changed, unchanged, fault_count }: Counts): Promise<void> {
  await db
    .updateTable('product_import')
    .set({
      added: sql<number>`added + ${added}`,
      changed: sql<number>`changed + ${changed}`,
      unchanged: sql<number>`unchanged + ${unchanged}`,
      fault_count: sql<number>`fault_count + ${fault_count}`,
    })
    .where('id', '=', id)
    .execute()
}
