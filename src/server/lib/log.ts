import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import pretty from 'pino-pretty'
import type { Config } from '../config/settings.ts'
import { servedRequest } from '../http/request-ids.ts'
import { isChange } from './is-change.ts'
import { throttle } from './throttle.ts'

/** What modules write to the log: facts for machines, a sentence for people. */
export interface Log {
  info(about: object, message: string): void
  warn(about: object, message: string): void
}

/** Requests that take so long are told of. */
const slowMs = 1000
const maxPathLength = 200

/** JSON lines, or readable ones on a terminal, each with the request that it belongs to. Headers and bodies are never logged: they hold secrets. */
export function loggerFor({ logLevel: level }: Pick<Config, 'logLevel'>) {
  const options = { level, mixin, formatters }
  if (!process.stdout.isTTY) return options
  return { ...options, stream: pretty({ ignore: 'pid,hostname', translateTime: 'HH:MM:ss' }) }
}

/** How grave a line is stands in it as a word, the same as LOG_LEVEL takes. */
const formatters = { level: (level: string) => ({ level }) }

/** A request's own log says by itself which it is. */
function mixin(_: object, __: number, log: { bindings(): object }): object {
  const reqId = servedRequest()
  return reqId === undefined || 'reqId' in log.bindings() ? {} : { reqId }
}

/** A log for what no request has asked for. */
export const openLog = (config: Pick<Config, 'logLevel'>) => fastify({ logger: loggerFor(config) }).log

/** Whoever knows the session of a payment learns what became of it. */
const paymentSession = /\bcs_(?:test_|live_)?\w+/g

/** What may be known of where somebody went. */
export const shownPath = (url: string): string | undefined =>
  url.split('?', 1)[0]?.slice(0, maxPathLength).replaceAll(paymentSession, 'cs_...')

const failures = new WeakMap<FastifyRequest, unknown>()

/** Notes the error of the shop itself that a request is answered with; the request's line tells of it. */
export const noteFailure = (request: FastifyRequest, error: unknown): void => void failures.set(request, error)

/** One line for each request that was slow, failed or changed something; one in a while for all that were turned away. */
export function registerRequestLog(app: FastifyInstance): void {
  const tell = (request: FastifyRequest, reply: FastifyReply, times?: number) => {
    const path = shownPath(request.url)
    const ms = Math.round(reply.elapsedTime)
    const about = { method: request.method, path, status: reply.statusCode, ms, times }
    if (failures.has(request)) request.log.error({ ...about, err: failures.get(request) }, 'request failed')
    else request.log.info(about, 'request')
  }
  const tellTurnedAway = throttle<[FastifyRequest, FastifyReply]>((last, times) => tell(...last, times))

  app.addHook('onResponse', (request, reply, done) => {
    done()
    if (reply.isCounted) return
    if (reply.statusCode === 503) tellTurnedAway([request, reply])
    else if (isChange(request) || reply.elapsedTime >= slowMs || reply.statusCode >= 500) tell(request, reply)
  })
}
