import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config/settings.ts'
import { forbidden } from '../lib/errors.ts'
import { isChange } from '../lib/is-change.ts'
import { throttle } from '../lib/throttle.ts'
import { safeHeadersOf } from './headers.ts'

type Place = Pick<Config, 'publicOrigin' | 'corsOrigins'>

const maxOriginLength = 200
const tellEveryMs = 60_000
const refusedChange =
  'A change was refused, for it came from another address than PUBLIC_ORIGIN. If that is one of this shop, open it at PUBLIC_ORIGIN, or change that setting.'

/** Sets headers on every response, and refuses changes that another site makes a browser send. */
export function registerSecurity(app: FastifyInstance, { publicOrigin, corsOrigins }: Place): void {
  const trusted = new Set([publicOrigin, ...corsOrigins])
  const headers = safeHeadersOf(publicOrigin)
  const refusal = forbidden(`Open this shop at ${publicOrigin}: this request came from another site`)
  // This may be an attack, or an owner whose browser uses an origin that the settings do not list.
  const warn = throttle<FastifyRequest>((request, times) => {
    const from = request.headers.origin?.slice(0, maxOriginLength)
    request.log.warn({ from, publicOrigin, times }, refusedChange)
  }, tellEveryMs)

  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    if (!isByOther(request)) return done()
    warn(request)
    done(refusal)
  })

  function isByOther(request: FastifyRequest): boolean {
    const { 'sec-fetch-site': site, origin: from } = request.headers
    if (!isChange(request)) return false
    if (site === 'same-origin' || site === 'none') return false
    if (site === undefined && from === undefined) return false // not a browser, so no user's cookies are at risk
    return from === undefined || !trusted.has(from)
  }
}

/** The policy of a page whose inline scripts have this nonce. */
export function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https:", // a profile picture may be anywhere on the web
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
