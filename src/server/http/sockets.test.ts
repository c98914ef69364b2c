import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { boundSockets, inTurn, patient } from './sockets.ts'

let server: Server
const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  server.close()
})

async function listen(answer: RequestListener, bounds: { ms?: number; max?: number }) {
  server = createServer({ keepAliveTimeout: 60_000 }, inTurn(patient(answer)))
  boundSockets(server, bounds)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
}

/** Somebody who has sent something and has not read yet. */
async function open(sent = '') {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').pause()
  sockets.push(socket)
  await once(socket, 'connect')
  socket.write(sent)
  const said: string[] = []
  const closed = new Promise<string>(resolve =>
    socket
      .on('error', () => undefined)
      .on('data', chunk => said.push(String(chunk)))
      .on('close', () => resolve(said.join(''))),
  )
  return { socket, closed, said }
}
const get = 'GET / HTTP/1.1\r\nHost: shop.test\r\n\r\n'
const connections = () => new Promise<number>(resolve => server.getConnections((_, count) => resolve(count)))

test('who asks for more than fits on the way and reads nothing is cut off', async () => {
  await listen((_, response) => response.end(Buffer.alloc(20_000_000)), { ms: 100 })
  await open(get)
  await expect.poll(connections).toBe(1)
  await expect.poll(connections).toBe(0)
})

test('who reads slowly gets everything', async () => {
  await listen((_, response) => response.setHeader('connection', 'close').end(Buffer.alloc(20_000_000)), { ms: 300 })
  const { socket, closed } = await open(get)
  const pauses = setInterval(() => (socket.isPaused() ? socket.resume() : socket.pause()), 50)
  expect((await closed).length).toBeGreaterThan(20_000_000)
  clearInterval(pauses)
})

test('an answer that takes long arrives', async () => {
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

test('when too many are open, those that do nothing make room', async () => {
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
  await expect.poll(() => idle.every(({ said }) => said.length > 0)).toBe(true)
  expect(await connections()).toBe(20)

  const visitor = await open(get)
  visitor.socket.resume()
  await expect.poll(() => visitor.said.join('')).toContain('here you are')
  await Promise.all(idle.map(({ closed }) => closed))
  await expect.poll(() => busy.said.join('')).toContain('here you are')
})

test('those that have said nothing yet make room before them, the oldest first', async () => {
  await listen((_, response) => response.end('here you are'), { max: 20 })
  const idle = await open(get)
  idle.socket.resume()
  const silent = await Promise.all(Array.from({ length: 19 }, () => open()))
  for (const { socket } of silent) socket.resume()
  await expect.poll(() => idle.said.join('')).toContain('here you are')
  await sleep(100)

  const visitor = await open(get)
  visitor.socket.resume()
  await expect.poll(() => visitor.said.join('')).toContain('here you are')
  await silent[0]?.closed
  expect(await connections()).toBe(20)
  expect(silent.slice(1).some(({ socket }) => socket.closed)).toBe(false)
})

test('who sends a thousand requests at once and waits for no answer is cut off', async () => {
  let asked = 0
  await listen((_, response) => {
    asked += 1
    response.end('x')
  }, {})
  const { socket, closed } = await open(get.repeat(1_000))
  socket.resume()
  await closed
  expect(asked).toBeLessThanOrEqual(20)
})

test('who asks one after another is not, however often', async () => {
  await listen((_, response) => response.end('x'), {})
  const { socket, said } = await open()
  socket.resume()
  for (let n = 1; n <= 100; n++) {
    socket.write(get)
    await expect.poll(() => said.join('').split('HTTP/1.1 200').length - 1, { interval: 1 }).toBe(n)
  }
})
