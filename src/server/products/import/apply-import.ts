import { sql } from 'kysely'
import { validate } from 'uuid'
import { recordAuditEntry } from '../../audit/record.ts'
import type { Tx } from '../../db/connection.ts'
import { conflict, notFound } from '../../lib/errors.ts'
import type { CatalogueContext } from '../context.ts'
import { refuseDoubledColors } from '../style-queries.ts'
import { chunksOf, type ImportChunk, rowsOf } from './chunk-queries.ts'
import { reportProgress } from './import-progress.ts'

/**
 * Applies an import in one transaction, as one change that one undo reverts.
 * @param actor the id of the admin; undefined for the command line
 * @param count is called with the number of products done since the last call
 * @returns the id of the audit entry that can be undone
 * @throws ShopError 404 for an unknown import; 409 when it has faults, is not fully read, changes nothing, is being or was
 * applied, when one of its products was changed since, or when a style would
 * have a color twice
 */
export async function applyImport(
  context: CatalogueContext,
  actor: string | undefined,
  id: string,
  count: (products: number) => void = () => undefined,
): Promise<string> {
  if (!validate(id)) throw notFound('Import')
  return await context.db.transaction().execute(async tx => {
    // All products are locked before any is written. Two imports of the same products in another order may still deadlock:
    // PostgreSQL aborts one, which is answered with 503 and changes nothing.
    await sql`set local statement_timeout = '60s'`.execute(tx)
    const { file, added, changed } = await lockImport(tx, id)
    await reportProgress(tx, id, 0)
    const chunks = await chunksOf(tx, id)
    for (const chunk of chunks) await lockProducts(tx, chunk)
    const at = context.clock.now()
    let done = 0
    for (const chunk of chunks) {
      await changeProducts(tx, chunk, at)
      await addProducts(tx, chunk, at, actor)
      done += chunk.products
      await reportProgress(tx, id, done)
      count(chunk.products)
    }
    await refuseDoubledColors(tx, id)
    const after = { file, added, changed }
    const auditId = await recordAuditEntry(
      tx,
      { actor, action: 'import', record: 'import', recordId: id, after },
      context,
    )
    await tx.updateTable('product_import').set({ applied_at: at, audit_id: auditId }).where('id', '=', id).execute()
    return auditId
  })
}

async function lockImport(tx: Tx, id: string) {
  const row = await tx
    .selectFrom('product_import')
    .selectAll()
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
  if (row.added + row.changed === 0) throw conflict('Nothing would change.')
  return row
}

const readAgain = 'since this file was read: send it again to see what it does now.'

async function lockProducts(tx: Tx, chunk: ImportChunk): Promise<void> {
  const { rows: others } = await sql<{ name: string }>`
    with held as (
      select name, deleted_at is null and updated_at = version as is_same
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
    where (${rowsOf(chunk, 'new')} or ${rowsOf(chunk, 'changed')}) and after ->> 'image_id' is not null
      and not exists (select from image where image.id = after ->> 'image_id') limit 1`.execute(tx)
  if (lost[0]) throw conflict(`The picture of line ${lost[0].line} was deleted ${readAgain}`)
}

const fields = sql`name, category, color, description, price_cents, old_price_cents, image_id`
const after = sql`after ->> 'name', after ->> 'category', after ->> 'color', after ->> 'description',
  (after ->> 'price_cents')::int, (after ->> 'old_price_cents')::int, after ->> 'image_id'`

async function changeProducts(tx: Tx, chunk: ImportChunk, at: Date): Promise<void> {
  await sql`
    update product
    set (${fields}, updated_at) = row(${after}, greatest(${at}::timestamptz, version + interval '1 millisecond'))
    from product_import_row row
    where ${rowsOf(chunk, 'changed')} and product.id = product_id`.execute(tx)
}

async function addProducts(tx: Tx, chunk: ImportChunk, at: Date, actor: string | undefined): Promise<void> {
  await sql`
    insert into product (${fields}, id, author, created_at, updated_at)
    select ${after}, product_id, ${actor ?? null}::uuid, ${at}::timestamptz, ${at}::timestamptz
    from product_import_row row
    where ${rowsOf(chunk, 'new')} order by line`.execute(tx)
}
