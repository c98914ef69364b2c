import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { Shipping } from '#domain/costs/delivery.ts'
import { Quote, QuoteRequest } from '#domain/costs/quote.ts'
import type { Db } from '../db/connection.ts'
import { Ok, ok } from '../http/envelope.ts'
import { type Limits, limiter, visitorOf } from '../http/limits/rate-limit.ts'
import type { Sessions } from '../http/sessions.ts'
import type { Clock } from '../lib/clock.ts'
import { readBuyer } from './buyer.ts'
import { findShipping, quoteCart } from './quote.ts'

const getShipping = {
  summary: 'Where the shop delivers, and the ways of delivery to a country with their prices and days of arrival',
  querystring: Type.Object({ country: Type.Optional(Type.String({ pattern: '^[A-Z]{2}$' })) }),
  response: { 200: Ok(Shipping) },
}
const quote = {
  summary: 'What a cart would cost: goods, discount, delivery and tax; twenty discount codes a minute',
  body: QuoteRequest,
  response: { 200: Ok(Quote) },
}

interface Options {
  db: Db
  clock: Clock
  sessions: Sessions
  limits: Limits
}

/** `/api/shipping` and `/api/orders/quote`: what the cart shows before the checkout. */
export const quoteRoutes: FastifyPluginAsyncTypebox<Options> = async (app, options) => {
  const { sessions } = options
  const countCode = limiter('discountCode', options)

  app.get('/shipping', { schema: getShipping, config: { access: 'anyone' } }, async request =>
    ok(await findShipping(options, request.query.country)),
  )

  app.post('/orders/quote', { schema: quote, config: { access: 'anyone' } }, async (request, reply) => {
    const buyer = readBuyer(request, await sessions.find(request, reply), [])
    const takeBack = request.body.code ? await countCode(visitorOf(request, buyer.account)) : undefined
    const quoted = await quoteCart(options, request.body, buyer)
    if (quoted.codeError === undefined) await takeBack?.()
    return ok(quoted)
  })
}
