import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { AuditEntry } from '#domain/audit.ts'
import { callerOf } from '../http/access.ts'
import { Ok, ok } from '../http/envelope.ts'
import { PageQuery, readPage, totalHeader } from '../http/paging.ts'
import { findAudit } from './queries.ts'
import type { AuditBook } from './record.ts'
import { undo } from './undo.ts'

const listAudit = {
  summary: 'What admins did, newest first',
  querystring: Type.Object({ ...PageQuery, record: Type.Optional(Type.String()) }),
  response: { 200: Ok(Type.Array(AuditEntry)) },
}
const undoDeletion = {
  summary: 'Undo a deletion, an import, a change to a review or the mark of a message, within 30 days',
  params: Type.Object({ auditId: Type.String() }),
  response: { 200: Ok(Type.Null()) },
}

/** `/api/audit` and `/api/admin/undo`: what admins did, and undoing it. */
export const auditRoutes: FastifyPluginAsyncTypebox<AuditBook> = async (app, book) => {
  app.get('/audit', { schema: listAudit, config: { access: 'admin' } }, async ({ query }, reply) => {
    const { entries, total } = await findAudit(book.db, { ...readPage(query), record: query.record }, book.clock.now())
    reply.header(totalHeader, total)
    return ok(entries)
  })

  app.post('/admin/undo/:auditId', { schema: undoDeletion, config: { access: 'admin' } }, async request => {
    await undo(book, callerOf(request), request.params.auditId)
    return ok(null, 'Taken back')
  })
}
