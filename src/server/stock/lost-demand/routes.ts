import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { findFit } from '#domain/products/size.ts'
import { LostDemand, readDays } from '#domain/stock/lost-demand.ts'
import { hasStaffRights } from '#domain/users/user.ts'
import type { Db } from '../../db/connection.ts'
import { unlessFull } from '../../db/ignore-disk-full.ts'
import { Ok, ok } from '../../http/envelope.ts'
import { isWithinLimit, type Limits, limiter, visitorOf } from '../../http/limits/rate-limit.ts'
import { PageQuery, readPage, totalHeader } from '../../http/paging.ts'
import type { Sessions } from '../../http/sessions.ts'
import type { Clock } from '../../lib/clock.ts'
import { badRequest } from '../../lib/errors.ts'
import type { DemandGatherer } from './gather.ts'
import { listLostDemand } from './list.ts'
import { findMissingSize } from './missing-size.ts'

const postWanted = {
  summary: 'Note that a visitor wants a size that cannot be bought now, or filtered by a size and found nothing',
  description:
    'Always 204: for a size that can be bought, an unknown one, and one too many. Each visitor counts once a day for each size. Who is not signed in sends `visit`, a random text that the page draws when it is opened and stores nowhere; without it nothing is noted.',
  body: Type.Object({
    variantId: Type.Optional(Type.String({ maxLength: 100 })),
    size: Type.Optional(Type.String({ maxLength: 20, description: 'A fit, such as clothes-M, instead of a variant' })),
    visit: Type.Optional(Type.String({ maxLength: 100 })),
  }),
  response: { 204: Type.Null() },
}
const getLostDemand = {
  summary:
    'What visitors asked for and could not buy, by product and size; X-Total-Count says how many sizes there are',
  querystring: Type.Object({
    days: Type.Optional(Type.String({ description: 'So many days up to now, 1 to 400; 30 without it' })),
    page: PageQuery.page,
    limit: PageQuery.limit,
  }),
  response: { 200: Ok(LostDemand) },
}

interface LostDemandContext {
  db: Db
  clock: Clock
  sessions: Sessions
  limits: Limits
  demand: DemandGatherer
}

/** The part of `/api/stock` about what visitors asked for and could not buy. */
export const lostDemandRoutes: FastifyPluginAsyncTypebox<LostDemandContext> = async (app, context) => {
  const { db, clock, sessions, demand } = context
  const countWanted = limiter('wanted', context)

  app.post('/wanted', { schema: postWanted, config: { access: 'anyone' } }, async (request, reply) => {
    const caller = await sessions.find(request, reply)
    const visitor = caller?.id ?? visitIn(request.body)
    const { variantId, size } = request.body
    if (variantId === undefined && size === undefined) throw badRequest('A variantId or a size is missing.')
    const limited = visitorOf(request, caller)
    if (visitor && !hasStaffRights(caller?.role)) {
      if (variantId) await unlessFull(noteVariant(visitor, variantId.toLowerCase(), limited))
      else if (size && findFit(size)) await unlessFull(noteFilter(visitor, size, limited))
    }
    return reply.status(204).send(null)
  })

  app.get('/lost-demand', { schema: getLostDemand, config: { access: 'staff' } }, async ({ query }, reply) => {
    const { demand, total } = await listLostDemand(db, clock.now(), { ...readPage(query), days: readDays(query.days) })
    reply.header(totalHeader, total)
    return ok(demand)
  })

  async function noteFilter(visitor: string, size: string, limited: string) {
    if (demand.isNoted(visitor, { variantId: null, size })) return
    if (await isWithinLimit(countWanted, limited))
      demand.note(visitor, { kind: 'filtered', productId: null, variantId: null, size, cents: 0 })
  }

  async function noteVariant(visitor: string, variantId: string, limited: string) {
    if (demand.isNoted(visitor, { variantId })) return
    if (!(await isWithinLimit(countWanted, limited))) return
    const missing = await findMissingSize(db, variantId)
    if (missing) demand.note(visitor, { kind: 'tapped', ...missing })
  }
}

/** Who is not signed in, by what the page sent. The prefix keeps it apart from the ids of accounts. */
const visitIn = ({ visit }: { visit?: string }) => (visit ? `visit ${visit}` : undefined)
