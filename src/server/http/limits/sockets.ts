import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const patienceMs = 30_000
/** About 70 MB when all of them are idle. */
const maxOpen = 4_000
const pauseMs = 100

/** Tests use a shorter timeout and fewer sockets. */
interface Limits {
  ms?: number
  max?: number
}

/**
 * Limits the cost of unused sockets: a client that neither sends nor reads for 30 seconds is disconnected. When more than
 * 4,000 sockets are open, the server closes those without a request, the oldest first, then those between two requests: a
 * client that returns opens another.
 */
function boundSockets(server: Server, { ms = patienceMs, max = maxOpen }: Limits = {}): void {
  const openedAt = new Map<Socket, number>()
  let lookAt = 0

  server.setTimeout(ms)
  server.maxConnections = 3 * max
  server.on('connection', (socket: Socket) => {
    const now = performance.now()
    openedAt.set(socket, now)
    socket.once('close', () => openedAt.delete(socket))
    const tooMany = openedAt.size - max
    if (tooMany <= 0 || now < lookAt) return
    lookAt = now + pauseMs
    const silent = [...openedAt].filter(([{ bytesRead }, since]) => bytesRead === 0 && since <= now - pauseMs)
    for (const [each] of silent.slice(0, tooMany)) each.destroy()
    if (silent.length < tooMany) server.closeIdleConnections()
  })
}

/**
 * The server's timeout does not disconnect a visitor who waits for a slow response, but does disconnect one who does not read
 * it. An `Expect` header that the server does not know is answered with 417.
 */
export function registerSocketBounds(app: FastifyInstance, headers: Record<string, string>, limits?: Limits): void {
  boundSockets(app.server, limits)
  app.addHook('onRequest', (_request, { raw }, done) => {
    raw.on('timeout', destroyIfUnread)
    done()
  })
  app.server.on('checkExpectation', (_request, response) => response.writeHead(417, headers).end())
}

const destroyIfUnread = (socket: Socket) => {
  if (socket.writableLength > 0) socket.destroy()
}
