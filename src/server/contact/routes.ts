import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import {
  ContactMessage,
  contactErrors,
  contactLimits,
  MessageCounts,
  messageStatuses,
  PostContact,
  trimmed,
} from '#domain/contact.ts'
import { MessageOrders } from '#domain/message-answer.ts'
import type { Db } from '../db/connection.ts'
import { callerOf } from '../http/access.ts'
import { Ok, ok } from '../http/envelope.ts'
import { type Limits, limiter, visitorOf } from '../http/limits/rate-limit.ts'
import { PageQuery, readPage, totalHeader } from '../http/paging.ts'
import type { Sessions } from '../http/sessions.ts'
import type { Clock, Ids } from '../lib/clock.ts'
import { badRequest } from '../lib/errors.ts'
import { answerMessage } from './answer-message.ts'
import { eraseMessage } from './erase-message.ts'
import { markMessage } from './mark-message.ts'
import { findMessageOrders } from './message-orders.ts'
import { countMessages, findMessages } from './queries.ts'

const text = Type.Optional(Type.String())

const listMessages = {
  summary: 'What visitors wrote, newest first: `status` open or done, otherwise all',
  querystring: Type.Object({ ...PageQuery, status: text }),
  response: { 200: Ok(Type.Array(ContactMessage)) },
}

const getCounts = {
  summary: 'How many messages are open and how many are done; with `q`, of those that contain it, up to 10,000',
  querystring: Type.Object({ q: text }),
  response: { 200: Ok(MessageCounts) },
}

const writeMessage = {
  summary: 'Write to the shop; five messages an hour',
  body: PostContact,
  response: { 201: Ok(Type.Null()) },
}

const ById = Type.Object({ id: Type.String() })

const setDone = {
  summary: 'Mark a message as done or as not done',
  params: ById,
  body: Type.Object({ done: Type.Boolean() }),
  response: {
    200: Ok(
      Type.Object({
        auditId: Type.Union([Type.String(), Type.Null()], {
          description: 'The audit entry that can undo it; null when the message was so already',
        }),
      }),
    ),
  },
}

const listOrders = {
  summary: 'The orders with the address of a message, newest first, at most 20',
  params: ById,
  response: { 200: Ok(MessageOrders) },
}
const unknown = (description: string) => Type.Optional(Type.Unknown({ description }))
const postAnswer = {
  summary: 'Answer a message by an e-mail; 60 an hour',
  params: ById,
  body: Type.Object({
    id: unknown('A UUID of its own: sent twice, it is answered once'),
    text: unknown(`1 to ${contactLimits.message} characters`),
    done: Type.Boolean({ description: 'Also mark the message as done' }),
  }),
  response: { 200: Ok(Type.Null()) },
}

const deleteMessage = {
  summary: 'Erase a message for good',
  params: ById,
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
  const countAnswer = limiter('messageAnswer', { db, clock, limits })

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

  app.get('/', { schema: listMessages, config: { access: 'staff' } }, async ({ query }, reply) => {
    const status = messageStatuses.find(known => known === query.status)
    const { messages, total } = await findMessages(db, { ...readPage(query), status })
    reply.header(totalHeader, total)
    return ok(messages)
  })

  app.get('/counts', { schema: getCounts, config: { access: 'staff' } }, async ({ query }) =>
    ok(await countMessages(db, readPage(query).q)),
  )

  app.patch('/:id', { schema: setDone, config: { access: 'staff' } }, async request => {
    const { done } = request.body
    const auditId = await markMessage({ db, clock, ids }, callerOf(request), request.params.id, { done })
    return ok({ auditId }, done ? 'Marked as done' : 'Marked as not done')
  })

  app.get('/:id/orders', { schema: listOrders, config: { access: 'staff' } }, async ({ params }) =>
    ok(await findMessageOrders(db, params.id)),
  )

  app.post('/:id/answers', { schema: postAnswer, config: { access: 'staff' } }, async request => {
    const caller = callerOf(request)
    const uncount = await countAnswer(caller.id)
    try {
      const isNew = await answerMessage({ db, clock, ids }, caller, request.params.id, request.body)
      if (!isNew) await uncount()
    } catch (error) {
      await uncount()
      throw error
    }
    return ok(null, 'The answer is on its way.')
  })

  app.delete('/:id', { schema: deleteMessage, config: { access: 'admin' } }, async request => {
    await eraseMessage({ db, clock, ids }, callerOf(request), request.params.id)
    return ok(null, 'Message deleted')
  })
}
