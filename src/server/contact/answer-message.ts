import { sql } from 'kysely'
import { validate } from 'uuid'
import { contactLimits } from '#domain/contact.ts'
import { maxAnswers } from '#domain/message-answer.ts'
import { hasSomethingToSee } from '#domain/text.ts'
import { type AuditBook, recordAuditEntry } from '../audit/record.ts'
import type { Tx } from '../db/connection.ts'
import type { SignedIn } from '../http/sessions.ts'
import { badRequest, conflict, notFound } from '../lib/errors.ts'
import { queueMessageAnswer } from '../mail/queue.ts'

interface SentAnswer {
  id?: unknown
  text?: unknown
  done: boolean
}

/**
 * Answers a message, once however often it is sent with the same id: the answer is stored, and queued as an e-mail to who wrote.
 * The audit names who answered, without the text.
 * @param sent.done also mark the message as done
 * @returns whether this request has done it
 * @throws ShopError 400 for a wrong id or text; 404 for an unknown message; 409 when it has 20 answers, or the id belongs to another
 */
export async function answerMessage(
  book: AuditBook,
  author: Pick<SignedIn, 'id'>,
  messageId: string,
  sent: SentAnswer,
): Promise<boolean> {
  const { id, text } = readAnswer(sent)
  if (!validate(messageId)) throw notFound('Message')
  return await book.db.transaction().execute(async tx => {
    const message = await tx
      .selectFrom('contact_message')
      .select(['email', 'done_at'])
      .where('id', '=', messageId)
      .forUpdate()
      .executeTakeFirst()
    if (!message) throw notFound('Message')
    const answer = { id, message_id: messageId, author: author.id, text, at: book.clock.now() }
    if (!(await insert(tx, answer))) return false
    await queueMessageAnswer(tx, { id, email: message.email }, book)
    const entry = { actor: author.id, record: 'message', recordId: messageId } as const
    await recordAuditEntry(tx, { ...entry, action: 'answer message' }, book)
    if (sent.done && !message.done_at) {
      await tx.updateTable('contact_message').set({ done_at: answer.at }).where('id', '=', messageId).execute()
      await recordAuditEntry(
        tx,
        { ...entry, action: 'mark done', before: { done: false }, after: { done: true } },
        book,
      )
    }
    return true
  })
}

function readAnswer({ id, text }: SentAnswer) {
  if (typeof id !== 'string' || !validate(id)) throw badRequest('Send id, a UUID of its own for each answer.')
  const clean = typeof text === 'string' ? text.trim() : ''
  if (!hasSomethingToSee(clean)) throw badRequest('Write an answer first.')
  if (clean.length > contactLimits.message)
    throw badRequest(`An answer can have at most ${contactLimits.message.toLocaleString('en-US')} characters.`)
  return { id: id.toLowerCase(), text: clean }
}

interface Answer {
  id: string
  message_id: string
  author: string
  text: string
  at: Date
}

/** @returns false when the same answer is stored already */
async function insert(tx: Tx, { id, message_id, author, text, at }: Answer): Promise<boolean> {
  const { rows } = await sql`
    insert into message_answer (id, message_id, author, text, at)
    select ${id}, ${message_id}, ${author}, ${text}, ${at}
    where (select count(*) from message_answer where message_id = ${message_id}) < ${maxAnswers}
    on conflict (id) do nothing
    returning id`.execute(tx)
  if (rows.length > 0) return true
  const stored = tx.selectFrom('message_answer').select(['message_id', 'text']).where('id', '=', id)
  const same = await stored.executeTakeFirst()
  if (!same) throw conflict(`This message has ${maxAnswers} answers already.`)
  if (same.message_id !== message_id || same.text !== text) throw conflict('Another answer has this id.')
  return false
}
