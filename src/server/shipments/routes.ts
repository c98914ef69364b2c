import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { Shipment } from '#domain/orders/order.ts'
import { maxParcelRows, ParcelList, parcelColumns } from '#domain/shipments/bulk.ts'
import { parcelLimits } from '#domain/shipments/shipment.ts'
import type { CheckoutContext } from '../checkout/context.ts'
import { sendCsv } from '../csv/send.ts'
import { callerOf } from '../http/access.ts'
import { Ok, ok } from '../http/envelope.ts'
import { correctParcel, removeParcel } from './change-parcel.ts'
import { toShipment } from './queries.ts'
import { sendList } from './send-list.ts'
import { sendParcel } from './send-parcel.ts'
import { writeToSend } from './to-send.ts'

const staff = { access: 'staff' } as const
const unknown = (description: string) => Type.Optional(Type.Unknown({ description }))
const texts = {
  carrier: unknown(`Up to ${parcelLimits.carrier} characters`),
  number: unknown(`The tracking number, up to ${parcelLimits.number} characters`),
  url: unknown('An https link; without one that of a known carrier is built from the number'),
}
const ById = Type.Object({ id: Type.String({ description: "The parcel's `_id`" }) })

const post = {
  summary: 'Send a parcel of an order; an order that is not shipped becomes so',
  description:
    '400 says which text is wrong, 404 that no money has arrived for such an order, 409 `cancelled`, `refunding` or `refunded` that force is needed.',
  params: Type.Object({ id: Type.String({ description: "The order's `_id`" }) }),
  body: Type.Object({
    id: unknown('A UUID of its own: sent twice, it is one parcel'),
    ...texts,
    force: Type.Optional(
      Type.Boolean({ description: 'Send it although the order was cancelled or its money goes back' }),
    ),
  }),
  response: { 200: Ok(Shipment) },
}
const patch = {
  summary: 'Correct a parcel, or mark it as delivered; what is missing stays',
  params: ById,
  body: Type.Object({ ...texts, delivered: Type.Optional(Type.Boolean()) }),
  response: { 200: Ok(Shipment) },
}
const remove = {
  summary: 'Remove a parcel; its e-mail is not sent, unless that was done before',
  params: ById,
  response: { 200: Ok(Type.Null()) },
}
const bulk = {
  summary: 'Preview a list of parcels, or send it: all its good rows or none',
  description: `409 when other rows are good than those of the preview. A parcel with the same order, carrier and number is not sent again.`,
  body: Type.Object({
    csv: Type.String({ description: `The columns ${parcelColumns.join(', ')}; at most ${maxParcelRows} rows` }),
    confirmed: Type.Optional(
      Type.Array(Type.Integer(), {
        maxItems: maxParcelRows,
        description: 'The lines of the good rows of the preview; missing for a preview',
      }),
    ),
  }),
  response: { 200: Ok(ParcelList) },
}
const toSend = {
  summary: 'The orders to send as a list of parcels to fill in, oldest first',
  produces: ['text/csv'],
}

/** `/api`: the parcels of orders, for staff and admins. */
export const shipmentRoutes: FastifyPluginAsyncTypebox<{ context: CheckoutContext }> = async (app, { context }) => {
  app.post('/orders/:id/shipments', { schema: post, config: staff }, async request => {
    const { force = false, ...parcel } = request.body
    return ok(
      toShipment(await sendParcel(context, callerOf(request), request.params.id, parcel, { force })),
      'Parcel sent',
    )
  })

  app.patch('/shipments/:id', { schema: patch, config: staff }, async request =>
    ok(toShipment(await correctParcel(context, callerOf(request), request.params.id, request.body)), 'Parcel saved'),
  )

  app.delete('/shipments/:id', { schema: remove, config: staff }, async request => {
    await removeParcel(context, callerOf(request), request.params.id)
    return ok(null, 'Parcel removed')
  })

  app.post('/shipments/bulk', { schema: bulk, config: staff }, async request => {
    const { csv, confirmed } = request.body
    return ok(await sendList(context, callerOf(request), csv, confirmed))
  })

  app.get('/shipments/to-send', { schema: toSend, exposeHeadRoute: false, config: staff }, async (_request, reply) =>
    sendCsv(reply, 'parcels.csv', () => writeToSend(context.db)),
  )
}
