import { type FastifyInstance, fastify } from 'fastify'
import pretty from 'pino-pretty'
import type { Config } from '../config.ts'
import { isChange } from './is-change.ts'

const slowMs = 1000
const longestPath = 200

/** JSON lines, or readable ones on a terminal. Headers and bodies are never logged: they hold secrets. */
export function loggerFor({ logLevel: level }: Pick<Config, 'logLevel'>) {
  if (!process.stdout.isTTY) return { level }
  return { level, stream: pretty({ ignore: 'pid,hostname', translateTime: 'HH:MM:ss' }) }
}

/** A log for what no request has asked for. */
export const openLog = (config: Pick<Config, 'logLevel'>) => fastify({ logger: loggerFor(config) }).log

/** One line for each request that was slow, failed or changed something. */
export function registerRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    done()
    const ms = Math.round(reply.elapsedTime)
    if (!isChange(request) && ms < slowMs && reply.statusCode < 500) return
    const path = request.url.split('?', 1)[0]?.slice(0, longestPath)
    request.log.info({ method: request.method, path, status: reply.statusCode, ms }, 'request')
  })
}
