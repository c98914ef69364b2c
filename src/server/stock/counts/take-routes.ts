import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { StockTake, takeNameLength } from '#domain/stock/take.ts'
import type { AuditBook } from '../../audit/record.ts'
import { callerOf } from '../../http/access.ts'
import { Ok, ok } from '../../http/envelope.ts'
import { notFound } from '../../lib/errors.ts'
import { beginTake, endTake, findTakes } from './takes.ts'

const staff = { access: 'staff' } as const
const ById = Type.Object({ id: Type.String() })
const listTakes = { summary: 'Stock takes, newest first', response: { 200: Ok(Type.Array(StockTake)) } }
const getTake = { summary: 'One stock take', params: ById, response: { 200: Ok(StockTake) } }
const unknown = (description: string) => Type.Optional(Type.Unknown({ description }))
const postTake = {
  summary: 'Begin a stock take; counts name it as `take`',
  body: Type.Object({
    id: unknown('A UUID of its own: sent twice, it begins once'),
    name: unknown(`At most ${takeNameLength} characters`),
    category: unknown('Null or missing for the whole shop'),
  }),
  response: { 200: Ok(StockTake) },
}
const postEnd = {
  summary: 'End a stock take: what was not counted keeps its number',
  params: ById,
  response: { 200: Ok(StockTake) },
}

/** `/api/stock/takes`: counts of the whole shop or of a category, which may take days. */
export const takeRoutes: FastifyPluginAsyncTypebox<AuditBook> = async (app, book) => {
  app.get('/', { schema: listTakes, config: staff }, async () => ok(await findTakes(book.db)))
  app.get('/:id', { schema: getTake, config: staff }, async ({ params }) => ok(await show(params.id)))
  app.post('/', { schema: postTake, config: staff }, async request =>
    ok(await show(await beginTake(book, callerOf(request).id, request.body))),
  )
  app.post('/:id/end', { schema: postEnd, config: staff }, async ({ params }) => {
    await endTake(book, params.id)
    return ok(await show(params.id))
  })

  async function show(id: string): Promise<StockTake> {
    const [take] = await findTakes(book.db, id)
    if (!take) throw notFound('Stock take')
    return take
  }
}
