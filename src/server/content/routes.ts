import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { validate } from 'uuid'
import { PageEntry, PostList, ShownContent, ShownPost } from '#domain/content/content.ts'
import { productsOf } from '#domain/content/document.ts'
import { pageSizes } from '#domain/products/product.ts'
import { shared } from '../cache/cache-plugin.ts'
import { tags } from '../cache/tags.ts'
import type { Db } from '../db/connection.ts'
import type { ReadPublic } from '../db/replica/replica.ts'
import { Ok, ok } from '../http/envelope.ts'
import { readPage } from '../http/paging.ts'
import type { Clock } from '../lib/clock.ts'
import { notFound } from '../lib/errors.ts'
import { findAddresses, findContent, findNeighbours, findPages, findPosts, findPublished } from './queries.ts'
import { toShown } from './to-shown.ts'

const text = Type.Optional(Type.String())
const ByAddress = Type.Object({ address: Type.String() })

const pages = { summary: 'The pages of the shop', response: { 200: Ok(Type.Array(PageEntry)) } }
const page = {
  summary: 'A page of the shop; a former address finds it, too',
  params: ByAddress,
  response: { 200: Ok(ShownContent) },
}
const posts = {
  summary: `The posts of the journal, newest first, at most ${pageSizes.max} on a page`,
  querystring: Type.Object({ page: text, limit: text }),
  response: { 200: Ok(PostList) },
}
const post = {
  summary: 'A post of the journal, with the posts before and after it; a former address finds it, too',
  params: ByAddress,
  response: { 200: Ok(ShownPost) },
}
const Addresses = Type.Array(Type.String())
const addresses = {
  summary: 'The addresses of all pages and posts',
  response: { 200: Ok(Type.Object({ pages: Addresses, posts: Addresses })) },
}
const preview = {
  summary: 'A page or a post as it is saved, for anybody who has its link',
  params: Type.Object({ id: Type.String(), key: Type.String() }),
  response: { 200: Ok(ShownContent) },
}

interface Options {
  db: Db
  read: ReadPublic
  clock: Clock
  origin: string
}

/** `/api/pages`, `/api/posts` and `/api/content`: what the owner has written, for visitors. */
export const contentRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { db, read, clock, origin }) => {
  app.get('/pages', { schema: pages, config: shared }, async (_request, reply) => {
    reply.cacheTags = [tags.content]
    return ok(await read(replica => findPages(replica, clock.now())))
  })

  app.get('/pages/:address', { schema: page, config: shared }, async ({ params }, reply) => {
    const shown = await read(async replica => {
      const row = await findPublished(replica, 'page', params.address.toLowerCase(), clock.now())
      return row && (await toShown(replica, origin, row))
    })
    if (!shown) throw notFound('Page')
    reply.cacheTags = tagsOf(shown)
    return ok(shown)
  })

  app.get('/posts', { schema: posts, config: shared }, async ({ query }, reply) => {
    reply.cacheTags = [tags.content]
    const { page, limit } = readPage(query)
    const shown = { page, limit: Math.min(limit, pageSizes.max) }
    return ok(await read(replica => findPosts(replica, shown, clock.now())))
  })

  app.get('/posts/:address', { schema: post, config: shared }, async ({ params }, reply) => {
    const now = clock.now()
    const shown = await read(async replica => {
      const row = await findPublished(replica, 'post', params.address.toLowerCase(), now)
      if (!row?.published_from) return undefined
      const neighbours = await findNeighbours(replica, { id: row.id, publishedFrom: row.published_from }, now)
      return { ...(await toShown(replica, origin, row)), ...neighbours }
    })
    if (!shown) throw notFound('Post')
    reply.cacheTags = tagsOf(shown)
    return ok(shown)
  })

  app.get('/content/addresses', { schema: addresses, config: shared }, async (_request, reply) => {
    reply.cacheTags = [tags.content]
    return ok(await read(replica => findAddresses(replica, clock.now())))
  })

  app.get('/content/previews/:id/:key', { schema: preview, config: { access: 'anyone' } }, async ({ params }) => {
    const row = validate(params.id) ? await findContent(db, params.id) : undefined
    if (!row || row.preview_key !== params.key) throw notFound('Page')
    return ok(await toShown(db, origin, row))
  })
}

/** Also those of products that are not shown now: they may be published. */
const tagsOf = ({ document }: ShownContent) => [tags.content, tags.settings, ...productsOf(document).map(tags.product)]
