import { validate } from 'uuid'
import { type AuditBook, recordAuditEntry } from '../audit/record.ts'
import type { SignedIn } from '../http/sessions.ts'
import { notFound } from '../lib/errors.ts'

/**
 * Erases a message for good, because its author may ask for that. The audit records who erased it and the day of the message.
 * @throws ShopError 404 for an unknown message
 */
export async function eraseMessage(book: AuditBook, admin: Pick<SignedIn, 'id'>, id: string): Promise<void> {
  if (!validate(id)) throw notFound('Message')
  await book.db.transaction().execute(async tx => {
    const message = await tx
      .deleteFrom('contact_message')
      .where('id', '=', id)
      .returning('created_at')
      .executeTakeFirst()
    if (!message) throw notFound('Message')
    const before = { written: message.created_at.toISOString().slice(0, 'yyyy-mm-dd'.length) }
    await recordAuditEntry(tx, { actor: admin.id, action: 'erase', record: 'message', recordId: id, before }, book)
  })
}
