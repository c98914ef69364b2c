import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { validate } from 'uuid'
import { DiscountUse, ManagedDiscountCode } from '#domain/costs/discount-code.ts'
import type { Db } from '../db/connection.ts'
import { callerOf } from '../http/access.ts'
import { Ok, ok } from '../http/envelope.ts'
import { PageQuery, readPage, totalHeader } from '../http/paging.ts'
import type { Clock, Ids } from '../lib/clock.ts'
import { notFound } from '../lib/errors.ts'
import { listDiscountCodes, listUses } from './queries.ts'
import { createCode, updateCode } from './save-code.ts'

const ById = Type.Object({ id: Type.String() })
/** `readDiscountCode` validates each field, so that an error can be a sentence about it. */
const Fields = Type.Unknown({
  description:
    'code, kind (percent, fixed, delivery), value (hundredths of a percent, or cents), category, minCents, startsAt, endsAt, maxUses, isOnce, isActive',
})
const list = {
  summary: 'The discount codes, newest first, with their use',
  response: { 200: Ok(Type.Array(ManagedDiscountCode)) },
}
const create = {
  summary: 'Make a discount code',
  body: Type.Object({ fields: Fields }),
  response: { 201: Ok(ManagedDiscountCode) },
}
const update = {
  summary: 'Replace a discount code; orders that have it keep what they cost',
  params: ById,
  body: Type.Object({
    fields: Fields,
    version: Type.Integer({ description: 'The one that was changed; 409 when it is no longer the newest' }),
  }),
  response: { 200: Ok(Type.Null()) },
}
const uses = {
  summary: 'The orders that have a discount code, newest first; X-Total-Count says how many there are',
  params: ById,
  querystring: Type.Object(PageQuery),
  response: { 200: Ok(Type.Array(DiscountUse)) },
}
const config = { access: 'admin' } as const

interface Options {
  db: Db
  clock: Clock
  ids: Ids
}

/** `/api/discount-codes`: the codes that buyers type in the cart. */
export const discountCodeRoutes: FastifyPluginAsyncTypebox<Options> = async (app, context) => {
  app.get('/', { schema: list, config }, async () => ok(await listDiscountCodes(context.db)))

  app.post('/', { schema: create, config }, async (request, reply) => {
    reply.status(201)
    return ok(await createCode(context, callerOf(request), request.body.fields))
  })

  app.put('/:id', { schema: update, config }, async request => {
    const { fields, version } = request.body
    await updateCode(context, callerOf(request), request.params.id, fields, version)
    return ok(null, 'Saved')
  })

  app.get('/:id/uses', { schema: uses, config }, async (request, reply) => {
    if (!validate(request.params.id)) throw notFound('Discount code')
    const { uses, total } = await listUses(context.db, request.params.id, readPage(request.query))
    reply.header(totalHeader, total)
    return ok(uses)
  })
}
