import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { contactLimits } from '#domain/contact.ts'
import { ShownOrder } from '#domain/orders/order.ts'
import type { CheckoutContext } from '../checkout/context.ts'
import { Ok, ok } from '../http/envelope.ts'
import { type Limits, limiter, visitorOf } from '../http/limits/rate-limit.ts'
import type { Sessions } from '../http/sessions.ts'
import { notFound } from '../lib/errors.ts'
import { cancelOrder } from './cancel-order.ts'
import { findShownOrder, type Viewer } from './find-orders.ts'
import { writeMessage } from './write-message.ts'

/** Opens an order without an account; any other text opens nothing. */
const headers = Type.Object(
  { 'order-key': Type.Optional(Type.String({ maxLength: 255 })) },
  { patternProperties: { '': {} } },
)
const ById = Type.Object({ id: Type.String({ description: 'Either id of the order' }) })
const unknown = (description: string) => Type.Optional(Type.Unknown({ description }))

const cancel = {
  summary: 'Cancel an order that awaits its payment, or for its buyer a paid one within an hour of its payment',
  description:
    'All that was paid goes back, and counted pieces come back into stock. Sent twice, it is cancelled once. 404 for a stranger, 409 says why it cannot be cancelled.',
  headers,
  params: ById,
  response: { 200: Ok(ShownOrder) },
}
const postMessage = {
  summary:
    'Write to the shop about an order of one’s own; five messages an hour, together with those of the page Contact',
  headers,
  params: ById,
  body: Type.Object({
    id: unknown('A UUID of its own: sent twice, it is one message'),
    message: unknown(`1 to ${contactLimits.message} characters`),
  }),
  response: { 200: Ok(Type.Null()) },
}

interface Options {
  context: CheckoutContext
  sessions: Pick<Sessions, 'find'>
  limits: Limits
}

/** `/api/orders/order/:id`: what a buyer does, by account or by a key of the order. A stranger gets 404. */
export const buyerRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { context, sessions, limits }) => {
  const countMessage = limiter('contact', { ...context, limits })

  const viewerOf = async (request: FastifyRequest, reply: FastifyReply): Promise<Viewer> => ({
    caller: await sessions.find(request, reply),
    key: (request.headers as { 'order-key'?: string })['order-key'],
  })

  app.post('/order/:id/cancel', { schema: cancel, config: { access: 'anyone' } }, async (request, reply) => {
    const viewer = await viewerOf(request, reply)
    await cancelOrder(context, request.params.id, viewer)
    const order = await findShownOrder(context, request.params.id, viewer)
    if (!order) throw notFound('Order')
    return ok(order, 'Order cancelled')
  })

  app.post('/order/:id/messages', { schema: postMessage, config: { access: 'anyone' } }, async (request, reply) => {
    const viewer = await viewerOf(request, reply)
    const uncount = await countMessage(visitorOf(request, viewer.caller))
    let isNew = false
    try {
      isNew = await writeMessage(context, request.params.id, viewer, request.body)
    } finally {
      if (!isNew) await uncount()
    }
    return ok(null, 'Thank you. Your message has reached us.')
  })
}
