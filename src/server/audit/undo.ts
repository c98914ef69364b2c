import { validate } from 'uuid'
import { type AuditedRecord, type Fields, undoDays } from '#domain/audit.ts'
import { undoContentChange } from '../content/undo-content.ts'
import type { Tx } from '../db/connection.ts'
import type { SignedIn } from '../http/sessions.ts'
import { conflict, notFound } from '../lib/errors.ts'
import { undoBulkEdit } from '../products/bulk/undo-bulk-edit.ts'
import { undoImport } from '../products/import/undo-import.ts'
import { isUndoableChange, undoProductChange } from '../products/manage/undo-change.ts'
import { refuseTakenName } from '../products/size-charts/queries.ts'
import { undoSection } from '../settings/undo-section.ts'
import { undoCount } from '../stock/counts/undo-count.ts'
import { undoDelivery } from '../stock/deliveries/undo-delivery.ts'
import { takeAgain } from '../stock/take-again.ts'
import { type AuditBook, recordAuditEntry } from './record.ts'
import { marks, undoMark } from './undo-mark.ts'
import { restoreProduct } from './undo-product.ts'
import { reviewActions, undoReviewChange } from './undo-review.ts'

const dayMs = 24 * 60 * 60_000

/** The actions that can be undone, besides changes of a product. */
const undoable = [
  'delete',
  'import',
  'count',
  'deliver',
  'bulk edit',
  'change settings',
  'write content',
  ...reviewActions,
  ...Object.keys(marks),
]

interface Action {
  record: AuditedRecord
  action: string
  after: Fields | null
}

/** Whether an action can be undone; of the changes of a product those of its own fields. */
export const isUndoable = ({ record, action, after }: Action): boolean =>
  undoable.includes(action) || (record === 'product' && action === 'update' && isUndoableChange(after))

/** After this time an action can no longer be undone. */
export const undoneUntil = (at: Date): Date => new Date(+at + undoDays * dayMs)

/**
 * Undoes a deletion, an import, a change of the fields of a product, an edit of many products, a count, a delivery, a change of the settings, of a page or to a review, or the mark of a message as done or not done.
 * @param actor the admin who does it; undefined for the command line
 * @throws ShopError 404 for an unknown entry and for an erased message, 409 for any other action, when it was already undone, is older than 30 days, when a
 * later change would be lost, pieces would be missing, or when the user was erased
 */
export async function undo(book: AuditBook, actor: Pick<SignedIn, 'id'> | undefined, auditId: string): Promise<void> {
  if (!validate(auditId)) throw notFound('Change')
  await book.db.transaction().execute(async tx => {
    const at = book.clock.now()
    const entry = await tx
      .selectFrom('audit')
      .select(['id', 'at', 'action', 'record', 'record_id', 'before', 'after', 'undone_at'])
      .where('id', '=', auditId)
      .forUpdate()
      .executeTakeFirst()
    if (!entry) throw notFound('Change')
    if (!isUndoable(entry)) throw conflict(notUndoable(entry))
    if (entry.undone_at) throw conflict('This was taken back before.')
    const { record, record_id: recordId } = entry
    if (undoneUntil(entry.at) < at) throw conflict(`${nounOf(entry)} can be taken back for ${undoDays} days.`)
    let undone: Pick<Parameters<typeof recordAuditEntry>[1], 'action' | 'before' | 'after'> = { action: 'undo' }
    let undone_at: Date | undefined
    if (record === 'import') undone_at = await undoImport(tx, recordId, actor?.id, book)
    else if (record === 'bulk edit') {
      await undoBulkEdit(tx, entry, at)
      undone = { action: 'undo bulk edit' }
    } else if (record === 'delivery') {
      await undoDelivery(tx, recordId, actor?.id, at)
      undone = { action: 'undo delivery' }
    } else if (record === 'content') undone = { action: 'undo content', ...(await undoContentChange(tx, entry.id, at)) }
    else if (record === 'setting') undone = { action: 'undo settings', ...(await undoSection(tx, entry.id, at)) }
    else if (entry.action === 'count') undone = { action: 'undo count', ...(await undoCount(tx, entry, actor?.id, at)) }
    else if (record === 'review') await undoReviewChange(tx, entry, at)
    else if (record === 'message') undone = await undoMark(tx, recordId, entry.action, at)
    else if (record === 'user' && (await isErased(tx, recordId)))
      throw conflict('This user was erased. Nothing can bring them back.')
    else if (record === 'product' && entry.action === 'update')
      undone = { action: 'undo update', ...(await undoProductChange(tx, entry, book)) }
    else if (record === 'product') await restoreProduct(tx, recordId, { isDraft: entry.before?.isDraft === true }, at)
    else if (
      record === 'invitation' ||
      record === 'discount code' ||
      record === 'return' ||
      !(await restore(tx, record === 'size chart' ? 'size_chart' : record, recordId))
    )
      throw conflict('This is not deleted any more.')
    if (record === 'order') await takeAgain(tx, recordId, { since: entry.at, at })
    undone_at ??= book.clock.now() // not before the locks were held, during which another undo may have come first
    await tx.updateTable('audit').set({ undone_at }).where('id', '=', auditId).execute()
    await recordAuditEntry(tx, { actor: actor?.id, record, recordId, ...undone }, book)
  })
}

const notUndoable = ({ record, action }: Action) =>
  record === 'product' && action === 'update'
    ? 'Sizes, further pictures and links are changed back in the form of the product.'
    : action.startsWith('undo')
      ? 'This took something back, and cannot be taken back itself. Change it again instead.'
      : 'This cannot be taken back.'

function nounOf({ record, action }: { record: AuditedRecord; action: string }): string {
  if (action === 'count') return 'A count'
  if (record === 'bulk edit') return 'A change of many products'
  if (record === 'delivery') return 'A delivery'
  if (record === 'setting') return 'A change of the settings'
  if (record === 'content') return 'A change of a page or a post'
  if (record === 'review') return 'A change to a review'
  if (record === 'message') return 'The mark of a message'
  if (action === 'update') return 'A change of a product'
  return record === 'import' ? 'An import' : 'A deletion'
}

/** Locks the user, so that nobody is erased while being restored. */
async function isErased(tx: Tx, userId: string): Promise<boolean> {
  const asked = tx.selectFrom('user').select('erased_at').where('id', '=', userId)
  const user = await asked.forUpdate().executeTakeFirst()
  return Boolean(user?.erased_at)
}

async function restore(tx: Tx, record: 'user' | 'order' | 'size_chart', id: string): Promise<boolean> {
  const restored = await tx
    .updateTable(record)
    .set({ deleted_at: null })
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .returningAll()
    .executeTakeFirst()
  if (restored && 'chart' in restored) await refuseTakenName(tx, restored)
  return restored !== undefined
}
