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

/** Requests that take at least this long are logged. */
const slowMs = 1000
const maxPathLength = 200

/**
 * JSON lines, or readable ones on a terminal, each with the id of its request. Headers and bodies are never logged, because
 * they contain secrets.
 */
export function loggerFor({ logLevel: level }: Pick<Config, 'logLevel'>) {
  const options = { level, mixin, formatters }
  if (!process.stdout.isTTY) return options
  return { ...options, stream: pretty({ ignore: 'pid,hostname', translateTime: 'HH:MM:ss' }) }
}

/** The level is logged as a word, as in LOG_LEVEL. */
const formatters = { level: (level: string) => ({ level }) }

/** The log of a request already contains the request's id. */
function mixin(_: object, __: number, log: { bindings(): object }): object {
  const reqId = servedRequest()
  return reqId === undefined || 'reqId' in log.bindings() ? {} : { reqId }
}

/** A log for work outside requests. */
export const openLog = (config: Pick<Config, 'logLevel'>) => fastify({ logger: loggerFor(config) }).log

/** The id of a payment session: anyone who has it can see the result of the payment. */
const paymentSession = /\bcs_(?:test_|live_)?\w+/g

/** The path of a URL without its secrets. */
export const shownPath = (url: string): string | undefined =>
  url.split('?', 1)[0]?.slice(0, maxPathLength).replaceAll(paymentSession, 'cs_...')

const failures = new WeakMap<FastifyRequest, unknown>()

/** Stores the error that a request failed with, for the log line of the request. */
export const noteFailure = (request: FastifyRequest, error: unknown): void => void failures.set(request, error)

/**
 * Logs one line for each request that was slow, failed or changed something, and one line at intervals for all refused
 * requests.
 */
export function registerRequestLog(app: FastifyInstance): void {
  const logRequest = (request: FastifyRequest, reply: FastifyReply, times?: number) => {
    const path = shownPath(request.url)
    const ms = Math.round(reply.elapsedTime)
    const about = { method: request.method, path, status: reply.statusCode, ms, times }
    if (failures.has(request)) request.log.error({ ...about, err: failures.get(request) }, 'request failed')
    else request.log.info(about, 'request')
  }
  const logRefused = throttle<[FastifyRequest, FastifyReply]>((last, times) => logRequest(...last, times))

  app.addHook('onResponse', (request, reply, done) => {
    done()
    if (reply.isUncounted) return
    if (reply.statusCode === 503) logRefused([request, reply])
    else if (isChange(request) || reply.elapsedTime >= slowMs || reply.statusCode >= 500) logRequest(request, reply)
  })
}
