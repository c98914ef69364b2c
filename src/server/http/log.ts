import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import pretty from 'pino-pretty'
import type { Config } from '../config.ts'
import { isChange } from './is-change.ts'
import { seldom } from './seldom.ts'

const slowMs = 1000
const longestPath = 200

/** JSON lines, or readable ones on a terminal. Headers and bodies are never logged: they hold secrets. */
export function loggerFor({ logLevel: level }: Pick<Config, 'logLevel'>) {
  if (!process.stdout.isTTY) return { level }
  return { level, stream: pretty({ ignore: 'pid,hostname', translateTime: 'HH:MM:ss' }) }
}

/** A log for what no request has asked for. */
export const openLog = (config: Pick<Config, 'logLevel'>) => fastify({ logger: loggerFor(config) }).log

/** What may be known of where somebody went. */
export const shownPath = (url: string): string | undefined => url.split('?', 1)[0]?.slice(0, longestPath)

/** One line for each request that was slow, failed or changed something; one in a while for all that were turned away. */
export function registerRequestLog(app: FastifyInstance): void {
  const tell = (request: FastifyRequest, reply: FastifyReply, times?: number) => {
    const path = shownPath(request.url)
    const ms = Math.round(reply.elapsedTime)
    request.log.info({ method: request.method, path, status: reply.statusCode, ms, times }, 'request')
  }
  const tellTurnedAway = seldom<[FastifyRequest, FastifyReply]>((last, times) => tell(...last, times))

  app.addHook('onResponse', (request, reply, done) => {
    done()
    if (reply.statusCode === 503) tellTurnedAway([request, reply])
    else if (isChange(request) || reply.elapsedTime >= slowMs || reply.statusCode >= 500) tell(request, reply)
  })
}
