import type { Tx } from '../db/connection.ts'
import { conflict, notFound } from '../lib/errors.ts'

/** The actions that mark a message, and whether the message is done afterwards. */
export const marks: Record<string, boolean> = { 'mark done': true, 'mark not done': false }

/**
 * Marks a message as it was before.
 * @returns the opposite mark, for the audit: an entry `undo` would say nothing about the message
 * @throws ShopError 404 for an erased message, 409 when somebody has marked it otherwise since
 */
export async function undoMark(tx: Tx, id: string, action: string, at: Date) {
  const wasMarked = marks[action] === true
  const asked = tx.selectFrom('contact_message').select('done_at').where('id', '=', id)
  const message = await asked.forUpdate().executeTakeFirst()
  if (!message) throw notFound('Message')
  if ((message.done_at !== null) !== wasMarked) throw conflict('This message was marked otherwise since.')
  const done = !wasMarked
  await tx
    .updateTable('contact_message')
    .set({ done_at: done ? at : null })
    .where('id', '=', id)
    .execute()
  return { action: done ? 'mark done' : 'mark not done', before: { done: wasMarked }, after: { done } }
}
