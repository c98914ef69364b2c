import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { CheckoutRequest, CheckoutSession } from '#domain/checkout.ts'
import { PublicOrder } from '#domain/order.ts'
import { Ok, ok } from '../http/answer.ts'
import { notFound, unauthorized } from '../http/errors.ts'
import { type Limits, limiter, visitorOf } from '../http/limits.ts'
import type { Sessions } from '../http/sessions.ts'
import { checkout } from './checkout.ts'
import { confirmPayment } from './confirm.ts'
import { closeOldest } from './open-checkouts.ts'
import { findPublicOrder } from './queries.ts'
import type { Till } from './till.ts'

const createCheckoutSession = {
  summary: 'Order the products of a cart and get the page to pay on',
  body: CheckoutRequest,
  response: { 200: CheckoutSession },
}
const confirm = {
  summary: 'The order of a payment session, once it is paid',
  body: Type.Object({ session_id: Type.String({ minLength: 1, maxLength: 255 }) }),
  response: { 200: Ok(PublicOrder) },
}
const getOrder = {
  summary: 'Where an order stands, for whoever holds its id',
  params: Type.Object({ id: Type.String() }),
  response: { 200: Ok(PublicOrder) },
}

/** `/api/orders`: buying, and following an order. */
export const orderRoutes: FastifyPluginAsyncTypebox<{ till: Till; sessions: Sessions; limits: Limits }> = async (
  app,
  options,
) => {
  const { till, limits } = options
  const countCheckout = limiter(limits.checkout, till.clock)

  app.post(
    '/create-checkout-session',
    { schema: createCheckoutSession, config: { access: 'anyone' } },
    async request => {
      const visitor = visitorOf(request)
      countCheckout(visitor)
      const session = await checkout(till, request.body.products, visitor)
      await closeOldest(till, visitor, limits.openCheckouts, request.log)
      return session
    },
  )

  app.post('/confirm-payment', { schema: confirm, config: { access: 'anyone' } }, async ({ body }) =>
    ok(await confirmPayment(till, body.session_id)),
  )

  app.get('/order/:id', { schema: getOrder, config: { access: 'anyone' } }, async ({ params }) => {
    const order = await findPublicOrder(till.db, params.id)
    if (!order) throw notFound('Order')
    return ok(order)
  })

  // These need accounts; the access rule answers for them until then.
  const later = async () => {
    throw unauthorized()
  }
  app.get('/', { config: { access: 'admin' } }, later)
  app.get('/:email', { config: { access: 'self or admin' } }, later)
  app.patch('/update-order-status/:id', { config: { access: 'admin' } }, later)
  app.delete('/delete-order/:id', { config: { access: 'admin' } }, later)
}
