import { validate } from 'uuid'
import { undoDays } from '#domain/audit.ts'
import type { Tx } from '../db/connection.ts'
import { conflict, notFound } from '../http/errors.ts'
import type { SignedIn } from '../http/sessions.ts'
import { type AuditBook, recordDeed } from './record.ts'

const dayMs = 24 * 60 * 60_000

/** A deletion that is older than this stays. */
export const undoneUntil = (at: Date): Date => new Date(+at + undoDays * dayMs)

/**
 * Takes a deletion back.
 * @throws ShopError 404 for no deletion, 409 when it was taken back before or is older than 30 days
 */
export async function undo(book: AuditBook, admin: Pick<SignedIn, 'id'>, auditId: string): Promise<void> {
  if (!validate(auditId)) throw notFound('Deletion')
  await book.db.transaction().execute(async tx => {
    const at = book.clock.now()
    const entry = await tx
      .selectFrom('audit')
      .select(['at', 'record', 'record_id', 'undone_at'])
      .where('id', '=', auditId)
      .where('action', '=', 'delete')
      .forUpdate()
      .executeTakeFirst()
    if (!entry) throw notFound('Deletion')
    if (entry.undone_at) throw conflict('This was taken back before.')
    if (undoneUntil(entry.at) < at) throw conflict(`A deletion can be taken back for ${undoDays} days.`)
    if (!(await restore(tx, entry.record, entry.record_id))) throw conflict('This is not deleted any more.')
    await tx.updateTable('audit').set({ undone_at: at }).where('id', '=', auditId).execute()
    const { record, record_id: recordId } = entry
    await recordDeed(tx, { actor: admin.id, action: 'undo', record, recordId }, book)
  })
}

async function restore(tx: Tx, record: 'user' | 'product' | 'order', id: string): Promise<boolean> {
  const restored = await tx
    .updateTable(record)
    .set({ deleted_at: null })
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return restored !== undefined
}
