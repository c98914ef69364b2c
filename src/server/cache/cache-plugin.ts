import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { surrogateHeaders } from '../cdn/kinds.ts'
import type { Config } from '../config/settings.ts'
import { safeHeadersOf } from '../http/headers.ts'
import { isLoopback } from '../lib/loopback.ts'
import { addressOf, ignoredParameters, isPublic, readAsShared, sharedParameters } from './address.ts'
import { type CachedResponse, type EncodedResponse, formFor, isKnown, type NewResponse } from './cached-response.ts'
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
  }
}

/** The configuration of a route whose responses are cached for all clients. */
export const shared = { access: 'anyone', shared: true } as const

const json = 'application/json; charset=utf-8'
const notStored = { 'cache-control': 'private, no-store' }

/** Public responses, cached until their data changes. */
export interface ResponseCache extends Omit<ResponseStore, 'counts'> {
  /** `sent` and `unchanged` count the clients' requests that the cache answered itself, the latter with 304. */
  counts: ResponseStore['counts'] & { sent: number; unchanged: number }
}

/** Sends the cached response of a client's request, before the app sees it. @returns false when there is none */
export type SendCached = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * Opens a cache that stores nothing before `setListening(true)`.
 * @param isDue whether something has to be applied before anything is answered
 */
export function openResponseCache(
  { publicOrigin, corsOrigins, cdn }: Pick<Config, 'publicOrigin' | 'corsOrigins'> & Partial<Pick<Config, 'cdn'>>,
  isDue: () => boolean = () => false,
): { cache: ResponseCache; sendCached: SendCached } {
  const hasCors = corsOrigins.length > 0
  const store = createResponseStore(
    { ...safeHeadersOf(publicOrigin), Vary: hasCors ? 'Accept-Encoding, Origin' : 'Accept-Encoding' },
    cdn && ((address, cacheTags) => (isPublic(address) ? surrogateHeaders(cdn.kind, cacheTags) : notStored)),
  )
  const counts = Object.assign(store.counts, { sent: 0, unchanged: 0 })
  /** On a developer's machine the pages redirect its other host names to this one. */
  const onlyHost = isLoopback(publicOrigin) ? new URL(publicOrigin).host : undefined

  function sendCached(request: IncomingMessage, response: ServerResponse): boolean {
    const { method, url = '', headers } = request
    if (method !== 'GET' || isDue() || (hasCors && headers.origin)) return false // responses for CORS have extra headers
    if (onlyHost !== undefined && headers.host !== onlyHost) return false
    const answer = store.find(url) ?? store.find(addressOf(url) ?? '')
    if (!answer) return false
    if (isKnown(answer, headers['if-none-match'])) {
      counts.unchanged += 1
      response.writeHead(304, answer.headers).end()
      return true
    }
    counts.sent += 1
    const form = formFor(answer, headers['accept-encoding'])
    const write = ({ head, body }: EncodedResponse) => response.writeHead(answer.status, head).end(body)
    if ('then' in form) form.then(write, () => response.destroy())
    else write(form)
    return true
  }

  return { cache: { ...store, counts }, sendCached }
}

/** Caches the responses of the shared routes that are added after it. */
export function registerResponseCache(app: FastifyInstance, cache: ResponseCache): void {
  app.decorateReply('cacheTags', undefined)
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
      return await send(await cache.get(address, make), request, reply)
    }
  })
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
