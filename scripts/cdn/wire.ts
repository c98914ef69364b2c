// The network between the shop and the addresses that take its purges: it can be cut.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Listens on a free port, and leads to another one unless it is cut. */
export async function wireTo(port: number) {
  const open = new Set<Socket>()
  let isCut = false
  const server = createServer(from => {
    if (isCut) return from.destroy()
    const to = connect(port, '127.0.0.1')
    for (const [socket, other] of [
      [from, to],
      [to, from],
    ] as const) {
      open.add(socket)
      socket
        .on('error', () => other.destroy())
        .on('close', () => {
          open.delete(socket)
          other.destroy()
        })
      socket.pipe(other)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true
      for (const socket of open) socket.destroy()
    },
    mend() {
      isCut = false
    },
    close() {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}
