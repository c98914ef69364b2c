import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { ContactMessage, contactErrors, PostContact, trimmed } from '#domain/contact.ts'
import type { Db } from '../db/connection.ts'
import { contains } from '../db/contains.ts'
import { countFound } from '../db/count-found.ts'
import { countOf } from '../db/counters.ts'
import { callerOf } from '../http/access.ts'
import { Ok, ok } from '../http/envelope.ts'
import { type Limits, limiter, visitorOf } from '../http/limits/rate-limit.ts'
import { PageQuery, readPage, totalHeader } from '../http/paging.ts'
import type { Sessions } from '../http/sessions.ts'
import type { Clock, Ids } from '../lib/clock.ts'
import { badRequest } from '../lib/errors.ts'
import { eraseMessage } from './erase-message.ts'

const listMessages = {
  summary: 'What visitors wrote, newest first',
  querystring: Type.Object(PageQuery),
  response: { 200: Ok(Type.Array(ContactMessage)) },
}

const writeMessage = {
  summary: 'Write to the shop; five messages an hour',
  body: PostContact,
  response: { 201: Ok(Type.Null()) },
}

const deleteMessage = {
  summary: 'Erase a message for good',
  params: Type.Object({ id: Type.String() }),
  response: { 200: Ok(Type.Null()) },
}

interface Options {
  db: Db
  sessions: Pick<Sessions, 'find'>
  clock: Clock
  ids: Ids
  limits: Limits
}

/** `/api/contact`: messages to the shop. */
export const contactRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { db, sessions, clock, ids, limits }) => {
  const countMessage = limiter('contact', { db, clock, limits })

  app.post('/', { schema: writeMessage, config: { access: 'anyone' } }, async (request, reply) => {
    const texts = trimmed(request.body)
    const [reason] = Object.values(contactErrors(texts))
    if (reason) throw badRequest(reason)
    const uncount = await countMessage(visitorOf(request, await sessions.find(request, reply)))
    try {
      const row = { ...texts, id: ids.uuid(), created_at: clock.now() }
      await db.insertInto('contact_message').values(row).execute()
    } catch (error) {
      await uncount()
      throw error
    }
    return reply.status(201).send(ok(null, 'Thank you. Your message has reached us.'))
  })

  app.get('/', { schema: listMessages, config: { access: 'admin' } }, async ({ query }, reply) => {
    const { page, limit, q } = readPage(query)
    let found = db.selectFrom('contact_message')
    if (q) found = found.where(contains(sql`concat_ws(' ', name, email, subject, message)`, q))
    const total = q ? await countFound(db, found) : await countMessages(db)
    const rows = await found
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute()
    reply.header(totalHeader, total)
    return ok(rows.map(({ id: _id, created_at, ...row }) => ({ ...row, _id, createdAt: created_at.toISOString() })))
  })

  app.delete('/:id', { schema: deleteMessage, config: { access: 'admin' } }, async request => {
    await eraseMessage({ db, clock, ids }, callerOf(request), request.params.id)
    return ok(null, 'Message deleted')
  })
}

async function countMessages(db: Db): Promise<number> {
  const { total } = await db.selectNoFrom(countOf('contact_message').as('total')).executeTakeFirstOrThrow()
  return total
}
