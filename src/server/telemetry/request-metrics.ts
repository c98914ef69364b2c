import { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RequestCounts } from './request-counts.ts'

/** Counts every request that the app answers; its own questions, which pages are made of, are none. */
export function registerRequestMetrics(app: FastifyInstance, { count }: Pick<RequestCounts, 'count'>): void {
  app.addHook('onResponse', (request, reply, done) => {
    if (isFromOutside(request) && !reply.isCounted)
      count(request.method, patternOf(request), reply.statusCode, reply.elapsedTime)
    done()
  })
}

export const isFromOutside = ({ raw }: FastifyRequest): boolean => raw instanceof IncomingMessage

const patterns = new Map<string, string>()

/** The pattern of a request's address, one for all that lead nowhere. */
export function patternOf({ is404, routeOptions: { url = '' } }: FastifyRequest): string {
  if (is404) return '(unknown)'
  const known = patterns.get(url) ?? url.replace(/(?<=.)\/$/, '')
  patterns.set(url, known)
  return known
}
