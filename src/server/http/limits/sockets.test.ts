import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type FastifyInstance, fastify } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { registerSocketBounds } from './sockets.ts'

let app: FastifyInstance
const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  return app.close()
})

async function listen(answer: RequestListener, bounds: { ms?: number; max?: number }) {
  app = fastify({ keepAliveTimeout: 60_000, forceCloseConnections: true })
  registerSocketBounds(app, { 'X-Frame-Options': 'DENY' }, bounds)
  app.get('/*', (request, reply) => {
    reply.hijack()
    answer(request.raw, reply.raw)
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
}

/** Opens a connection that sends something and does not read yet. */
async function open(sent = '') {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1').pause()
  sockets.push(socket)
  await once(socket, 'connect')
  socket.write(sent)
  const received: string[] = []
  const closed = new Promise<string>(resolve =>
    socket
      .on('error', () => undefined)
      .on('data', chunk => received.push(String(chunk)))
      .on('close', () => resolve(received.join(''))),
  )
  return { socket, closed, received }
}
const get = 'GET / HTTP/1.1\r\nHost: shop.test\r\n\r\n'
const connections = () => new Promise<number>(resolve => app.server.getConnections((_, count) => resolve(count)))

test('a client that requests more than the buffers hold and reads nothing is disconnected', async () => {
  await listen((_, response) => response.end(Buffer.alloc(20_000_000)), { ms: 100 })
  await open(get)
  await expect.poll(connections).toBe(1)
  await expect.poll(connections).toBe(0)
})

test('a slow reader gets everything', async () => {
  await listen((_, response) => response.setHeader('connection', 'close').end(Buffer.alloc(20_000_000)), { ms: 300 })
  const { socket, closed } = await open(get)
  const pauses = setInterval(() => (socket.isPaused() ? socket.resume() : socket.pause()), 50)
  expect((await closed).length).toBeGreaterThan(20_000_000)
  clearInterval(pauses)
})

test('a response that takes long arrives', async () => {
  await listen(
    async (_, response) => {
      await sleep(500)
      response.setHeader('connection', 'close').end('at last')
    },
    { ms: 100 },
  )
  const { socket, closed } = await open(get)
  socket.resume()
  expect(await closed).toContain('at last')
})

test('when too many connections are open, idle ones are closed', async () => {
  await listen(
    async (request, response) => {
      if (request.url === '/slow') await sleep(1_500)
      response.end('here you are')
    },
    { max: 20 },
  )
  const busy = await open(get.replace('/', '/slow'))
  busy.socket.resume()
  const idle = await Promise.all(Array.from({ length: 19 }, () => open(get)))
  for (const { socket } of idle) socket.resume()
  await expect.poll(() => idle.every(({ received }) => received.length > 0)).toBe(true)
  expect(await connections()).toBe(20)

  const visitor = await open(get)
  visitor.socket.resume()
  await expect.poll(() => visitor.received.join('')).toContain('here you are')
  await Promise.all(idle.map(({ closed }) => closed))
  await expect.poll(() => busy.received.join('')).toContain('here you are')
})

test('connections without a request are closed first, the oldest before the others', async () => {
  await listen((_, response) => response.end('here you are'), { max: 20 })
  const idle = await open(get)
  idle.socket.resume()
  const silent = await Promise.all(Array.from({ length: 19 }, () => open()))
  for (const { socket } of silent) socket.resume()
  await expect.poll(() => idle.received.join('')).toContain('here you are')
  await sleep(100)

  const visitor = await open(get)
  visitor.socket.resume()
  await expect.poll(() => visitor.received.join('')).toContain('here you are')
  await silent[0]?.closed
  expect(await connections()).toBe(20)
  expect(silent.slice(1).some(({ socket }) => socket.closed)).toBe(false)
})

test('an Expect header that the server does not know is answered with 417 and the headers of the shop', async () => {
  await listen((_, response) => response.end('x'), {})
  const { socket, received } = await open('GET / HTTP/1.1\r\nHost: shop.test\r\nExpect: tea\r\n\r\n')
  socket.resume()
  await expect.poll(() => received.join('')).toMatch(/^HTTP\/1.1 417 .*X-Frame-Options: DENY/s)
})
