import type { Fields } from '#domain/audit.ts'
import { answerError } from '#domain/products/managed-review.ts'
import { type AuditBook, recordAuditEntry } from '../audit/record.ts'
import type { Tx } from '../db/connection.ts'
import type { SignedIn } from '../http/sessions.ts'
import { badRequest, notFound } from '../lib/errors.ts'
import { lockAnswer, setAnswer, setHidden } from './queries.ts'

type Admin = Pick<SignedIn, 'id'>

/**
 * Hides a review from visitors, or shows it again. It stays hidden when its author rewrites it.
 * @returns the id of the audit entry that can be undone; null when the review was hidden, or shown, before
 * @throws ShopError 404 for an unknown review
 */
export async function hideReview(
  book: AuditBook,
  admin: Admin,
  id: string,
  { hidden }: { hidden: boolean },
): Promise<string | null> {
  return await book.db.transaction().execute(async tx => {
    const hasChanged = await setHidden(tx, id, hidden ? book.clock.now() : null)
    if (hasChanged === undefined) throw notFound('Review')
    if (!hasChanged) return null
    const [before, after] = [{ review: hidden ? 'shown' : 'hidden' }, { review: hidden ? 'hidden' : 'shown' }]
    return await record(tx, book, admin, { action: hidden ? 'hide' : 'show', recordId: id, before, after })
  })
}

/**
 * Writes the shop's public answer to a review, or replaces it.
 * @returns the id of the audit entry that can be undone; null when this is the answer already
 * @throws ShopError 400 for an answer that is empty or too long, 404 for an unknown review
 */
export async function answerReview(book: AuditBook, admin: Admin, id: string, answer: string): Promise<string | null> {
  const text = answer.trim()
  const error = answerError(text)
  if (error) throw badRequest(error)
  return await changeAnswer(book, admin, id, text)
}

/**
 * Removes the shop's answer to a review.
 * @returns the id of the audit entry that can be undone; null when there is no answer
 * @throws ShopError 404 for an unknown review
 */
export const removeAnswer = (book: AuditBook, admin: Admin, id: string): Promise<string | null> =>
  changeAnswer(book, admin, id, null)

async function changeAnswer(book: AuditBook, admin: Admin, id: string, text: string | null): Promise<string | null> {
  return await book.db.transaction().execute(async tx => {
    const before = await lockAnswer(tx, id)
    if (!before) throw notFound('Review')
    if (before.answer === text) return null
    const after = { answer: text, answered_at: text === null ? null : book.clock.now() }
    await setAnswer(tx, id, after)
    const action = text === null ? 'remove answer' : 'answer'
    return await record(tx, book, admin, { action, recordId: id, before: fieldsOf(before), after: fieldsOf(after) })
  })
}

const fieldsOf = ({ answer, answered_at }: { answer: string | null; answered_at: Date | null }): Fields => ({
  answer,
  answeredAt: answered_at?.toISOString() ?? null,
})

const record = (
  tx: Tx,
  book: AuditBook,
  { id: actor }: Admin,
  entry: { action: string; recordId: string; before: Fields; after: Fields },
) => recordAuditEntry(tx, { ...entry, actor, record: 'review' }, book)
