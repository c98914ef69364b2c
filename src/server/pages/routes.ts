import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { addressOf } from '../cache/address.ts'
import type { NewAnswer } from '../cache/answer.ts'
import { type ResponseCache, send } from '../cache/cache-plugin.ts'
import { pagePolicy } from '../http/security.ts'
import type { ConcurrencyLimit } from '../lib/concurrency-limit.ts'
import { notFound } from '../lib/errors.ts'
import { noteFailure } from '../lib/log.ts'
import type { Render } from './render.ts'
import { isWithinReason } from './within-reason.ts'

/** How pages are made, and the folder of the browser's files when they are built. */
export interface Pages {
  render: Render
  assets?: string
  /** The development server answers for its own files first. */
  middleware?: (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>
}

interface PageParts {
  pages: Pages
  cache: ResponseCache
  origin: string
  /** Of pages that are being rendered. */
  bound: ConcurrencyLimit
}

const developmentPolicy = "frame-ancestors 'none'"

/** Every address that is no API: the built files, and server-rendered pages for all the rest. */
export const pageRoutes: FastifyPluginAsync<PageParts> = async (app, { pages, cache, origin, bound }) => {
  const { render, assets, middleware } = pages
  const ownHost = new URL(origin).host
  const anyone = { schema: { hide: true }, config: { access: 'anyone' as const } }
  if (assets) await serveAssets(app, assets, anyone)

  app.get('/*', anyone, async (request, reply) => {
    if (isOtherNameOf(ownHost, request.headers.host)) return reply.redirect(origin + request.url, 307)
    if (middleware && (await middleware(request, reply))) return reply
    if (!isWithinReason(request.url)) throw notFound('Page')
    const address = middleware ? undefined : addressOf(request.url)
    const answer = await cache.get(address, () => makePage(request, address ?? request.url))
    return await send(answer, request, reply)
  })

  async function makePage(request: FastifyRequest, url: string): Promise<NewAnswer> {
    const { status, headers, body, nonce, failure, cacheTags } = await bound(() => render(request, url))
    if (failure) noteFailure(request, failure.error)
    // Vite's hot replacement needs scripts of its own.
    const policy = middleware ? developmentPolicy : pagePolicy(nonce)
    return {
      status,
      headers: { 'Content-Security-Policy': policy, ...headers },
      body,
      cacheTags: status === 200 ? cacheTags : undefined,
    }
  }
}

async function serveAssets(app: FastifyInstance, folder: string, anyone: object) {
  await app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true })
  app.get<{ Params: { '*': string } }>('/assets/*', anyone, (request, reply) =>
    reply.sendFile(`assets/${request.params['*']}`, { immutable: true, maxAge: '365d' }),
  )
  app.get<{ Params: { '*': string } }>('/art/*', anyone, (request, reply) =>
    reply.sendFile(`art/${request.params['*']}`, { immutable: true, maxAge: '365d' }),
  )
  for (const name of ['favicon.svg', 'favicon.png', 'social.png']) {
    app.get(`/${name}`, anyone, (_request, reply) => reply.sendFile(name, { maxAge: '1d' }))
  }
  app.get('/favicon.ico', anyone, (_request, reply) => reply.sendFile('favicon.png', { maxAge: '1d' }))
}

/** On one's own machine 127.0.0.1 and localhost are one shop: in two, a browser would keep two carts. */
function isOtherNameOf(ownHost: string, host = ''): boolean {
  if (host === ownHost) return false
  const [own, asked] = [loopback.exec(ownHost), loopback.exec(host)]
  return own !== null && asked !== null && own[2] === asked[2] && own[1] !== asked[1]
}

const loopback = /^(localhost|127\.0\.0\.1|\[::1\]):(\d+)$/
