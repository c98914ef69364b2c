import { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RequestCounts } from './request-counts.ts'

/** Counts the requests of clients; not those that the app sends itself to render pages, nor those that their sender counts. */
export function registerRequestMetrics(app: FastifyInstance, { count }: Pick<RequestCounts, 'count'>): void {
  app.addHook('onResponse', (request, reply, done) => {
    if (isFromOutside(request) && !reply.isUncounted)
      count(request.method, patternOf(request), reply.statusCode, reply.elapsedTime)
    done()
  })
}

export const isFromOutside = ({ raw }: FastifyRequest): boolean => raw instanceof IncomingMessage

const patterns = new Map<string, string>()

/** The route pattern of a request, `(unknown)` for every unknown address. */
export function patternOf({ is404, routeOptions: { url = '' } }: FastifyRequest): string {
  if (is404) return '(unknown)'
  const known = patterns.get(url) ?? url.replace(/(?<=.)\/$/, '')
  patterns.set(url, known)
  return known
}
