import { connect, type Socket } from 'node:net'

const dripMs = 1_000
/** As many as one connection may ask for at once. */
const asked = 20
/** Fewer than a system lets wait to be accepted. */
const atOnce = 100

/**
 * Opens connections of which every second sends a byte a second and never ends, and every other asks for pages and never reads.
 * @returns what closes them
 */
export async function openSlowSockets(url: string, count: number): Promise<() => void> {
  const request = requestOf('/shop', url)
  const sockets = await openMany(url, count)
  const [dripping, deaf] = inTwo(sockets)
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

/**
 * Opens connections of which every second says nothing at all, and every other asks for little, reads it and stays.
 * @returns what closes them
 */
export async function openIdleSockets(url: string, count: number): Promise<() => void> {
  const sockets = await openMany(url, count)
  const [, asking] = inTwo(sockets)
  for (const socket of asking) socket.resume().write(`${requestOf('/health/live', url)}\r\n`)
  return () => {
    for (const socket of sockets) socket.destroy()
  }
}

function requestOf(path: string, url: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: localhost:${new URL(url).port}\r\n`
}

function inTwo(sockets: Socket[]): [Socket[], Socket[]] {
  return [sockets.filter((_, n) => n % 2 === 0), sockets.filter((_, n) => n % 2 === 1)]
}

async function openMany(url: string, count: number): Promise<Socket[]> {
  const { hostname, port } = new URL(url)
  const sockets: Socket[] = []
  while (sockets.length < count)
    sockets.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(atOnce, count - sockets.length) }, () => open(hostname, Number(port))),
      )),
    )
  return sockets
}

function open(host: string, port: number): Promise<Socket> {
  const socket = connect({ host, port })
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket)).once('error', reject)
    socket.on('error', () => socket.destroy()) // the shop may cut it off, as it should
  })
}
