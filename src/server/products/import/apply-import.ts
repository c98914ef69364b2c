import { sql } from 'kysely'
import { validate } from 'uuid'
import { recordAuditEntry } from '../../audit/record.ts'
import type { Db, Tx } from '../../db/connection.ts'
import { conflict, notFound } from '../../lib/errors.ts'
import { holdChoices } from '../../settings/queries.ts'
import { refuseBesideOlder } from '../../stock/counts/count.ts'
import { refuseGoneChoices } from '../choice-queries.ts'
import type { CatalogueContext } from '../context.ts'
import { queueDownloads } from '../downloads/download-queries.ts'
import { isOnSaleOrDraft } from '../manage/lock-products.ts'
import { giveSizes, takeSizesOff } from '../manage/save-sizes.ts'
import { checkStylesOf } from '../manage/style-queries.ts'
import { applyCollections } from './apply-collections.ts'
import { chunksOf, type ImportChunk, rowsOf } from './chunk-queries.ts'
import { countAdded, countFigures, storeCounts } from './import-counts.ts'
import { reportProgress } from './import-progress.ts'
import { findTakenCodes } from './taken-codes.ts'
import {
  addProducts,
  addStyles,
  changeProducts,
  findSizes,
  lockStock,
  placeColors,
  saveImages,
} from './write-products.ts'

/**
 * Applies an import in one transaction, as one change that one undo reverts, with the counts of the sizes that it adds. Then it stores
 * the other counts, each on its own. An applied import whose counts were interrupted goes on with them. Pictures of other hosts are fetched later, by a job.
 * @param actor the id of the admin; undefined for the command line
 * @param count is called with the number of products and counts done since the last call
 * @returns the id of the audit entry that can be undone
 * @throws ShopError 404 for an unknown import; 409 when it has faults, is not fully read, changes nothing, is being or was
 * applied, when one of its products was changed since, when two products would have a code, when a category or color is not there any more, when a
 * style would have a color twice or too many, when a collection is gone or would have too many products, and when it counts while an older release is connected
 */
export async function applyImport(
  context: CatalogueContext,
  actor: string | undefined,
  id: string,
  count: (done: number) => void = () => undefined,
): Promise<string> {
  if (!validate(id)) throw notFound('Import')
  const auditId =
    (await findInterrupted(context.db, id)) ??
    (await context.db.transaction().execute(tx => applyProducts(tx, context, actor, id, count)))
  await storeCounts(context, actor, id, count)
  return auditId
}

/** The audit entry of an import whose products are applied, and whose counts are not all tried. */
async function findInterrupted(db: Db, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('product_import')
    .innerJoin('audit', 'audit.id', 'audit_id')
    .select('audit.id')
    .where('product_import.id', '=', id)
    .where('undone_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('product_import_count').where('import_id', '=', id).where('result', 'is', null)),
    )
    .executeTakeFirst()
  return row?.id
}

async function applyProducts(
  tx: Tx,
  context: CatalogueContext,
  actor: string | undefined,
  id: string,
  count: (products: number) => void,
): Promise<string> {
  // All products are locked before any is written. Two imports of the same products in another order may still deadlock:
  // PostgreSQL aborts one, which is answered with 503 and changes nothing.
  await sql`set local statement_timeout = '60s'`.execute(tx)
  const choices = await holdChoices(tx)
  const { file, added, changed, counts, pictures, collections } = await lockImport(tx, id)
  if (counts > 0) await refuseBesideOlder(tx)
  await reportProgress(tx, id, 0)
  await applyCollections(tx, context, actor, { id, collections })
  const chunks = await chunksOf(tx, id)
  const ofSizes = chunks.filter(({ hasSizes }) => hasSizes)
  const hasStyles = chunks.some(chunk => chunk.hasStyles)
  for (const chunk of ofSizes) await lockStock(tx, chunk)
  for (const chunk of chunks) await lockProducts(tx, chunk)
  const [taken] = ofSizes.length > 0 ? await findTakenCodes(tx, id, 'after') : []
  if (taken) throw conflict(`Line ${taken.line}: ${taken.message}`)
  const at = context.clock.now()
  if (hasStyles) await addStyles(tx, id, at)
  let done = 0
  for (const chunk of chunks) {
    await changeProducts(tx, chunk, at)
    await addProducts(tx, chunk, at, actor)
    if (chunk.hasImages) await saveImages(tx, chunk, 'after')
    done += chunk.products
    await reportProgress(tx, id, done)
    count(chunk.products)
  }
  for (const chunk of ofSizes) await takeSizes(tx, chunk, at)
  for (const chunk of ofSizes)
    await giveSizes(tx, await findSizes(tx, chunk, 'after'), { ...context, clock: { now: () => at } })
  if (counts > 0) await countAdded(tx, { id, at, actor }, count)
  if (hasStyles) await placeColors(tx, id)
  await checkStylesOf(tx, id)
  await refuseGoneChoices(tx, choices, { importId: id })
  if (pictures > 0) await queueDownloads(tx, id, at)
  const after = { file, added, changed, ...(counts > 0 && { counts }), ...(pictures > 0 && { pictures }) }
  const auditId = await recordAuditEntry(
    tx,
    { actor, action: 'import', record: 'import', recordId: id, after },
    context,
  )
  await tx.updateTable('product_import').set({ applied_at: at, audit_id: auditId }).where('id', '=', id).execute()
  return auditId
}

/** Takes the sizes off that the file replaces. Pieces are only lost by it where the file counts anew. */
async function takeSizes(tx: Tx, chunk: ImportChunk, at: Date): Promise<void> {
  const retired = await takeSizesOff(tx, await findSizes(tx, chunk, 'after'), at)
  if (retired.length === 0) return
  const recounted = await tx
    .selectFrom('product_import_count')
    .select('product_id')
    .where('import_id', '=', chunk.id)
    .where(
      'product_id',
      'in',
      retired.map(({ productId }) => productId),
    )
    .execute()
  const lost = retired.find(({ productId }) => !recounted.some(({ product_id }) => product_id === productId))
  if (lost) throw conflict(`${lost.pieces} pieces of ${lost.name} were counted ${readAgain}`)
}

async function lockImport(tx: Tx, id: string) {
  const row = await tx
    .selectFrom('product_import')
    .selectAll()
    .select(countFigures('product_import.id'))
    .where('id', '=', id)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!row) {
    const known = await tx.selectFrom('product_import').select('id').where('id', '=', id).executeTakeFirst()
    throw known ? conflict('This import is being applied already.') : notFound('Import')
  }
  if (row.applied_at) throw conflict('This import was applied before.')
  if (!row.read_at) throw conflict('This file is not read to its end: send it again.')
  if (row.fault_count > 0) throw conflict('This file has faults: mend them, and send it again.')
  if (row.added + row.changed + row.counts === 0) throw conflict('Nothing would change.')
  return row
}

const readAgain = 'since this file was read: send it again to see what it does now.'

async function lockProducts(tx: Tx, chunk: ImportChunk): Promise<void> {
  const { rows: others } = await sql<{ name: string }>`
    with held as (
      select name, ${isOnSaleOrDraft} and updated_at = version as is_same
      from product_import_row row join product on product.id = product_id
      where ${rowsOf(chunk, 'changed')} order by product_id for no key update of product
    ) select name from held where not is_same limit 1`.execute(tx)
  if (others[0]) throw conflict(`${others[0].name} was changed ${readAgain}`)
  const { rows: taken } = await sql<{ name: string }>`
    select name from product_import_row row join product on product.id = product_id
    where ${rowsOf(chunk, 'new')} limit 1`.execute(tx)
  if (taken[0]) throw conflict(`${taken[0].name} was put on sale ${readAgain}`)
  const { rows: lost } = await sql<{ line: number }>`
    select line from product_import_row row
    cross join lateral (
      select after ->> 'image_id' as image_id
      union all select image ->> 'image_id' from jsonb_array_elements(after -> 'images') as each (image)
    ) named
    where (${rowsOf(chunk, 'new')} or ${rowsOf(chunk, 'changed')}) and named.image_id is not null
      and not exists (select from image where image.id = named.image_id) limit 1`.execute(tx)
  if (lost[0]) throw conflict(`The picture of line ${lost[0].line} was deleted ${readAgain}`)
}
