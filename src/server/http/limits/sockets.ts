import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const patienceMs = 30_000
/** About 70 MB when all of them are idle. */
const maxOpen = 4_000
const pauseMs = 100

/** A test has less patience, and opens fewer sockets. */
interface Limits {
  ms?: number
  max?: number
}

/**
 * Bounds what sockets can cost that are of no use: who neither asks nor reads for 30 seconds is cut off. When more than 4,000 are
 * open, those that have said nothing yet make room, the oldest first, then those between two requests: who comes back opens another.
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
 * A visitor who waits for a slow answer is not cut off by the server's timeout; one who does not read the answer is. An `Expect`
 * header that the server does not know is answered with 417.
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
