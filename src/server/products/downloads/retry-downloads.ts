import { validate } from 'uuid'
import { recordAuditEntry } from '../../audit/record.ts'
import { conflict, notFound } from '../../lib/errors.ts'
import type { Admin, CatalogueContext } from '../context.ts'

/**
 * Lets pictures of an import that could not be fetched be fetched again.
 * @param one only this one; undefined for all
 * @throws ShopError 404 for an unknown import; 409 when it was undone, or none has failed
 */
export async function retryDownloads(
  context: CatalogueContext,
  admin: Admin,
  importId: string,
  one?: { productId: string; place: number },
): Promise<void> {
  if (!validate(importId)) throw notFound('Import')
  if (one && !validate(one.productId)) throw nothingToTry()
  await context.db.transaction().execute(async tx => {
    const asked = tx.selectFrom('product_import').select('audit_id').where('id', '=', importId)
    const found = await asked.forShare().executeTakeFirst()
    if (!found) throw notFound('Import')
    const undone = await tx
      .selectFrom('audit')
      .select('id')
      .where('id', '=', found.audit_id)
      .where('undone_at', 'is not', null)
      .executeTakeFirst()
    if (undone) throw conflict('This import was taken back.')
    let failed = tx
      .updateTable('picture_download')
      .set({ state: 'waiting', tries: 0, reason: '', next_at: context.clock.now() })
      .where('import_id', '=', importId)
      .where('state', '=', 'failed')
    if (one) failed = failed.where('product_id', '=', one.productId).where('place', '=', one.place)
    const pictures = Number((await failed.executeTakeFirst()).numUpdatedRows)
    if (pictures === 0) throw nothingToTry()
    const after = { pictures }
    const entry = { actor: admin.id, action: 'fetch again', record: 'import', recordId: importId, after } as const
    await recordAuditEntry(tx, entry, context)
  })
}

const nothingToTry = () => conflict('There is no picture to try again.')
