import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { ManagedReview, ReviewChanged } from '#domain/products/managed-review.ts'
import type { AuditBook } from '../audit/record.ts'
import { callerOf } from '../http/access.ts'
import { Ok, ok } from '../http/envelope.ts'
import { PageQuery, readPage, totalHeader } from '../http/paging.ts'
import { listReviews, readReviewState } from './list-reviews.ts'
import { answerReview, hideReview, removeAnswer } from './manage-reviews.ts'

const ById = Type.Object({ id: Type.String() })
const admin = { access: 'admin' } as const

const list = {
  summary: 'All reviews, newest first; X-Total-Count says how many match, of a search up to 10,000',
  querystring: Type.Object({
    ...PageQuery,
    state: Type.Optional(Type.String({ description: 'shown, hidden or unanswered' })),
  }),
  response: { 200: Ok(Type.Array(ManagedReview)) },
}
const putHidden = {
  summary: 'Hide a review from visitors or show it again; it can be undone',
  params: ById,
  body: Type.Object({ hidden: Type.Boolean() }),
  response: { 200: Ok(ReviewChanged) },
}
const putAnswer = {
  summary: 'Write or replace the public answer of the shop to a review; it can be undone',
  params: ById,
  body: Type.Object({ answer: Type.String() }),
  response: { 200: Ok(ReviewChanged) },
}
const deleteAnswer = {
  summary: 'Remove the answer of the shop to a review; it can be undone',
  params: ById,
  response: { 200: Ok(ReviewChanged) },
}

interface Options extends AuditBook {
  origin: string
}

/** `/api/reviews`, for admins: all reviews, hiding and answering them. */
export const adminReviewRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { origin, ...book }) => {
  app.get('/', { schema: list, config: admin }, async ({ query }, reply) => {
    const filters = { ...readPage(query), state: readReviewState(query.state) }
    const { reviews, total } = await listReviews(book.db, origin, filters)
    reply.header(totalHeader, total)
    return ok(reviews)
  })

  app.put('/:id/hidden', { schema: putHidden, config: admin }, async request => {
    const { hidden } = request.body
    const auditId = await hideReview(book, callerOf(request), request.params.id, { hidden })
    return ok({ auditId }, hidden ? 'Review hidden' : 'Review shown again')
  })

  app.put('/:id/answer', { schema: putAnswer, config: admin }, async request => {
    const auditId = await answerReview(book, callerOf(request), request.params.id, request.body.answer)
    return ok({ auditId }, 'Answer saved')
  })

  app.delete('/:id/answer', { schema: deleteAnswer, config: admin }, async request => {
    const auditId = await removeAnswer(book, callerOf(request), request.params.id)
    return ok({ auditId }, 'Answer removed')
  })
}
