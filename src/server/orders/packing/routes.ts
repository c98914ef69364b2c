import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import {
  maxNoteLength,
  maxShipped,
  OrderNote,
  PackingCounts,
  PackingOrder,
  packingViews,
  ShipAnswer,
} from '#domain/orders/packing.ts'
import type { CheckoutContext } from '../../checkout/context.ts'
import { callerOf } from '../../http/access.ts'
import { Ok, ok } from '../../http/envelope.ts'
import { PageQuery, readPage, totalHeader } from '../../http/paging.ts'
import { badRequest } from '../../lib/errors.ts'
import { readNewParcel } from '../../shipments/send-parcel.ts'
import { addNote, deleteNote, findNotes } from './notes.ts'
import { countPackingList, findPackingList } from './packing-list.ts'
import { type ParcelsOfOrders, shipOrders } from './ship-orders.ts'

const staff = { access: 'staff' } as const
const text = Type.Optional(Type.String())
const since = Type.Optional(
  Type.String({ description: 'ISO time from which shipped orders count as packed today; midnight UTC if missing' }),
)
const ById = Type.Object({ id: Type.String({ description: "The order's `_id`" }) })
const unknown = (description: string) => Type.Optional(Type.Unknown({ description }))

const listToPack = {
  summary: 'Paid orders to be packed, oldest first; X-Total-Count says how many match, of a search up to 10,000',
  description: `view: ${packingViews.join(', ')}. A page has at most ${maxShipped} orders.`,
  querystring: Type.Object({ ...PageQuery, view: text, since }),
  response: { 200: Ok(Type.Array(PackingOrder)) },
}
const getCounts = {
  summary: 'How many orders each view of the packing list has',
  querystring: Type.Object({ since }),
  response: { 200: Ok(PackingCounts) },
}
const ship = {
  summary: 'Mark orders as packed and shipped, each on its own; sent twice, nothing is done twice',
  body: Type.Object({
    orders: unknown(`Their _ids, 1 to ${maxShipped}`),
    parcels: unknown(
      'A list of { order, id, carrier, number, url } for those of them with a parcel; id is a UUID of its own',
    ),
  }),
  response: { 200: Ok(Type.Array(ShipAnswer)) },
}
const listNotes = {
  summary: "The admins' notes about an order, oldest first",
  params: ById,
  response: { 200: Ok(Type.Array(OrderNote)) },
}
const postNote = {
  summary: 'Write a note about an order, for admins only',
  params: ById,
  body: Type.Object({
    id: unknown('A UUID of its own: sent twice, it is written once'),
    text: unknown(`1 to ${maxNoteLength} characters`),
  }),
  response: { 200: Ok(OrderNote) },
}
const removeNote = {
  summary: "Delete a note of one's own",
  params: Type.Object({ ...ById.properties, noteId: Type.String() }),
  response: { 200: Ok(Type.Null()) },
}

/** `/api/orders`: what is to be packed, and the admins' notes. */
export const packingRoutes: FastifyPluginAsyncTypebox<{ context: CheckoutContext }> = async (app, { context }) => {
  const { db, clock } = context

  app.get('/packing', { schema: listToPack, config: staff }, async ({ query }, reply) => {
    const page = readPage(query)
    const view = packingViews.find(each => each === query.view) ?? 'all'
    const limit = Math.min(page.limit, maxShipped)
    const filters = { ...page, limit, view, since: readSince(query.since, clock.now()) }
    const { orders, total } = await findPackingList(context, filters)
    reply.header(totalHeader, total)
    return ok(orders)
  })

  app.get('/packing/counts', { schema: getCounts, config: staff }, async ({ query }) =>
    ok(await countPackingList(db, readSince(query.since, clock.now()))),
  )

  app.post('/ship', { schema: ship, config: staff }, async request => {
    const { orders, parcels } = request.body
    const answers = await shipOrders(context, callerOf(request), readIds(orders), readParcels(parcels))
    const shipped = answers.filter(({ outcome }) => outcome === 'shipped').length
    return ok(answers, `${shipped} of ${answers.length} marked as shipped`)
  })

  app.get('/:id/notes', { schema: listNotes, config: staff }, async ({ params }) => ok(await findNotes(db, params.id)))

  app.post('/:id/notes', { schema: postNote, config: staff }, async request =>
    ok(await addNote(context, callerOf(request), request.params.id, request.body), 'Note saved'),
  )

  app.delete('/:id/notes/:noteId', { schema: removeNote, config: staff }, async request => {
    await deleteNote(context, callerOf(request), request.params.id, request.params.noteId)
    return ok(null, 'Note deleted')
  })
}

function readIds(sent: unknown): string[] {
  const ids = Array.isArray(sent) ? sent.filter(each => typeof each === 'string') : []
  if (!Array.isArray(sent) || ids.length !== sent.length || ids.length < 1 || ids.length > maxShipped)
    throw badRequest(`Send orders, the ids of 1 to ${maxShipped} orders.`)
  return ids
}

function readParcels(sent: unknown = []): ParcelsOfOrders {
  const isList = Array.isArray(sent) && sent.length <= maxShipped
  if (!isList || !sent.every(isParcelOfOrder))
    throw badRequest('Send parcels, a list of { order, id, carrier, number, url }.')
  return new Map(sent.map(({ order, ...parcel }) => [order.toLowerCase(), readNewParcel(parcel)]))
}

const isParcelOfOrder = (sent: unknown): sent is { order: string } =>
  typeof sent === 'object' && sent !== null && 'order' in sent && typeof sent.order === 'string'

const dayMs = 24 * 60 * 60_000

/** Reads when the day of the browser began: of the last two days, otherwise it is midnight UTC. */
function readSince(sent: string | undefined, now: Date): Date {
  const at = Date.parse(sent ?? '')
  return at > +now - 2 * dayMs && at <= +now ? new Date(at) : new Date(Math.floor(+now / dayMs) * dayMs)
}
