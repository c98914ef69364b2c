import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { Delivery, deliveryLimits } from '#domain/stock/delivery.ts'
import type { AuditBook } from '../../audit/record.ts'
import { callerOf } from '../../http/access.ts'
import { Ok, ok } from '../../http/envelope.ts'
import { PageQuery, readPage, totalHeader } from '../../http/paging.ts'
import { notFound } from '../../lib/errors.ts'
import { findDeliveries } from '../history-queries.ts'
import { receiveDelivery } from './receive.ts'

const staff = { access: 'staff' } as const
const listDeliveries = {
  summary: 'Deliveries, newest first; X-Total-Count says how many there are, up to 10,000',
  querystring: Type.Object(PageQuery),
  response: { 200: Ok(Type.Array(Delivery)) },
}
const unknown = (description: string) => Type.Optional(Type.Unknown({ description }))
const postDelivery = {
  summary: 'Receive a delivery, whole or not at all; undone with its auditId',
  body: Type.Object({
    id: unknown('A UUID of its own: sent twice, it is received once'),
    note: unknown(`At most ${deliveryLimits.note} characters`),
    lines: unknown(
      `[{ variantId, pieces, cost? }], at most ${deliveryLimits.lines}: pieces from 1 to ${deliveryLimits.pieces}, cost of a piece in the shop’s currency`,
    ),
  }),
  response: { 200: Ok(Delivery) },
}

/** `/api/stock/deliveries`: pieces that came. */
export const deliveryRoutes: FastifyPluginAsyncTypebox<AuditBook> = async (app, book) => {
  app.get('/', { schema: listDeliveries, config: staff }, async ({ query }, reply) => {
    const { deliveries, total } = await findDeliveries(book.db, readPage(query))
    reply.header(totalHeader, total)
    return ok(deliveries)
  })

  app.post('/', { schema: postDelivery, config: staff }, async request => {
    const id = await receiveDelivery(book, callerOf(request).id, request.body)
    const [delivery] = (await findDeliveries(book.db, { page: 1, limit: 1 }, id)).deliveries
    if (!delivery) throw notFound('Delivery')
    return ok(delivery, 'Received')
  })
}
