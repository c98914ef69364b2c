import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { isLoopback } from '../lib/loopback.ts'
import type { Metrics } from './metrics.ts'

declare module 'fastify' {
  interface FastifyReply {
    /** The request log and the request metrics skip this response. */
    isUncounted: boolean
  }
}

interface Options {
  /** Loads the metrics module at the first scrape. */
  metrics: () => Promise<Metrics>
  /** Loads the metrics of the other workers. */
  others?: () => Promise<object[][]>
  /** The token that a reader must send; without one, only clients on this machine may read. */
  token?: string
}

/** Answers `/metrics` for clients that may read it. For others the address must look like any unknown one, so it is not a route. */
export function registerMetrics(app: FastifyInstance, { metrics, others = async () => [], token }: Options): void {
  const mayRead = token ? (request: IncomingMessage) => hasToken(request.headers, token) : isOnThisMachine

  async function answer(reply: FastifyReply) {
    const [{ text }, counted] = await Promise.all([metrics(), others()])
    const { type, body } = await text(counted)
    reply.isUncounted = true
    reply.headers({ 'Content-Type': type, 'Cache-Control': 'no-store' }).send(body)
  }

  app.decorateReply('isUncounted', false)
  app.addHook('onRequest', ({ raw }, reply, done) => {
    if (raw.method === 'GET' && isMetrics.test(raw.url ?? '') && mayRead(raw)) answer(reply).catch(done)
    else done()
  })
}

const isMetrics = /^\/metrics(?:\?|$)/

const digest = (text: string) => createHash('sha256').update(text).digest()

function hasToken({ authorization = '' }: IncomingHttpHeaders, token: string): boolean {
  const sent = /^Bearer +(\S.*)$/i.exec(authorization)?.[1]
  return sent !== undefined && timingSafeEqual(digest(sent), digest(token))
}

/** Headers that proxies add about their client. */
const fromProxy = /^(?:forwarded|via|x-forwarded-|x-real-ip|x-client-ip|cf-|true-client-ip)/

/** False for a page of another site whose host name resolves to this machine (DNS rebinding). */
const isLocalHost = (host = '') => URL.canParse(`http://${host}`) && isLoopback(`http://${host}`)

/** Behind a proxy on this machine every visitor looks local. Most proxies add headers; nginx without such settings uses HTTP/1.0. */
function isOnThisMachine({ socket, headers, httpVersion }: IncomingMessage): boolean {
  return (
    loopback.test(socket.remoteAddress ?? '') &&
    httpVersion !== '1.0' &&
    isLocalHost(headers.host) &&
    !Object.keys(headers).some(name => fromProxy.test(name))
  )
}

const loopback = /^(?:::ffff:)?127\.|^::1$/
