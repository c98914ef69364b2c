import type { Fields } from '#domain/audit.ts'
import type { Tx } from '../db/connection.ts'
import { conflict } from '../lib/errors.ts'
import { lockAnswer, setAnswer, setHidden } from '../reviews/queries.ts'

/** The actions on reviews, all of which can be undone. */
export const reviewActions = ['hide', 'show', 'answer', 'remove answer']

interface ReviewChange {
  action: string
  record_id: string
  before: Fields | null
  after: Fields | null
}

/**
 * Undoes a change to a review, unless a later one has changed the same.
 * @throws ShopError 409 when the review was changed since, or the fields before it were erased with its author
 */
export async function undoReviewChange(tx: Tx, { action, record_id: id, ...fields }: ReviewChange, at: Date) {
  if (action === 'hide' || action === 'show') {
    if (await setHidden(tx, id, action === 'hide' ? null : at)) return
    throw conflict(action === 'hide' ? 'This review is not hidden any more.' : 'This review is hidden already.')
  }
  const { before, after } = fields
  if (!before || !after) throw conflict('The author of this review was erased, and with them the answer.')
  const current = await lockAnswer(tx, id)
  if (current?.answer !== after.answer) throw conflict('This answer was changed since.')
  await setAnswer(tx, id, {
    answer: before.answer === null ? null : String(before.answer),
    answered_at: before.answeredAt === null ? null : new Date(String(before.answeredAt)),
  })
}
