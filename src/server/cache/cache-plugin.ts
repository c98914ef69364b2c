import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { surrogateHeaders } from '../cdn/kinds.ts'
import type { Config } from '../config/settings.ts'
import { safeHeadersOf } from '../http/headers.ts'
import { isLoopback } from '../lib/loopback.ts'
import { addressOf, ignoredParameters, isPublic, readAsShared, sharedParameters } from './address.ts'
import { type CachedResponse, formFor, isKnown, type NewResponse } from './cached-response.ts'
import { createResponseStore, type ResponseStore } from './response-cache.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route gives every client the same response at the same address. */
    shared?: boolean
  }
  interface FastifyReply {
    /**
     * The tags of the data that the response shows (see tags.ts); it is cached until that changes. Undefined: it is not
     * cached.
     */
    cacheTags: readonly string[] | undefined
    /** The sender counts this response, so the request log and the request metrics skip it. */
    isCounted: boolean
  }
}

/** The configuration of a route whose responses are cached for all clients. */
export const shared = { access: 'anyone', shared: true } as const

const json = 'application/json; charset=utf-8'
const notStored = { 'cache-control': 'private, no-store' }

/** Public responses, cached until their data changes. */
export interface ResponseCache extends Omit<ResponseStore, 'counts'> {
  /** `sent` and `unchanged` count the requests that the cache answered itself, the latter with 304. */
  counts: ResponseStore['counts'] & { sent: number; unchanged: number }
}

/**
 * Answers GET requests from the cache before any other hook runs, and caches the responses of shared routes. Register it
 * before all other hooks. It caches nothing before `setListening(true)`.
 * @param isDue whether something has to be applied before anything is answered, which the next hook does
 */
export function registerResponseCache(
  app: FastifyInstance,
  { publicOrigin, corsOrigins, cdn }: Pick<Config, 'publicOrigin' | 'corsOrigins'> & Partial<Pick<Config, 'cdn'>>,
  isDue: () => boolean = () => false,
): ResponseCache {
  const hasCors = corsOrigins.length > 0
  const answers = createResponseStore(
    { ...safeHeadersOf(publicOrigin), Vary: hasCors ? 'Accept-Encoding, Origin' : 'Accept-Encoding' },
    cdn && ((address, cacheTags) => (isPublic(address) ? surrogateHeaders(cdn.kind, cacheTags) : notStored)),
  )
  const counts = Object.assign(answers.counts, { sent: 0, unchanged: 0 })
  /** On a developer's machine the pages redirect its other host names to this one. */
  const onlyHost = isLoopback(publicOrigin) ? new URL(publicOrigin).host : undefined

  app.decorateReply('cacheTags', undefined)
  app.decorateReply('isCounted', false)

  app.addHook('onRequest', ({ raw: request }, reply, done) => {
    const { method, url = '', headers } = request
    if (method !== 'GET' || isDue() || (hasCors && headers.origin)) return done() // responses for CORS have extra headers
    if (onlyHost !== undefined && headers.host !== onlyHost) return done()
    const answer = answers.find(url) ?? answers.find(addressOf(url) ?? '')
    if (!answer) return done()
    reply.isCounted = true
    reply.hijack()
    if (isKnown(answer, headers['if-none-match'])) {
      counts.unchanged += 1
      reply.raw.writeHead(304, answer.headers).end()
      return
    }
    counts.sent += 1
    const form = formFor(answer, headers['accept-encoding'])
    if ('then' in form) form.then(({ head, body }) => reply.raw.writeHead(answer.status, head).end(body), done)
    else reply.raw.writeHead(answer.status, form.head).end(form.body)
  })

  app.addHook('onRoute', route => {
    if (!route.config?.shared) return
    refuseUnknownParameters(route)
    const handler = route.handler as (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
    route.handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const address = addressOf(request.url)
      if (address !== undefined) request.query = readAsShared(request.query as Record<string, string>, address)
      const make = async (): Promise<NewResponse> => {
        const data = await handler(request, reply)
        const type = String(reply.getHeader('content-type') ?? json)
        const body = typeof data === 'string' ? data : String(reply.serialize(data))
        return { headers: { 'Content-Type': type }, body, cacheTags: reply.cacheTags }
      }
      return await send(await answers.get(address, make), request, reply)
    }
  })

  return { ...answers, counts }
}

/** Two responses that differ by a parameter which the cache does not know would have one key, so the shop does not start. */
function refuseUnknownParameters({ url, schema }: RouteOptions): void {
  const { properties = {} } = (schema?.querystring ?? {}) as { properties?: object }
  for (const name of Object.keys(properties))
    if (![...sharedParameters, ...ignoredParameters].includes(name))
      throw new Error(`${url} is cached, so src/server/cache/address.ts must know its parameter ${name}.`)
}

/** Sends a response in the encoding that the client accepts; 304 when the client already has it. */
export async function send(
  answer: CachedResponse,
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // Fastify would put a length of 0 on a 304 for HEAD, which a proxy may take for that of the response (RFC 9110 8.6).
  if (method !== 'HEAD' && isKnown(answer, headers['if-none-match']))
    return reply.status(304).headers(answer.headers).send()
  const { head, body } = await formFor(answer, headers['accept-encoding'])
  for (let at = 0; at < head.length; at += 2) reply.header(head[at] ?? '', head[at + 1])
  return reply.status(answer.status).send(body)
}
