import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendCsv } from './send.ts'

const app = Fastify()
let port: number
const files: Readable[] = []

/** A file without an end. */
function endless(): Readable {
  const file = new Readable({ read: () => file.push(Buffer.alloc(65_536, 'a')) })
  files.push(file)
  return file
}
app.get('/endless', (_, reply) => sendCsv(reply, 'all.csv', endless, 200))
app.get('/short', (_, reply) => sendCsv(reply, 'all.csv', () => Readable.from(['a,b\r\n'], { objectMode: false }), 200))

beforeAll(async () => {
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterAll(() => app.close())

test('a client that requests a file and reads nothing is disconnected, and the next one is served', async () => {
  const asking = Array.from({ length: 4 }, () =>
    connect(port, '127.0.0.1')
      .on('error', () => undefined)
      .pause(),
  )
  for (const socket of asking) socket.write('GET /endless HTTP/1.1\r\nHost: shop.test\r\n\r\n')
  await expect.poll(() => files.length, { timeout: 10_000 }).toBe(4) // two at the same time: the first two have been cut off
  await expect.poll(() => files.every(({ destroyed }) => destroyed), { timeout: 10_000 }).toBe(true)
  for (const socket of asking) socket.destroy()
  expect(await (await fetch(`http://127.0.0.1:${port}/short`)).text()).toBe('a,b\r\n')
})

test('a connection that has received its file may stay open for longer', async () => {
  const socket = connect(port, '127.0.0.1')
  const ask = async () => {
    socket.write('GET /short HTTP/1.1\r\nHost: shop.test\r\n\r\n')
    const [answer] = await once(socket, 'data')
    return String(answer)
  }
  expect(await ask()).toContain('200 OK')
  await new Promise(resolve => setTimeout(resolve, 500))
  expect(await ask()).toContain('200 OK')
  socket.destroy()
})
