import { sql } from 'kysely'
import { validate } from 'uuid'
import { maxNoteLength, maxNotesOfOrder, type OrderNote } from '#domain/orders/packing.ts'
import { type AuditBook, recordAuditEntry } from '../../audit/record.ts'
import type { Db, Tx } from '../../db/connection.ts'
import { badRequest, conflict, notFound, ShopError } from '../../lib/errors.ts'
import { type Admin, lockArrivedOrder } from '../manage/manage-orders.ts'

// The audit says who wrote or deleted a note, without its text: it would stay there past the buyer's erasure.

interface NoteRow {
  id: string
  text: string
  author: string
  /** A string when it comes from JSON. */
  at: Date | string
}

export const toNote = ({ id, text, author, at }: NoteRow): OrderNote => ({
  ...{ _id: id, text, author },
  at: new Date(at).toISOString(),
})

/**
 * Returns the notes about an order, oldest first.
 * @throws ShopError 404 when there is no such order
 */
export async function findNotes(db: Db, orderId: string): Promise<OrderNote[]> {
  if (!validate(orderId)) throw notFound('Order')
  const rows = await db
    .selectFrom('order')
    .leftJoin('order_note', 'order_note.order_id', 'order.id')
    .leftJoin('user', 'user.id', 'order_note.author')
    .select(['order_note.id', 'order_note.text', 'user.email as author', 'order_note.at'])
    .where('order.id', '=', orderId)
    .where('order.deleted_at', 'is', null)
    .orderBy('order_note.at')
    .orderBy('order_note.id')
    .execute()
  if (rows.length === 0) throw notFound('Order')
  return rows.flatMap(({ id, text, author, at }) =>
    id && text && author && at ? [toNote({ id, text, author, at })] : [],
  )
}

/**
 * Writes a note, once however often it is sent with the same id.
 * @throws ShopError 400 for a wrong id or text; 404 when there is no such order, or no money has arrived for it; 409 when the order
 * has 50 notes, or the id belongs to another note
 */
export async function addNote(
  book: AuditBook,
  admin: Admin,
  orderId: string,
  sent: { id?: unknown; text?: unknown },
): Promise<OrderNote> {
  const { id, text } = readNote(sent)
  return await book.db.transaction().execute(async tx => {
    if (!(await lockArrivedOrder(tx, orderId))) throw notFound('Order')
    const at = book.clock.now()
    const { rows } = await sql`
      insert into order_note (id, order_id, text, author, at)
      select ${id}, ${orderId}, ${text}, ${admin.id}, ${at}
      where (select count(*) from order_note where order_id = ${orderId}) < ${maxNotesOfOrder}
      on conflict (id) do nothing
      returning id`.execute(tx)
    if (rows.length === 0) return await findSame(tx, { id, orderId, text })
    const entry = { actor: admin.id, action: 'add note', record: 'order', recordId: orderId } as const
    await recordAuditEntry(tx, entry, book)
    return toNote({ id, text, author: admin.email, at })
  })
}

function readNote({ id, text }: { id?: unknown; text?: unknown }) {
  if (typeof id !== 'string' || !validate(id)) throw badRequest('Send id, a UUID of its own for each note.')
  if (typeof text !== 'string' || text.trim() === '') throw badRequest('Write a note first.')
  const trimmed = text.trim()
  if ([...trimmed].length > maxNoteLength)
    throw badRequest(`A note may have ${maxNoteLength.toLocaleString('en-US')} characters at most.`)
  return { id, text: trimmed }
}

/** The note that a request repeats; another one may not have its id. */
async function findSame(tx: Tx, { id, orderId, text }: { id: string; orderId: string; text: string }) {
  const row = await tx
    .selectFrom('order_note')
    .innerJoin('user', 'user.id', 'order_note.author')
    .select(['order_note.id', 'order_note.order_id', 'order_note.text', 'user.email as author', 'order_note.at'])
    .where('order_note.id', '=', id)
    .executeTakeFirst()
  if (!row) throw conflict(`This order has ${maxNotesOfOrder} notes already.`)
  if (row.order_id !== orderId || row.text !== text) throw conflict('Another note has this id.')
  return toNote(row)
}

/**
 * Deletes a note of one's own.
 * @throws ShopError 404 when there is no such note, 403 when somebody else wrote it
 */
export async function deleteNote(book: AuditBook, admin: Admin, orderId: string, id: string): Promise<void> {
  if (!validate(orderId) || !validate(id)) throw notFound('Note')
  const note = book.db.selectFrom('order_note').select('author').where('id', '=', id).where('order_id', '=', orderId)
  const { author } = (await note.executeTakeFirst()) ?? {}
  if (!author) throw notFound('Note')
  if (author !== admin.id) throw new ShopError(403, 'forbidden', 'Only who wrote a note may delete it.')
  await book.db.transaction().execute(async tx => {
    const own = tx.deleteFrom('order_note').where('id', '=', id).where('author', '=', admin.id)
    const { numDeletedRows } = await own.executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) return // the same request has deleted it meanwhile
    const entry = { actor: admin.id, action: 'remove note', record: 'order', recordId: orderId } as const
    await recordAuditEntry(tx, entry, book)
  })
}
