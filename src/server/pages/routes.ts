import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { addressOf } from '../cache/address.ts'
import { type ResponseCache, send } from '../cache/cache-plugin.ts'
import type { NewResponse } from '../cache/cached-response.ts'
import { pagePolicy } from '../http/security.ts'
import type { ConcurrencyLimit } from '../lib/concurrency-limit.ts'
import { notFound } from '../lib/errors.ts'
import { noteFailure } from '../lib/log.ts'
import { isPossiblePagePath } from './page-path.ts'
import type { Render } from './render.ts'

/** How pages are rendered, and the folder of the browser's files when they are built. */
export interface Pages {
  render: Render
  assets?: string
  /** The development server, which answers for its own files first. */
  middleware?: (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>
}

/** Renders a page as a response, which is cached for all clients when its address and its data allow it. */
export type RenderPage = (request: FastifyRequest, url: string, posted?: object) => Promise<NewResponse>

interface PageParts {
  pages: Pages
  cache: ResponseCache
  origin: string
  renderPage: RenderPage
}

const developmentPolicy = "frame-ancestors 'none'"

/** @param concurrency limits the pages rendered at the same time */
export const pageRenderer =
  ({ render, middleware }: Pages, concurrency: ConcurrencyLimit): RenderPage =>
  async (request, url, posted) => {
    const { status, headers, body, nonce, failure, cacheTags } = await concurrency(() => render(request, url, posted))
    if (failure) noteFailure(request, failure.error)
    // Vite's hot module replacement adds its own scripts.
    const policy = middleware ? developmentPolicy : pagePolicy(nonce)
    const isShared = status === 200 && headers['cache-control'] !== 'no-store'
    return {
      status,
      headers: { 'Content-Security-Policy': policy, ...headers },
      body,
      cacheTags: isShared ? cacheTags : undefined,
    }
  }

/** Serves every address outside the API: the built files, and server-rendered pages for all the rest. */
export const pageRoutes: FastifyPluginAsync<PageParts> = async (app, { pages, cache, origin, renderPage }) => {
  const { assets, middleware } = pages
  const ownHost = new URL(origin).host
  const anyone = { schema: { hide: true }, config: { access: 'anyone' as const } }
  if (assets) await serveAssets(app, assets, anyone)

  app.get('/*', anyone, async (request, reply) => {
    if (isOtherLoopbackName(ownHost, request.headers.host)) return reply.redirect(origin + request.url, 307)
    if (middleware && (await middleware(request, reply))) return reply
    if (!isPossiblePagePath(request.url)) throw notFound('Page')
    const address = middleware ? undefined : addressOf(request.url)
    const answer = await cache.get(address, () => renderPage(request, address ?? request.url))
    return await send(answer, request, reply)
  })
}

async function serveAssets(app: FastifyInstance, folder: string, anyone: object) {
  await app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true })
  app.get<{ Params: { '*': string } }>('/assets/*', anyone, (request, reply) =>
    reply.sendFile(`assets/${request.params['*']}`, { immutable: true, maxAge: '365d' }),
  )
  app.get<{ Params: { '*': string } }>('/art/*', anyone, (request, reply) =>
    reply.sendFile(`art/${request.params['*']}`, { immutable: true, maxAge: '365d' }),
  )
  app.get('/social.png', anyone, (_request, reply) => reply.sendFile('social.png', { maxAge: '1d' }))
}

/** On a developer's machine 127.0.0.1 and localhost must be one shop: for two origins a browser would store two carts. */
function isOtherLoopbackName(ownHost: string, host = ''): boolean {
  if (host === ownHost) return false
  const [own, asked] = [loopback.exec(ownHost), loopback.exec(host)]
  return own !== null && asked !== null && own[2] === asked[2] && own[1] !== asked[1]
}

const loopback = /^(localhost|127\.0\.0\.1|\[::1\]):(\d+)$/
