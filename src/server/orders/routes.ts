import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { CheckoutRequest, CheckoutSession } from '#domain/checkout.ts'
import { Order, PublicOrder, ShownOrder } from '#domain/order.ts'
import { callerOf } from '../http/access.ts'
import { Ok, ok } from '../http/answer.ts'
import { askedUser } from '../http/asked-user.ts'
import type { Bound } from '../http/at-most.ts'
import { notFound } from '../http/errors.ts'
import { type Limits, limiter, visitorOf } from '../http/limits.ts'
import type { Sessions } from '../http/sessions.ts'
import { checkout } from './checkout.ts'
import { openConfirmations } from './confirm.ts'
import { closeOldest } from './open-checkouts.ts'
import { findOrdersOf, findShownOrder } from './shown-orders.ts'
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
  summary: 'An order: all of it for its buyer and the admins, where it stands for whoever holds its id',
  params: Type.Object({ id: Type.String() }),
  response: { 200: Ok(ShownOrder) },
}
const listOrders = {
  summary:
    'The paid and refunded orders of a user, by id or e-mail, newest first; X-Total-Count says how many there are',
  params: Type.Object({ email: Type.String() }),
  response: { 200: Ok(Type.Array(Order)) },
}

interface Options {
  till: Till
  sessions: Sessions
  limits: Limits
  /** Of checkouts. */
  bound: Bound
}

/** `/api/orders`: buying, and following an order. */
export const orderRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { till, sessions, limits, bound }) => {
  const countCheckout = limiter('checkout', { ...till, limits })
  const confirmPayment = openConfirmations(till)

  app.post(
    '/create-checkout-session',
    { schema: createCheckoutSession, config: { access: 'anyone' } },
    (request, reply) =>
      bound(async () => {
        const account = await sessions.find(request, reply)
        const visitor = visitorOf(request, account)
        await countCheckout(visitor)
        const { session, waiting } = await checkout(till, request.body.products, { visitor, account })
        if (waiting > limits.openCheckouts) await closeOldest(till, visitor, limits.openCheckouts, request.log)
        return session
      }),
  )

  app.post('/confirm-payment', { schema: confirm, config: { access: 'anyone' } }, async ({ body }) =>
    ok(await confirmPayment(body.session_id)),
  )

  app.get('/order/:id', { schema: getOrder, config: { access: 'anyone' } }, async (request, reply) => {
    const caller = await sessions.find(request, reply)
    const order = await findShownOrder(till, request.params.id, caller)
    if (!order) throw notFound('Order')
    return ok(order)
  })

  app.get('/:email', { schema: listOrders, config: { access: 'self or admin' } }, async (request, reply) => {
    const { orders, total } = await findOrdersOf(till, askedUser(callerOf(request), request.params.email))
    reply.header('X-Total-Count', total)
    return ok(orders)
  })
}
