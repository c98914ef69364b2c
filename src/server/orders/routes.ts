import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { CheckoutRequest, CheckoutSession } from '#domain/orders/checkout.ts'
import { PlaceInLine } from '#domain/orders/line.ts'
import { Order, PublicOrder, ShownOrder } from '#domain/orders/order.ts'
import { type Buyer, giveVisitorCookie, readBuyer } from '../checkout/buyer.ts'
import { checkout } from '../checkout/checkout.ts'
import type { CheckoutContext } from '../checkout/context.ts'
import { letGoOf } from '../checkout/let-go.ts'
import { enterCheckout } from '../checkout/line/enter.ts'
import type { WaitingLine } from '../checkout/line/waiting-line.ts'
import { closeCheckout, closeOldest } from '../checkout/open-checkouts.ts'
import { readLines } from '../checkout/read-lines.ts'
import { findReturnUrl } from '../checkout/return-to-shop.ts'
import { noteRefusal, SoldOutError } from '../checkout/sold-out-error.ts'
import { callerOf } from '../http/access.ts'
import { askedUser } from '../http/asked-user.ts'
import { Ok, ok } from '../http/envelope.ts'
import { type Limits, limiter, visitorOf } from '../http/limits/rate-limit.ts'
import type { Sessions } from '../http/sessions.ts'
import type { ConcurrencyLimit } from '../lib/concurrency-limit.ts'
import { notFound } from '../lib/errors.ts'
import { createAskPayment, refuseUnpaid } from '../payments/confirm.ts'
import type { ScheduleWatch } from '../products/schedule/watch.ts'
import type { DemandGatherer } from '../stock/lost-demand/gather.ts'
import { findOrdersOf, findShownOrder } from './find-orders.ts'

/** The pattern admits all other headers: the app's validator removes what a schema does not name. */
const CheckoutHeaders = Type.Object(
  {
    'idempotency-key': Type.Optional(Type.String({ minLength: 1, maxLength: 255, pattern: '^[!-~]+$' })),
    'order-key': Type.Optional(Type.String({ pattern: '^[\\w-]{43}$' })),
  },
  { patternProperties: { '': {} } },
)
/** The key of the browser that bought, or of a link in an e-mail; any other text opens nothing. */
const KeyHeaders = Type.Object(
  { 'order-key': Type.Optional(Type.String({ maxLength: 255 })) },
  { patternProperties: { '': {} } },
)
const Busy = Type.Object({
  success: Type.Literal(false),
  message: Type.String(),
  code: Type.String(),
  requestId: Type.String(),
  line: Type.Optional(PlaceInLine),
})
const createCheckoutSession = {
  summary: 'Place an order for the products of a cart and get its payment page',
  description:
    'With an Idempotency-Key the same cart of the same visitor is one order for as long as that awaits its payment; the same key with another cart is 409. Without one each request is an order of its own. A guest gets the cookie `visitor`. Order-Key, 256 random bits in base64url that the browser keeps, opens the order of a guest for a year. While more check out than the shop serves at once, 503 with Retry-After gives a place in the line: the same request, with the same cookie, Order-Key or Idempotency-Key, asks again from that place, which is lost after 90 seconds without a request.',
  headers: CheckoutHeaders,
  body: CheckoutRequest,
  response: { 200: CheckoutSession, 503: Busy },
}
const returnToShop = {
  summary: 'From the payment page back to the front end on another origin that began the order, or to the shop',
  params: Type.Object({ orderId: Type.String() }),
  querystring: Type.Object({ session_id: Type.Optional(Type.String({ maxLength: 255 })) }),
}
const letGo = {
  summary: 'Give up a payment page that is still open: it can no longer be paid, and the pieces that it held are free',
  body: Type.Object({ session_id: Type.String({ minLength: 1, maxLength: 255 }) }),
  response: { 200: Ok(Type.Pick(PublicOrder, ['orderId', 'paymentState'])) },
}
const confirm = {
  summary: 'The order of a payment session, once it is paid',
  headers: KeyHeaders,
  body: Type.Object({ session_id: Type.String({ minLength: 1, maxLength: 255 }) }),
  response: { 200: Ok(ShownOrder) },
}
const paymentState = {
  summary: 'What has become of a payment session, also of one that is not paid',
  body: confirm.body,
  response: { 200: Ok(Type.Pick(PublicOrder, ['orderId', 'paymentState'])) },
}
const getOrder = {
  summary:
    'An order: whole for its buyer, with a key of it in Order-Key, and for admins; its state for everybody with its id',
  headers: KeyHeaders,
  params: Type.Object({ id: Type.String() }),
  response: { 200: Ok(ShownOrder) },
}
const listOrders = {
  summary:
    'The orders of a user for which money has arrived, by id or e-mail, newest first; X-Total-Count says how many there are',
  params: Type.Object({ email: Type.String() }),
  response: { 200: Ok(Type.Array(Order)) },
}

interface Options {
  context: CheckoutContext
  sessions: Sessions
  limits: Limits
  corsOrigins: readonly string[]
  /** Limits the checkouts at the same time. */
  concurrency: ConcurrencyLimit
  line: WaitingLine
  demand: DemandGatherer
  schedule: ScheduleWatch
}

/** `/api/orders`: the checkout, and the orders of a customer. */
export const orderRoutes: FastifyPluginAsyncTypebox<Options> = async (app, options) => {
  const { context, sessions, limits, corsOrigins, concurrency, line, demand, schedule } = options
  const countCheckout = limiter('checkout', { ...context, limits })
  const countCode = limiter('discountCode', { ...context, limits })
  const askPayment = createAskPayment(context)

  app.post(
    '/create-checkout-session',
    { schema: createCheckoutSession, config: { access: 'anyone' } },
    async (request, reply) => {
      const guest = readBuyer(request, undefined, corsOrigins)
      const lines = readLines(request.body.products)
      const refuse = (error: SoldOutError, { account, visitor }: Pick<Buyer, 'visitor'> & { account?: object }) => {
        noteRefusal(demand, visitor, error)
        if (!account) giveVisitorCookie(reply, visitor, context) // the next try is the same visitor's
      }
      return await enterCheckout(
        { line, concurrency, ...context, refuse },
        { request, reply, guest, lines },
        async () => {
          const account = await sessions.find(request, reply)
          const buyer = readBuyer(request, account, corsOrigins)
          if (!buyer.isNewVisitor) await countCheckout(buyer.visitor)
          const takeBack = request.body.code ? await countCode(visitorOf(request, account)) : undefined
          const bounds = limits.checkoutsPerAddress
          if (schedule.isDue()) await schedule.settle() // the body may have taken its time
          const { session, visitor, waiting } = await checkout(context, request.body, buyer, bounds, request.log).catch(
            error => {
              if (error instanceof SoldOutError) refuse(error, buyer)
              throw error
            },
          )
          await takeBack?.()
          if (!account) giveVisitorCookie(reply, visitor, context)
          if (waiting > limits.openCheckouts) await closeOldest(context, visitor, limits.openCheckouts, request.log)
          return session
        },
      )
    },
  )

  app.get('/return/:orderId', { schema: returnToShop, config: { access: 'anyone' } }, async (request, reply) => {
    const { orderId } = request.params
    const sessionId = request.query.session_id
    const found = await findReturnUrl(context, corsOrigins, { orderId, sessionId })
    if (!found) throw notFound('Order')
    if (!sessionId && found.openSession) await closeCheckout(context, found.openSession, request.log)
    return reply.header('Cache-Control', 'no-store').redirect(found.url, 303)
  })

  app.post('/let-go', { schema: letGo, config: { access: 'anyone' } }, async request =>
    ok(await letGoOf(context, request.body.session_id)),
  )

  app.post('/confirm-payment', { schema: confirm, config: { access: 'anyone' } }, async (request, reply) => {
    const order = await askPayment(request.body.session_id)
    refuseUnpaid(order)
    return ok(await show(order.orderId, request, reply))
  })

  app.post('/payment-state', { schema: paymentState, config: { access: 'anyone' } }, async request =>
    ok(await askPayment(request.body.session_id)),
  )

  app.get('/order/:id', { schema: getOrder, config: { access: 'anyone' } }, async (request, reply) => {
    return ok(await show(request.params.id, request, reply))
  })

  async function show(id: string, request: FastifyRequest, reply: FastifyReply) {
    const { 'order-key': key } = request.headers as Static<typeof KeyHeaders>
    const order = await findShownOrder(context, id, { caller: await sessions.find(request, reply), key })
    if (!order) throw notFound('Order')
    return order
  }

  app.get('/:email', { schema: listOrders, config: { access: 'self or admin' } }, async (request, reply) => {
    const { orders, total } = await findOrdersOf(context, askedUser(callerOf(request), request.params.email))
    reply.header('X-Total-Count', total)
    return ok(orders)
  })
}
