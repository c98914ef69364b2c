import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { validate } from 'uuid'
import { CountAnswer, ProductStock } from '#domain/products/stock.ts'
import {
  BoardProduct,
  boardViews,
  FoundSize,
  Movement,
  maxLowAt,
  SoldThroughOfProduct,
  StockFigures,
} from '#domain/stock/board.ts'
import type { AuditBook } from '../audit/record.ts'
import { callerOf } from '../http/access.ts'
import { Ok, ok } from '../http/envelope.ts'
import { PageQuery, readPage, totalHeader } from '../http/paging.ts'
import { badRequest } from '../lib/errors.ts'
import { findBoard, findByCode, findFigures } from './board-queries.ts'
import { countStock } from './counts/count.ts'
import { takeRoutes } from './counts/take-routes.ts'
import { countInTake } from './counts/takes.ts'
import { deliveryRoutes } from './deliveries/delivery-routes.ts'
import { findMovements, findSoldThrough } from './history-queries.ts'
import { setLowAt } from './low-at.ts'
import { findStock } from './queries.ts'

const staff = { access: 'staff' } as const
const text = Type.Optional(Type.String())
const OfProduct = Type.Object({ productId: Type.String() })

const getStock = {
  summary: 'The counted pieces of a product, by size',
  params: OfProduct,
  response: { 200: Ok(ProductStock) },
}
const putCounts = {
  summary: 'Store what was counted on the shelf, by size',
  description:
    'Each count is stored or not on its own: `changed` when `seen` is no longer the stored number, `being_paid` when `shelf` is below what is held and what is to be packed.',
  body: Type.Object({
    counts: Type.Optional(
      Type.Unknown({
        description:
          '[{ variantId, shelf, seen }], at most 500: shelf is a whole number of pieces from 0 to 1,000,000, seen the number that was on the screen, null for a size that was not counted',
      }),
    ),
    take: Type.Optional(Type.String({ description: 'The id of the stock take for which they were counted' })),
  }),
  response: { 200: Ok(Type.Object({ counts: Type.Array(CountAnswer) })) },
}

const getBoard = {
  summary:
    'Products on sale with the pieces of each size, newest first; X-Total-Count says how many match, up to 10,000, of a view up to 1,000',
  description: `q is a part of the name, or a whole SKU or barcode. view: ${boardViews.join(', ')}. take: only the sizes of this stock take.`,
  querystring: Type.Object({ ...PageQuery, category: text, view: text, take: text }),
  response: { 200: Ok(Type.Array(BoardProduct)) },
}
const getFigures = { summary: 'The whole stock in figures', response: { 200: Ok(StockFigures) } }
const maxCodes = 500
const findCodes = {
  summary: 'Find sizes on sale by their SKU or barcode',
  body: Type.Object({ codes: Type.Array(Type.String({ maxLength: 60 }), { minItems: 1, maxItems: maxCodes }) }),
  response: { 200: Ok(Type.Array(FoundSize, { description: 'Those that were found' })) },
}
const putLowAt = {
  summary: 'Set with how many free pieces or fewer the sizes of a product are low',
  params: OfProduct,
  body: Type.Object({
    lowAt: Type.Optional(Type.Unknown({ description: `0 to ${maxLowAt}; null for the shop's usual number` })),
  }),
  response: { 200: Ok(Type.Null()) },
}
const getMovements = {
  summary: 'What moved the pieces of a product, newest first',
  params: OfProduct,
  querystring: Type.Object({ ...PageQuery, variant: text }),
  response: { 200: Ok(Type.Array(Movement)) },
}
const getSoldThrough = {
  summary: 'What became of the pieces of a product and of the other colors of its style, by size',
  params: OfProduct,
  response: { 200: Ok(Type.Array(SoldThroughOfProduct)) },
}

/** `/api/stock`: the owner's stock room. */
export const stockRoutes: FastifyPluginAsyncTypebox<AuditBook & { origin: string }> = async (
  app,
  { db, clock, ids, origin },
) => {
  const book = { db, clock, ids }
  app.get('/', { schema: getBoard, config: staff }, async ({ query }, reply) => {
    const { category } = query
    const view = boardViews.find(each => each === query.view)
    const take = query.take && validate(query.take) ? query.take : undefined
    const filters = { ...readPage(query), category, ...(view && { view }), ...(take && { take }) }
    const { products, total } = await findBoard(book.db, origin, filters)
    reply.header(totalHeader, total)
    return ok(products)
  })

  app.get('/figures', { schema: getFigures, config: staff }, async () => ok(await findFigures(book.db)))

  app.post('/find', { schema: findCodes, config: staff }, async ({ body }) => ok(await findByCode(book.db, body.codes)))

  app.put('/counts', { schema: putCounts, config: staff }, async request => {
    const { counts, take } = request.body
    const caller = callerOf(request).id
    return ok({
      counts:
        take === undefined ? await countStock(book, caller, counts) : await countInTake(book, caller, take, counts),
    })
  })

  await app.register(deliveryRoutes, { prefix: '/deliveries', ...book })
  await app.register(takeRoutes, { prefix: '/takes', ...book })

  app.get('/:productId', { schema: getStock, config: staff }, async ({ params }) =>
    ok(await findStock(book.db, params.productId)),
  )

  app.put('/:productId/low-at', { schema: putLowAt, config: staff }, async request => {
    const { lowAt } = request.body
    if (lowAt === undefined) throw badRequest('Send lowAt, a whole number or null.')
    await setLowAt(book, callerOf(request).id, request.params.productId, lowAt)
    return ok(null)
  })

  app.get('/:productId/movements', { schema: getMovements, config: staff }, async ({ params, query }, reply) => {
    const { movements, total } = await findMovements(book.db, params.productId, query.variant, readPage(query))
    reply.header(totalHeader, total)
    return ok(movements)
  })

  app.get('/:productId/sold-through', { schema: getSoldThrough, config: staff }, async ({ params }) =>
    ok(await findSoldThrough(book.db, params.productId, book.clock.now())),
  )
}
