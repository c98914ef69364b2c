import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { Deleted } from '#domain/audit.ts'
import { isWholeAmount } from '#domain/currency.ts'
import { currencyDecimals, toCents } from '#domain/money.ts'
import { addressFields } from '#domain/orders/edited-address.ts'
import { AdminOrder, orderStatuses, ShownOrder } from '#domain/orders/order.ts'
import { RefundRequest } from '#domain/orders/refund.ts'
import { literals } from '#domain/schema.ts'
import type { CheckoutContext } from '../../checkout/context.ts'
import { callerOf } from '../../http/access.ts'
import { Ok, ok } from '../../http/envelope.ts'
import { PageQuery, readPage, totalHeader } from '../../http/paging.ts'
import { badRequest, notFound } from '../../lib/errors.ts'
import type { WantedRefund } from '../../payments/begin-refund.ts'
import { changeAddress } from '../change-address.ts'
import { findChangedOrder } from '../find-orders.ts'
import { putBack } from '../put-back.ts'
import { findAdminOrders, readOrderFilters } from './admin-orders.ts'
import { archiveOrder } from './archive-order.ts'
import { checkOrder } from './check-order.ts'
import { acceptOrder, deleteOrder, refundOrder, setStatus } from './manage-orders.ts'

const ById = Type.Object({ id: Type.String({ description: "The order's `_id`" }) })
const text = Type.Optional(Type.String())
const admin = { access: 'admin' } as const
const staff = { access: 'staff' } as const
const goesBack =
  'do it although its money has gone or goes back, or its buyer has cancelled it: otherwise that is 409 `refunded`, `refunding` or `cancelled`'
const force = Type.Optional(Type.Boolean({ description: `Of shipped: ${goesBack}` }))

const listAllOrders = {
  summary:
    'Orders for which money has arrived, newest first, without the archived ones or with archived=true these alone; X-Total-Count says how many match, of a search up to 10,000',
  querystring: Type.Object({ ...PageQuery, status: text, payment: text, sort: text, archived: text }),
  response: { 200: Ok(Type.Array(AdminOrder)) },
}
const updateStatus = {
  summary: 'Set the status of an order',
  params: ById,
  body: Type.Object({ status: literals(orderStatuses), force }),
  response: { 200: Ok(ShownOrder) },
}
const remove = {
  summary: `Delete an order from lists and figures; it can be undone. With force: ${goesBack}`,
  params: ById,
  querystring: Type.Object({ force: Type.Optional(literals(['true', 'false'])) }),
  response: { 200: Ok(Deleted) },
}
const refund = {
  summary: 'Refund an order, or parts of it',
  description:
    'Without a body, or without lines, delivery and amount: all that is left. The same key again returns the same refund. 400 says which rule it breaks, 409 `refunding` that another refund is on its way, `nothing_left` that the order was refunded, `refund_refused` why the payment provider refused. Pieces do not come back into stock by a refund.',
  params: ById,
  body: Type.Union([RefundRequest, Type.Null()]),
  response: { 200: Ok(ShownOrder) },
}
const putAddress = {
  summary: 'Change the delivery address of an order that was not shipped; the buyer is told',
  description:
    '400 says which text is wrong. 409: it was shipped, cancelled or refunded, or bought for another country. What was paid for delivery and as tax stays.',
  params: ById,
  body: Type.Object(Object.fromEntries(addressFields.map(field => [field, Type.Optional(Type.Unknown())]))),
  response: { 200: Ok(ShownOrder) },
}
const archive = {
  summary: 'Put an order out of sight in the list of orders, or back; its figures stay',
  params: ById,
  body: Type.Object({ archived: Type.Boolean() }),
  response: { 200: Ok(Type.Null()) },
}
const check = {
  summary: 'Note that somebody has checked an order that a restore brought back; it may be shipped then',
  params: ById,
  response: { 200: Ok(ShownOrder) },
}
const back = {
  summary: 'Put the refunded pieces of an order that was never sent back on the shelf; sent twice, they come back once',
  description: '409 `counted` asks whether they are in a count since the refund.',
  params: ById,
  body: Type.Union([
    Type.Object({
      counted: Type.Optional(Type.Boolean({ description: 'They are in a count already: none are added' })),
    }),
    Type.Null(),
  ]),
  response: { 200: Ok(ShownOrder) },
}
const accept = { summary: 'Count a payment in review as paid', params: ById, response: { 200: Ok(ShownOrder) } }

/** `/api/orders`: the routes for staff and admins. */
export const adminOrderRoutes: FastifyPluginAsyncTypebox<{ context: CheckoutContext }> = async (app, { context }) => {
  app.get('/', { schema: listAllOrders, config: staff }, async ({ query }, reply) => {
    const { orders, total } = await findAdminOrders(context, { ...readPage(query), ...readOrderFilters(query) })
    reply.header(totalHeader, total)
    return ok(orders)
  })

  app.patch('/update-order-status/:id', { schema: updateStatus, config: staff }, async request => {
    const [caller, { id }] = [callerOf(request), request.params]
    const { status, force = false } = request.body
    await setStatus(context, caller, id, status, { force })
    return ok(await show(id), 'Updated order status')
  })

  app.delete('/delete-order/:id', { schema: remove, config: admin }, async request => {
    const { id } = request.params
    const force = request.query.force === 'true'
    return ok({ auditId: await deleteOrder(context, callerOf(request), id, { force }) }, `Delete order ${id}`)
  })

  app.post('/refund/:id', { schema: refund, config: staff }, async request => {
    const [caller, { id }] = [callerOf(request), request.params]
    await refundOrder(context, caller, id, readWanted(request.body))
    const order = await show(id)
    return ok(order, order.refunds?.some(({ state }) => state === 'asked') ? 'Refund asked for' : 'Refunded')
  })

  app.put('/:id/address', { schema: putAddress, config: staff }, async request => {
    const [caller, { id }] = [callerOf(request), request.params]
    await changeAddress(context, caller, id, request.body)
    return ok(await show(id), 'Address saved')
  })

  app.patch('/:id/archive', { schema: archive, config: admin }, async request => {
    const { archived } = request.body
    await archiveOrder(context, callerOf(request), request.params.id, { archived })
    return ok(null, archived ? 'Order archived' : 'Order taken out of the archive')
  })

  app.patch('/:id/checked', { schema: check, config: staff }, async request => {
    const [caller, { id }] = [callerOf(request), request.params]
    await checkOrder(context, caller, id)
    return ok(await show(id), 'Order checked')
  })

  app.patch('/:id/put-back', { schema: back, config: staff }, async request => {
    const [caller, { id }] = [callerOf(request), request.params]
    await putBack(context, caller, id, request.body?.counted)
    return ok(await show(id), 'Back on the shelf')
  })

  app.post('/accept/:id', { schema: accept, config: admin }, async request => {
    const [caller, { id }] = [callerOf(request), request.params]
    await acceptOrder(context, caller, id)
    return ok(await show(id), 'Accepted')
  })

  /** Also returns an order that was deleted meanwhile, because the change was made. */
  async function show(id: string) {
    const order = await findChangedOrder(context, id)
    if (!order) throw notFound('Order')
    return order
  }
}

/** Throws ShopError 400 for an amount with more decimals than the currency. */
function readWanted(body: RefundRequest | null | undefined): WantedRefund {
  const { key, amount, ...wanted } = body ?? {}
  if (amount !== undefined && !isWholeAmount(amount))
    throw badRequest(`An amount can have ${currencyDecimals() ? 'at most two' : 'no'} decimals.`)
  return { ...wanted, key: key?.toLowerCase(), amountCents: amount === undefined ? undefined : toCents(amount) }
}
