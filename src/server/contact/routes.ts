import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { ContactMessage } from '#domain/contact.ts'
import type { Db } from '../db/connection.ts'
import { Ok, ok } from '../http/answer.ts'
import { PageQuery, readPage, totalHeader } from '../http/paging.ts'

const listMessages = {
  summary: 'What visitors wrote, newest first',
  querystring: Type.Object(PageQuery),
  response: { 200: Ok(Type.Array(ContactMessage)) },
}

/** `/api/contact`: letters to the shop. */
export const contactRoutes: FastifyPluginAsyncTypebox<{ db: Db }> = async (app, { db }) => {
  app.get('/', { schema: listMessages, config: { access: 'admin' } }, async ({ query }, reply) => {
    const { page, limit, q = '' } = readPage(query)
    const found = db
      .selectFrom('contact_message')
      .where(sql<boolean>`strpos(lower(concat_ws(' ', name, email, subject, message)), lower(${q})) > 0`)
    const { total } = await found.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
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
}
