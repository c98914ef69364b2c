import type { Tx } from '../db/connection.ts'
import { conflict } from '../lib/errors.ts'
import { lockPictures } from '../settings/section-queries.ts'
import type { StoredContent } from './to-shown.ts'
import { lockAddresses, lockContent, moveAddress, refuseTaken, storeContent, wordsOfChange } from './write-content.ts'

/**
 * Undoes a change of a page or a post: it is as before the change, or gone when the change made it.
 * @returns what changes by it, for the audit
 * @throws ShopError 409 when it was changed since, or another has its address by now
 */
export async function undoContentChange(tx: Tx, auditId: string, at: Date) {
  const change = await tx
    .selectFrom('content_change')
    .select(['content_id', 'before', 'version'])
    .where('audit_id', '=', auditId)
    .executeTakeFirst()
  if (!change) throw conflict('What this was before is not known any more.')
  await lockAddresses(tx)
  const current = await lockContent(tx, change.content_id)
  if (current?.version !== change.version) throw conflict('This was changed since.')
  const version = current.version + 1
  if (!change.before) {
    await storeContent(tx, { ...current, version, updated_at: at, deleted_at: at })
    return {}
  }
  const before = revived(change.before as StoredContent)
  await refuseTaken(tx, before.id, before)
  await lockPictures(tx, { picture: before.picture, document: before.document })
  await moveAddress(tx, current, before.address)
  return wordsOfChange(current, await storeContent(tx, { ...before, version, updated_at: at, deleted_at: null }))
}

/** A row that was stored as JSON. */
const revived = (row: StoredContent): StoredContent => ({
  ...row,
  published_from: row.published_from && new Date(row.published_from),
  created_at: new Date(row.created_at),
})
