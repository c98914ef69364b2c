import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

const patienceMs = 30_000
/** About 50 MB when all of them are idle. */
const mostOpen = 4_000
const pauseMs = 1_000

/**
 * Bounds what sockets can cost that are of no use: who reads nothing of an answer for 30 seconds is cut off, a request that takes
 * long is not. When more than 4,000 are open, those between two requests are closed: who comes back opens another.
 */
export function boundSockets(server: Server, { ms = patienceMs, most = mostOpen } = {}): void {
  let open = 0
  let lookAt = 0

  server.setTimeout(ms)
  server.maxConnections = 3 * most
  server.on('request', (_request, response: ServerResponse) => response.on('timeout', cutOffDeaf))
  server.on('connection', (socket: Socket) => {
    open += 1
    socket.once('close', () => {
      open -= 1
    })
    if (open <= most || Date.now() < lookAt) return
    lookAt = Date.now() + pauseMs
    server.closeIdleConnections()
  })
}

/** With nothing to read for the other side, it is we who take long. */
function cutOffDeaf(socket: Socket) {
  if (socket.writableLength > 0) socket.destroy()
}
