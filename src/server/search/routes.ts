import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { ProductCounts, readProductFilters } from '#domain/product.ts'
import { EmptySearch, longestSearch, SearchAnswer } from '#domain/search.ts'
import type { Db } from '../db/connection.ts'
import { Ok, ok } from '../http/answer.ts'
import { type Limits, limiter, visitorOf } from '../http/limits.ts'
import { PageQuery, readPage, totalHeader } from '../http/paging.ts'
import type { Sessions } from '../http/sessions.ts'
import type { Clock } from '../providers/clock.ts'
import { isWithin, listEmptySearches, noteEmptySearch, termOf } from './empty-searches.ts'
import { countFound, search } from './search.ts'

const text = Type.Optional(Type.String())
const searchProducts = {
  summary: 'Products on sale that have all the words, best match first; typing errors are forgiven',
  querystring: Type.Object({
    q: text,
    category: text,
    color: text,
    minPrice: text,
    maxPrice: text,
    sort: text,
    page: text,
    limit: text,
    typing: Type.Optional(Type.String({ description: 'Anything while it is still being typed: not noted when empty' })),
  }),
  response: { 200: Ok(SearchAnswer) },
}
const countSearched = {
  summary: 'How many of the products found each value of a filter would show, the other filters left as they are',
  querystring: Type.Object({ q: text, category: text, color: text, minPrice: text, maxPrice: text }),
  response: { 200: Ok(ProductCounts) },
}
const listEmpty = {
  summary: 'Searches that found nothing, most often first',
  querystring: Type.Object(PageQuery),
  response: { 200: Ok(Type.Array(EmptySearch)) },
}

interface SearchParts {
  db: Db
  clock: Clock
  sessions: Sessions
  limits: Limits
  origin: string
}

/** `/api/search`: finding products by words, and what was looked for in vain. Prices in dollars. */
export const searchRoutes: FastifyPluginAsyncTypebox<SearchParts> = async (app, parts) => {
  const { db, clock, sessions, limits, origin } = parts
  const countSearch = limiter(limits.search, clock)
  const countNote = limiter(limits.emptySearch, clock)

  app.get('/', { schema: searchProducts, config: { access: 'anyone' } }, async (request, reply) => {
    const { query } = request
    const visitor = await countVisitor(request, reply)
    const filters = readProductFilters(query)
    const { words, answer } = await search(db, origin, {
      ...filters,
      q: wordsIn(query.q),
      sort: query.sort ? filters.sort : undefined,
    })

    const isWhole = !query.typing && !filters.category && !filters.color && !filters.minPrice && !filters.maxPrice
    const term = answer.totalProducts === 0 && isWhole ? termOf(words, query.q ?? '') : undefined
    if (term && isWithin(countNote, visitor)) await noteEmptySearch(db, term, clock.now())
    return ok(answer)
  })

  app.get('/counts', { schema: countSearched, config: { access: 'anyone' } }, async (request, reply) => {
    await countVisitor(request, reply)
    return ok(await countFound(db, wordsIn(request.query.q), readProductFilters(request.query)))
  })

  app.get('/empty', { schema: listEmpty, config: { access: 'admin' } }, async ({ query }, reply) => {
    const { searches, total } = await listEmptySearches(db, readPage(query))
    reply.header(totalHeader, total)
    return ok(searches)
  })

  async function countVisitor(request: FastifyRequest, reply: FastifyReply) {
    const visitor = visitorOf(request, await sessions.find(request, reply))
    countSearch(visitor)
    return visitor
  }
}

const wordsIn = (q = '') => q.slice(0, longestSearch)
