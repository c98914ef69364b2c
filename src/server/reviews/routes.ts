import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { PostReview, Review } from '#domain/products/review.ts'
import { shared } from '../cache/cache-plugin.ts'
import { tags } from '../cache/tags.ts'
import type { Db } from '../db/connection.ts'
import { callerOf } from '../http/access.ts'
import { askedUser } from '../http/asked-user.ts'
import { Ok, ok } from '../http/envelope.ts'
import { type Limits, limiter, visitorOf } from '../http/limits/rate-limit.ts'
import type { Clock, Ids } from '../lib/clock.ts'
import { postReview } from './post-review.ts'
import { countReviews, findReviewsBy } from './queries.ts'

const post = {
  summary: 'Review a product: 201 for a first review, 200 for one that replaces an earlier one',
  body: PostReview,
  response: { 200: Ok(Review), 201: Ok(Review) },
}
const countAll = {
  summary: 'How many reviews there are',
  response: { 200: Ok(Type.Integer()) },
}
const listReviews = {
  summary: 'What a user has written, by id or e-mail, newest first',
  params: Type.Object({ userId: Type.String() }),
  response: { 200: Ok(Type.Array(Review)) },
}

interface Options {
  db: Db
  clock: Clock
  ids: Ids
  limits: Limits
}

/** `/api/reviews`: the customers' reviews of products. */
export const reviewRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { limits, ...context }) => {
  const countReview = limiter('review', { ...context, limits })

  app.post('/post-review', { schema: post, config: { access: 'signed-in' } }, async (request, reply) => {
    const caller = callerOf(request)
    await countReview(visitorOf(request, caller))
    const { review, isNew } = await postReview(context, caller, request.body)
    return reply.status(isNew ? 201 : 200).send(ok(review))
  })

  app.get('/total-reviews', { schema: countAll, config: shared }, async (_request, reply) => {
    reply.cacheTags = [tags.reviews]
    return ok(await countReviews(context.db))
  })

  app.get('/:userId', { schema: listReviews, config: { access: 'self or admin' } }, async request =>
    ok(await findReviewsBy(context.db, askedUser(callerOf(request), request.params.userId))),
  )
}
