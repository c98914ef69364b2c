import { sql } from 'kysely'
import type { Tx } from '../../db/connection.ts'
import { conflict } from '../../lib/errors.ts'
import { holdChoices } from '../../settings/queries.ts'
import { refuseGoneChoices } from '../choice-queries.ts'
import type { CatalogueContext } from '../context.ts'
import { dropDownloads } from '../downloads/download-queries.ts'
import { importedVersion } from '../downloads/version.ts'
import { isOnSaleOrDraft } from '../manage/lock-products.ts'
import { giveSizes, takeSizesOff } from '../manage/save-sizes.ts'
import { checkStylesOf } from '../manage/style-queries.ts'
import { restoreCollections } from './apply-collections.ts'
import { chunksOf, type ImportChunk, rowsOf } from './chunk-queries.ts'
import { findTakenCodes } from './taken-codes.ts'
import { findSizes, lockStock, restoreProducts, saveImages } from './write-products.ts'

/**
 * Undoes an import: restores its changed products and erases its new ones. A new product that was ordered, reviewed, counted
 * or part of a stock take meanwhile is only taken off sale, and the pieces of a size that goes are set to 0. Counts of sizes that stay,
 * stay. Pictures that it has fetched go with the rest, and it fetches no more.
 * @returns when it did so, at which time such a product was taken off sale
 * @throws ShopError 409 when a later action changed or deleted one of its products, or a collection that it changed, its rows are no longer stored, a style
 * has got a color since that it would have twice, a code belongs to another product by now, or a size that goes is being paid for
 */
export async function undoImport(
  tx: Tx,
  importId: string,
  actor: string | undefined,
  context: Pick<CatalogueContext, 'clock' | 'ids'>,
): Promise<Date> {
  await sql`set local statement_timeout = '60s'`.execute(tx)
  const choices = await holdChoices(tx)
  const row = await tx
    .selectFrom('product_import')
    .select(['applied_at', 'collections'])
    .where('id', '=', importId)
    .forUpdate()
    .executeTakeFirst()
  if (!row?.applied_at) throw conflict('What this import changed is no longer kept.')
  const chunks = await chunksOf(tx, importId)
  if (chunks.length === 0) throw conflict('This import only counted: take its counts back one by one.')
  await restoreCollections(tx, context, actor, row.collections)
  await dropDownloads(tx, importId)
  const ofSizes = chunks.filter(({ hasSizes }) => hasSizes)
  for (const chunk of ofSizes) await lockStock(tx, chunk)
  for (const chunk of chunks) await holdProducts(tx, chunk, row.applied_at)
  const at = context.clock.now()
  for (const chunk of chunks) await takeAway(tx, chunk, at)
  for (const chunk of ofSizes) await takeSizesOff(tx, await findSizes(tx, chunk, 'before'), at)
  const [taken] = ofSizes.length > 0 ? await findTakenCodes(tx, importId, 'before') : []
  if (taken) throw conflict(taken.message)
  for (const chunk of chunks) {
    await restoreProducts(tx, chunk, at)
    if (chunk.hasSizes) await giveSizes(tx, await findSizes(tx, chunk, 'before'), context)
    if (chunk.hasImages) await saveImages(tx, chunk, 'before')
  }
  await checkStylesOf(tx, importId)
  await refuseGoneChoices(tx, choices, { importId })
  return at
}

/**
 * Waits for transactions that change one of the products, or order or review a new one. Until this transaction ends, no other
 * can do so.
 */
async function holdProducts(tx: Tx, chunk: ImportChunk, appliedAt: Date): Promise<void> {
  for (const kind of ['new', 'changed'] as const) {
    const { rows } = await sql<{ name: string }>`
      with held as (
        select name, ${isOnSaleOrDraft} and updated_at = ${importedVersion(appliedAt)} as is_same
        from product_import_row row join product on product.id = product_id
        where ${rowsOf(chunk, kind)} order by product_id
        for ${kind === 'new' ? sql`update` : sql`no key update`} of product
      ) select name from held where not is_same limit 1`.execute(tx)
    if (rows[0])
      throw conflict(
        `${rows[0].name} was changed or deleted after this import: take that back first, or change products by hand.`,
      )
  }
}

async function takeAway(tx: Tx, chunk: ImportChunk, at: Date): Promise<void> {
  const isNew = sql`${rowsOf(chunk, 'new')} and product.id = product_id`
  await sql`
    delete from product using product_import_row row
    where ${isNew}
      and not exists (select from order_line where order_line.product_id = product.id)
      and not exists (
        select from variant join stock on variant_id = variant.id where variant.product_id = product.id
      )
      and not exists (
        select from variant join stock_take_line on variant_id = variant.id where variant.product_id = product.id
      )
      and not exists (select from review where review.product_id = product.id)`.execute(tx)
  await sql`
    update product set deleted_at = ${at}, is_draft = false from product_import_row row where ${isNew}`.execute(tx)
}
