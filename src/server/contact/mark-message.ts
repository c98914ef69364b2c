import { validate } from 'uuid'
import { type AuditBook, recordAuditEntry } from '../audit/record.ts'
import type { SignedIn } from '../http/sessions.ts'
import { notFound } from '../lib/errors.ts'

/**
 * Marks a message as done or as not done. A message that is so already stays as it is, and so does the audit.
 * @returns the id of the audit entry with which the change can be undone; null when nothing changed
 * @throws ShopError 404 for an unknown message
 */
export async function markMessage(
  book: AuditBook,
  admin: Pick<SignedIn, 'id'>,
  id: string,
  { done }: { done: boolean },
): Promise<string | null> {
  if (!validate(id)) throw notFound('Message')
  return await book.db.transaction().execute(async tx => {
    const message = await tx
      .selectFrom('contact_message')
      .select('done_at')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!message) throw notFound('Message')
    if ((message.done_at !== null) === done) return null
    const done_at = done ? book.clock.now() : null
    await tx.updateTable('contact_message').set({ done_at }).where('id', '=', id).execute()
    const action = done ? 'mark done' : 'mark not done'
    const change = { before: { done: !done }, after: { done } }
    return await recordAuditEntry(tx, { actor: admin.id, action, record: 'message', recordId: id, ...change }, book)
  })
}
