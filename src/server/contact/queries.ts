import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { ContactMessage, MessageCounts, MessageStatus } from '#domain/contact.ts'
import type { MessageAnswer } from '#domain/message-answer.ts'
import type { Db, Tx } from '../db/connection.ts'
import { contains } from '../db/contains.ts'
import { countFound, maxCounted } from '../db/count-found.ts'
import { countOf } from '../db/counters.ts'
import type { Tables } from '../db/tables.ts'
import type { Page } from '../http/paging.ts'

interface MessageFilters extends Page {
  /** Undefined for all messages. */
  status?: MessageStatus
}

const isStatus: Record<MessageStatus, ReturnType<typeof sql<SqlBool>>> = {
  open: sql<SqlBool>`done_at is null`,
  done: sql<SqlBool>`done_at is not null`,
}
const words = sql`concat_ws(' ', name, email, subject, message)`

/** One page of what visitors wrote, newest first, and how many messages match. A search counts 10,000 at most. */
export async function findMessages(db: Db, { page, limit, q, status }: MessageFilters) {
  let found = db.selectFrom('contact_message')
  if (status) found = found.where(isStatus[status])
  if (q) found = found.where(contains(words, q))
  const total = q ? await countFound(db, found) : totalOf(await countMessages(db), status)
  const rows = await found
    .selectAll()
    .select([answers, orderOf])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const messages: ContactMessage[] = rows.map(
    ({ id: _id, created_at, done_at, order_id: _, order, answers, ...row }) => ({
      ...row,
      ...(order && { order }),
      answers: answers.map(toAnswer),
      _id,
      createdAt: created_at.toISOString(),
      ...(done_at && { doneAt: done_at.toISOString() }),
    }),
  )
  return { messages, total }
}

const orderOf = ({ selectFrom }: ExpressionBuilder<Tables, 'contact_message'>) =>
  jsonObjectFrom(
    selectFrom('order')
      .select(['order.order_id as orderId', 'number'])
      .whereRef('order.id', '=', 'contact_message.order_id')
      .where('deleted_at', 'is', null),
  ).as('order')

const answers = ({ selectFrom }: ExpressionBuilder<Tables, 'contact_message'>) =>
  jsonArrayFrom(
    selectFrom('message_answer')
      .innerJoin('user', 'user.id', 'message_answer.author')
      .leftJoin('mail', 'mail.answer_id', 'message_answer.id')
      .select(['message_answer.id', 'text', 'user.email as author', 'message_answer.at', 'due_at', 'failed_at'])
      .whereRef('message_id', '=', 'contact_message.id')
      .orderBy('message_answer.at')
      .orderBy('message_answer.id'),
  ).as('answers')

interface AnswerRow {
  id: string
  text: string
  author: string
  /** A string when it comes from JSON. */
  at: Date | string
  /** Null when it was sent, also long ago, or given up. */
  due_at: Date | string | null
  failed_at: Date | string | null
}

const toAnswer = ({ id, at, due_at, failed_at, ...answer }: AnswerRow): MessageAnswer => ({
  ...answer,
  _id: id,
  at: new Date(at).toISOString(),
  mail: due_at ? 'waiting' : failed_at ? 'failed' : 'sent',
})

const totalOf = ({ open, done }: MessageCounts, status?: MessageStatus): number =>
  status === 'open' ? open : status === 'done' ? done : open + done

/** Counts the open and the done messages: all of them, or those that contain a text. */
export async function countMessages(db: Db, q?: string): Promise<MessageCounts> {
  const { rows } = await (q
    ? sql<MessageCounts>`
        select count(*) filter (where ${isStatus.open}) as open, count(*) filter (where ${isStatus.done}) as done
        from (select done_at from contact_message where ${contains(words, q)} limit ${sql.lit(maxCounted)}) found`
    : sql<MessageCounts>`
        select open, ${countOf('contact_message')} - open as done from (${openMessages}) each`
  ).execute(db)
  return rows[0] ?? { open: 0, done: 0 }
}

/** SQL for the number of open messages; it reads the index of the open ones only. */
export const openMessages = sql<number>`select count(*) as open from contact_message where ${isStatus.open}`

/** Deletes the answers to messages with these e-mails, which are in lower case, and the e-mails with them. */
export async function eraseAnswers(tx: Tx, emails: string[]): Promise<void> {
  await sql`
    delete from message_answer where message_id in (
      select id from contact_message where lower(email) = any(${emails})
    )`.execute(tx)
}
