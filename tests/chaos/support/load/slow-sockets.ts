import { connect, type Socket } from 'node:net'

const dripMs = 1_000
/** The maximum number of pipelined requests on one connection. */
const asked = 20

/**
 * Opens connections: half of them send a byte a second and never finish, half request pages and never read.
 * @returns a function that closes them
 */
export async function openSlowSockets(url: string, count: number): Promise<() => void> {
  const { hostname, port } = new URL(url)
  const request = `GET /shop HTTP/1.1\r\nHost: localhost:${port}\r\n`
  const sockets = await Promise.all(Array.from({ length: count }, () => open(hostname, Number(port))))
  const [dripping, deaf] = [0, 1].map(part => sockets.filter((_, n) => n % 2 === part)) as [Socket[], Socket[]]
  for (const socket of dripping) socket.write(`${request}X-Slow: `)
  for (const socket of deaf) socket.pause().write(`${request}\r\n`.repeat(asked))
  const drip = setInterval(() => {
    for (const socket of dripping) if (socket.writable) socket.write('x')
  }, dripMs)
  return () => {
    clearInterval(drip)
    for (const socket of sockets) socket.destroy()
  }
}

function open(host: string, port: number): Promise<Socket> {
  const socket = connect({ host, port })
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket)).once('error', reject)
    socket.on('error', () => socket.destroy()) // the shop is right to reset the connection
  })
}
