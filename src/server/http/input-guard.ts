import type { FastifyInstance, FastifyRequest } from 'fastify'
import { badRequest, type ShopError } from '../lib/errors.ts'
import { hasBody } from './limits/body-timeout.ts'

const maxDepth = 32

/** Refuses texts that the database cannot store (NUL, half of a surrogate pair) and bodies that are nested too deeply. */
export function registerInputGate(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    if (raw.headers.host === undefined && raw.httpVersion === '1.1')
      return done(badRequest('The request names no host'))
    // Fastify would refuse an empty body of that type, and front ends declare the type for a DELETE.
    if (!hasBody(raw)) delete raw.headers['content-type']
    done()
  })
  app.addHook('preValidation', (request, _reply, done) => done(faultOf(request)))
}

function faultOf({ params, query, body, routeOptions }: FastifyRequest): ShopError | undefined {
  if (Buffer.isBuffer(body) || routeOptions.url === '/*') return undefined // pages call the API, which refuses the same text
  for (const part of [params, query, body]) {
    if (isDeeper(part, maxDepth)) return badRequest('The request is nested too deeply')
    if (!isUsable(part)) return badRequest('The request contains characters that cannot be used')
  }
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels < 0 || Object.values(value).some(inner => isDeeper(inner, levels - 1)))

function isUsable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, inner]) => isUsable(key) && isUsable(inner))
}
