import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { readProductFilters, writeProductFilters } from '#domain/products/product.ts'
import { EmptySearch, maxSearchLength, SearchAnswer, SearchCounts } from '#domain/products/search.ts'
import { shared } from '../cache/cache-plugin.ts'
import { tags } from '../cache/tags.ts'
import type { Db } from '../db/connection.ts'
import { unlessFull } from '../db/ignore-disk-full.ts'
import type { ReadPublic } from '../db/replica/replica.ts'
import { Ok, ok } from '../http/envelope.ts'
import { isWithinLimit, type Limits, limiter, visitorOf } from '../http/limits/rate-limit.ts'
import { PageQuery, readPage, totalHeader } from '../http/paging.ts'
import type { Sessions } from '../http/sessions.ts'
import type { Clock } from '../lib/clock.ts'
import { limitConcurrency } from '../lib/concurrency-limit.ts'
import { productFilters } from '../products/list/filter-queries.ts'
import { listEmptySearches, noteEmptySearch, termOf } from './empty-searches.ts'
import { countFound, search } from './search.ts'
import { withinTime } from './within-time.ts'

const text = Type.Optional(Type.String())
const searchProducts = {
  summary: 'Products on sale that have all the words, best match first; typing errors are forgiven',
  querystring: Type.Object({
    q: text,
    ...productFilters,
    sort: text,
    page: text,
    limit: text,
    typing: Type.Optional(Type.String({ description: 'Anything while it is still being typed: not noted when empty' })),
  }),
  response: { 200: Ok(SearchAnswer) },
}
const countSearched = {
  summary: 'How many of the products found each value of a filter would show, the other filters left as they are',
  querystring: Type.Object({ q: text, ...productFilters }),
  response: { 200: Ok(SearchCounts) },
}
const listEmpty = {
  summary: 'Searches that found nothing, most often first',
  querystring: Type.Object(PageQuery),
  response: { 200: Ok(Type.Array(EmptySearch)) },
}

/** Searches use at most 3 of the ten database connections, and leave the others to the shop and the checkout. */
const atOnce = 3
const waiting = 16

interface SearchContext {
  db: Db
  read: ReadPublic
  clock: Clock
  sessions: Sessions
  limits: Limits
  origin: string
}

/** `/api/search`: searches products, and lists the searches that found nothing. Prices are in major units. */
export const searchRoutes: FastifyPluginAsyncTypebox<SearchContext> = async (app, context) => {
  const { db, read, clock, sessions, origin } = context
  const countSearch = limiter('search', context)
  const countNote = limiter('emptySearch', context)
  const inTurn = limitConcurrency(atOnce, waiting)
  const shop = async () => {
    const { colors, priceBands } = await app.latestShopFrame()
    return { colors: colors.map(({ name }) => name), priceBands }
  }

  app.get('/', { schema: searchProducts, config: shared }, async (request, reply) => {
    const { query } = request
    const visitor = await countVisitor(request, reply)
    const filters = readProductFilters(query)
    const q = wordsIn(query.q)
    const sort = query.sort ? filters.sort : undefined
    const isWhole =
      !query.typing &&
      writeProductFilters({ ...filters, q: undefined, page: 1, limit: undefined, sort: undefined }) === ''
    const isOwn = request.headers['sec-fetch-site'] !== 'cross-site' // otherwise another site could make its visitors fill the list

    return await inTurn(async () => {
      const choices = await shop()
      const { words, answer } = await read(db =>
        withinTime(db, tx => search(tx, origin, { ...filters, q, sort }, choices)),
      )
      if (answer.totalProducts > 0) reply.cacheTags = [...tags.list(answer.products, sort), tags.settings]
      const term = answer.totalProducts === 0 && isWhole && isOwn ? termOf(words, q) : undefined
      if (term) await unlessFull(note(term, visitor))
      return ok(answer)
    })
  })

  app.get('/counts', { schema: countSearched, config: shared }, async (request, reply) => {
    await countVisitor(request, reply)
    reply.cacheTags = [tags.products, tags.settings]
    const { query } = request
    return ok(
      await inTurn(async () => {
        const choices = await shop()
        const count = (tx: Db) => countFound(tx, wordsIn(query.q), readProductFilters(query), choices)
        return await read(db => withinTime(db, count))
      }),
    )
  })

  app.get('/empty', { schema: listEmpty, config: { access: 'admin' } }, async ({ query }, reply) => {
    const { searches, total } = await listEmptySearches(db, readPage(query))
    reply.header(totalHeader, total)
    return ok(searches)
  })

  async function countVisitor(request: FastifyRequest, reply: FastifyReply) {
    const visitor = visitorOf(request, await sessions.find(request, reply))
    await unlessFull(countSearch(visitor))
    return visitor
  }

  async function note(term: string, visitor: string) {
    if (await isWithinLimit(countNote, visitor)) await noteEmptySearch(db, term, clock.now())
  }
}

const wordsIn = (q = '') => q.slice(0, maxSearchLength)
