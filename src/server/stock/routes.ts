import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { CountAnswer, ProductStock } from '#domain/products/stock.ts'
import type { AuditBook } from '../audit/record.ts'
import { callerOf } from '../http/access.ts'
import { Ok, ok } from '../http/envelope.ts'
import { countStock } from './count.ts'
import { findStock } from './queries.ts'

const getStock = {
  summary: 'The counted pieces of a product, by size',
  params: Type.Object({ productId: Type.String() }),
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
  }),
  response: { 200: Ok(Type.Object({ counts: Type.Array(CountAnswer) })) },
}

/** `/api/stock`: counts the pieces of a size. */
export const stockRoutes: FastifyPluginAsyncTypebox<AuditBook> = async (app, book) => {
  app.get('/:productId', { schema: getStock, config: { access: 'admin' } }, async ({ params }) =>
    ok(await findStock(book.db, params.productId)),
  )

  app.put('/counts', { schema: putCounts, config: { access: 'admin' } }, async request =>
    ok({ counts: await countStock(book, callerOf(request).id, request.body.counts) }),
  )
}
