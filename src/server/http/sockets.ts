import type { RequestListener, Server } from 'node:http'
import type { Socket } from 'node:net'

const patienceMs = 30_000
/** About 70 MB when all of them are idle. */
const maxOpen = 4_000
const pauseMs = 100
const maxAtOnce = 20

/**
 * Bounds what sockets can cost that are of no use: who neither asks nor reads for 30 seconds is cut off. When more than 4,000 are
 * open, those that have said nothing yet make room, the oldest first, then those between two requests: who comes back opens another.
 */
export function boundSockets(server: Server, { ms = patienceMs, max = maxOpen } = {}): void {
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

/** A request that takes long is not cut off: with nothing to read for the other side, it is we who take long. */
export const patient =
  (listener: RequestListener): RequestListener =>
  (request, response) => {
    response.on('timeout', (socket: Socket) => {
      if (socket.writableLength > 0) socket.destroy()
    })
    listener(request, response)
  }

/** Cuts off who sends many requests at once without waiting for an answer: no browser does, and each costs memory. */
export function inTurn(listener: RequestListener): RequestListener {
  let last: Socket | undefined
  let inARow = 0
  const forget = () => {
    last = undefined
  }
  return (request, response) => {
    const { socket } = request
    if (socket !== last) {
      if (!last) setImmediate(forget)
      last = socket
      inARow = 0
    }
    inARow += 1
    if (inARow > maxAtOnce) socket.destroy()
    else listener(request, response)
  }
}
