import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { Arrival, BoardReturn, ReturnPage, ReturnRequest } from '#domain/returns/return.ts'
import type { CheckoutContext } from '../checkout/context.ts'
import { callerOf } from '../http/access.ts'
import { Ok, ok } from '../http/envelope.ts'
import { type Limits, limiter, visitorOf } from '../http/limits/rate-limit.ts'
import { PageQuery, readPage, totalHeader } from '../http/paging.ts'
import type { Sessions } from '../http/sessions.ts'
import { notFound } from '../lib/errors.ts'
import type { Buyer } from '../orders/key-queries.ts'
import { readTexts } from '../shipments/send-parcel.ts'
import { askReturn } from './ask-return.ts'
import { cancelReturn } from './cancel-return.ts'
import { assignOrder, closeReturn, refuseReturn } from './end-return.ts'
import { noteArrival } from './note-arrival.ts'
import { findBoard, findBoardReturn, returnViews } from './queries.ts'
import { findReturnPage } from './return-page.ts'
import { dropSwaps, sendSwaps } from './send-swaps.ts'

/** The key of the browser that bought, or of a link in an e-mail. The app's validator removes what a schema does not name. */
const KeyHeaders = Type.Object(
  { 'order-key': Type.Optional(Type.String({ maxLength: 255 })) },
  { patternProperties: { '': {} } },
)
const OfOrder = Type.Object({ orderId: Type.String({ description: 'Either id of the order' }) })
const ById = Type.Object({ id: Type.String() })
const changed = { 200: Ok(BoardReturn) }

const getPage = {
  summary: 'What of an order can be sent back, and its returns: for its buyer, by account or Order-Key',
  headers: KeyHeaders,
  params: OfOrder,
  response: { 200: Ok(ReturnPage) },
}
const ask = {
  summary: 'Send something back, or swap its size; sent twice with one id, it is one return',
  headers: KeyHeaders,
  params: OfOrder,
  body: ReturnRequest,
  response: { 200: Ok(ReturnPage) },
}
const cancel = {
  summary: 'Cancel a return that has not arrived',
  headers: KeyHeaders,
  params: Type.Object({ ...OfOrder.properties, id: Type.String() }),
  response: { 200: Ok(ReturnPage) },
}
const board = {
  summary:
    'Returns and withdrawals: the open ones oldest first, those that have ended newest first; X-Total-Count says how many',
  description: `view: ${returnViews.join(', ')}`,
  querystring: Type.Object({ ...PageQuery, view: Type.Optional(Type.String()) }),
  response: { 200: Ok(Type.Array(BoardReturn)) },
}
const arrive = {
  summary:
    'Note what has arrived, and what of it goes back on the shelf: totals, so that sent twice nothing is done twice',
  params: ById,
  body: Arrival,
  response: changed,
}
const parcelText = (description: string) => Type.Optional(Type.String({ maxLength: 60, description }))
const swap = {
  summary: 'Send the other sizes',
  params: ById,
  body: Type.Object({
    id: Type.String({
      format: 'uuid',
      description: "The parcel's id, made by the browser: sent twice, it is one parcel",
    }),
    carrier: parcelText('Such as DHL'),
    number: parcelText('The tracking number'),
    url: Type.Optional(Type.String({ maxLength: 500, description: 'Where the carrier says where it is: https' })),
  }),
  response: changed,
}
const drop = { summary: 'Give money instead of the other size', params: ById, response: changed }
const refuse = {
  summary: 'Refuse a return',
  params: ById,
  body: Type.Object({ refusal: Type.String({ maxLength: 1000, description: 'A sentence that the buyer reads' }) }),
  response: changed,
}
const close = { summary: 'Settle a return without a refund of its own', params: ById, response: changed }
const assign = {
  summary: 'Say which order a withdrawal is about',
  params: ById,
  body: Type.Object({ number: Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 }) }),
  response: changed,
}
const anyone = { access: 'anyone' } as const
const staff = { access: 'staff' } as const

interface Options {
  context: CheckoutContext
  sessions: Sessions
  limits: Limits
}

/** `/api/returns`: what buyers send back, and the board of the shop's people. A refund that settles one is `/api/orders/refund`. */
export const returnRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { context, sessions, limits }) => {
  const { db, clock, origin } = context
  const count = limiter('returns', { ...context, limits })

  async function buyerOf(request: FastifyRequest, reply: FastifyReply): Promise<Buyer> {
    const { 'order-key': key } = request.headers as Static<typeof KeyHeaders>
    return { caller: await sessions.find(request, reply), key }
  }

  app.get('/of/:orderId', { schema: getPage, config: anyone }, async (request, reply) =>
    ok(await findReturnPage(context, request.params.orderId, await buyerOf(request, reply))),
  )

  app.post('/of/:orderId', { schema: ask, config: anyone }, async (request, reply) => {
    const buyer = await buyerOf(request, reply)
    await count(visitorOf(request, await sessions.find(request, reply)))
    await askReturn(context, request.params.orderId, buyer, request.body)
    return ok(await findReturnPage(context, request.params.orderId, buyer), 'We expect your parcel')
  })

  app.post('/of/:orderId/:id/cancel', { schema: cancel, config: anyone }, async (request, reply) => {
    const buyer = await buyerOf(request, reply)
    await cancelReturn(context, request.params.orderId, request.params.id, buyer)
    return ok(await findReturnPage(context, request.params.orderId, buyer), 'Your return is cancelled')
  })

  const boardContext = () => ({ db, origin, now: clock.now() })

  async function shown(id: string): Promise<BoardReturn> {
    const found = await findBoardReturn(boardContext(), id)
    if (!found) throw notFound('Return')
    return found
  }

  /** The answer of a step: the return as it is then. */
  async function answer({ id }: { id: string }, step: Promise<void>, said: string) {
    await step
    return ok(await shown(id), said)
  }

  app.get('/', { schema: board, config: staff }, async ({ query }, reply) => {
    const view = returnViews.find(each => each === query.view) ?? 'open'
    const { returns, total } = await findBoard(boardContext(), view, readPage(query))
    reply.header(totalHeader, total)
    return ok(returns)
  })

  app.post('/:id/arrival', { schema: arrive, config: staff }, async request => {
    const { params, body } = request
    return await answer(params, noteArrival(context, callerOf(request), params.id, body), 'Noted')
  })

  app.post('/:id/swap', { schema: swap, config: staff }, async request => {
    const { params, body } = request
    const parcel = { ...readTexts(body, { mayBeUnnamed: true }), id: body.id }
    const step = sendSwaps(context, callerOf(request), params.id, parcel)
    return await answer(params, step, 'The swap is on its way')
  })

  app.delete('/:id/swap', { schema: drop, config: staff }, async request =>
    answer(request.params, dropSwaps(context, callerOf(request), request.params.id), 'The swap has ended'),
  )

  app.post('/:id/refuse', { schema: refuse, config: staff }, async request => {
    const { params, body } = request
    return await answer(params, refuseReturn(context, callerOf(request), params.id, body.refusal), 'Refused')
  })

  app.post('/:id/close', { schema: close, config: staff }, async request =>
    answer(request.params, closeReturn(context, callerOf(request), request.params.id), 'Settled'),
  )

  app.post('/:id/order', { schema: assign, config: staff }, async request => {
    const { params, body } = request
    return await answer(params, assignOrder(context, callerOf(request), params.id, body.number), 'Noted')
  })
}
