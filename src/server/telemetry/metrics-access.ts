import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { isLoopback } from '../lib/loopback.ts'
import type { Metrics } from './metrics.ts'

interface Options {
  /** Asked for when somebody first reads them. */
  metrics: () => Promise<Metrics>
  /** What the other processes of the shop count. */
  others?: () => Promise<object[][]>
  /** Whoever has it may read; without one, whoever is on this machine. */
  token?: string
}

/**
 * Answers `/metrics` to whoever may read it. To anybody else it is an address like any that leads nowhere, which is why it is no
 * route of the app.
 */
export function registerMetrics(app: FastifyInstance, { metrics, others = async () => [], token }: Options): void {
  const mayRead = token ? (request: IncomingMessage) => showsToken(request.headers, token) : isOnThisMachine

  async function answer(reply: FastifyReply) {
    const [{ text }, counted] = await Promise.all([metrics(), others()])
    const { type, body } = await text(counted)
    reply.isCounted = true
    reply.headers({ 'Content-Type': type, 'Cache-Control': 'no-store' }).send(body)
  }

  app.addHook('onRequest', ({ raw }, reply, done) => {
    if (raw.method === 'GET' && isMetrics.test(raw.url ?? '') && mayRead(raw)) answer(reply).catch(done)
    else done()
  })
}

const isMetrics = /^\/metrics(?:\?|$)/

const digest = (text: string) => createHash('sha256').update(text).digest()

function showsToken({ authorization = '' }: IncomingHttpHeaders, token: string): boolean {
  const shown = /^Bearer +(\S.*)$/i.exec(authorization)?.[1]
  return shown !== undefined && timingSafeEqual(digest(shown), digest(token))
}

/** Whatever a proxy says of whom it asks for. */
const fromProxy = /^(?:forwarded|via|x-forwarded-|x-real-ip|x-client-ip|cf-|true-client-ip)/

/** A page of another host whose name leads to this machine (DNS rebinding) asks by that name. */
const asksHere = (host = '') => URL.canParse(`http://${host}`) && isLoopback(`http://${host}`)

/** A proxy on this machine makes every visitor look like one of it. Most tell; nginx that does not asks in HTTP/1.0. */
function isOnThisMachine({ socket, headers, httpVersion }: IncomingMessage): boolean {
  return (
    loopback.test(socket.remoteAddress ?? '') &&
    httpVersion !== '1.0' &&
    asksHere(headers.host) &&
    !Object.keys(headers).some(name => fromProxy.test(name))
  )
}

const loopback = /^(?:::ffff:)?127\.|^::1$/
