import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { validate } from 'uuid'
import { ContentRow, DeletedContent, ManagedContent, SavedContent } from '#domain/content/content.ts'
import type { AuditBook } from '../audit/record.ts'
import { callerOf } from '../http/access.ts'
import { Ok, ok } from '../http/envelope.ts'
import { PageQuery, readPage, totalHeader } from '../http/paging.ts'
import { notFound } from '../lib/errors.ts'
import { findContent, listContent } from './queries.ts'
import { toManaged } from './to-shown.ts'
import { deleteContent, saveContent } from './write-content.ts'

const ById = Type.Object({ id: Type.String() })
const admin = { access: 'admin' } as const

const list = {
  summary: 'The pages or the posts, also drafts, the last changed first; `kind` is page or post',
  querystring: Type.Object({ ...PageQuery, kind: Type.Optional(Type.String()) }),
  response: { 200: Ok(Type.Array(ContentRow)) },
}
const one = { summary: 'A page or a post as it is edited', params: ById, response: { 200: Ok(ManagedContent) } }
const save = {
  summary: 'Save a page or a post, a new one with version 0; it can be undone',
  description: 'The id of a new one is a UUID of the caller: what is sent twice with it is saved once.',
  params: ById,
  body: Type.Object({
    // `readContent` validates it, so that an error can be a sentence about a field.
    content: Type.Unknown({ description: 'The fields of a page or a post, as its answer shows them' }),
    version: Type.Integer({
      minimum: 0,
      description: 'The version that was changed; 409 when it is no longer the newest',
    }),
  }),
  response: { 200: Ok(SavedContent) },
}
const remove = {
  summary: 'Delete a page or a post; it can be undone',
  params: ById,
  response: { 200: Ok(DeletedContent) },
}

/** `/api/content`: pages and posts, for admins. */
export const adminContentRoutes: FastifyPluginAsyncTypebox<AuditBook & { origin: string }> = async (
  app,
  { origin, ...book },
) => {
  app.get('/', { schema: list, config: admin }, async ({ query }, reply) => {
    const { items, total } = await listContent(book.db, query.kind === 'post' ? 'post' : 'page', readPage(query))
    reply.header(totalHeader, total)
    return ok(items)
  })

  app.get('/:id', { schema: one, config: admin }, async ({ params: { id } }) => {
    const row = validate(id) ? await findContent(book.db, id) : undefined
    if (!row) throw notFound('Page')
    return ok(await toManaged(book.db, origin, row))
  })

  app.put('/:id', { schema: save, config: admin }, async request => {
    const { content: sent, version } = request.body
    const id = request.params.id.toLowerCase()
    const { stored, warnings } = await saveContent(book, callerOf(request), { id, version, sent })
    return ok({ ...(await toManaged(book.db, origin, stored)), warnings })
  })

  app.delete('/:id', { schema: remove, config: admin }, async request => {
    return ok(await deleteContent(book, callerOf(request), request.params.id), 'It is deleted')
  })
}
