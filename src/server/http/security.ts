import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { forbidden } from './errors.ts'
import { safeHeadersOf } from './headers.ts'
import { isChange } from './is-change.ts'

type Place = Pick<Config, 'publicOrigin' | 'corsOrigins'>

/** Headers for every answer, and the refusal of changes that another site makes a browser send. */
export function registerSecurity(app: FastifyInstance, { publicOrigin, corsOrigins }: Place): void {
  const trusted = new Set([publicOrigin, ...corsOrigins])
  const headers = safeHeadersOf(publicOrigin)

  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    done(isByOther(request) ? forbidden('This request came from another site') : undefined)
  })

  function isByOther(request: FastifyRequest): boolean {
    const { 'sec-fetch-site': site, origin: from } = request.headers
    if (!isChange(request)) return false
    if (site === 'same-origin' || site === 'none') return false
    if (site === undefined && from === undefined) return false // no browser: nobody's cookies are at stake
    return from === undefined || !trusted.has(from)
  }
}

/** The policy of a page whose inline scripts have these hashes (`sha256-...`). */
export function pagePolicy(scriptHashes: string[]): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${scriptHashes.map(hash => `'${hash}'`).join(' ')}`,
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
