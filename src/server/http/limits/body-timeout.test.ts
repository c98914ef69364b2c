import { once } from 'node:events'
import { connect } from 'node:net'
import { type FastifyInstance, fastify } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readLongBody, registerBodyDeadline } from './body-timeout.ts'

const ms = 1_000
const apps: FastifyInstance[] = []
afterAll(() => Promise.all(apps.map(app => app.close())))

/** @returns the port of an app with this timeout */
async function listen(patience?: number): Promise<number> {
  const app = fastify()
  apps.push(app)
  registerBodyDeadline(app, patience)
  app.post('/short', async () => 'whole')
  app.register(async long => {
    long.removeAllContentTypeParsers()
    long.addContentTypeParser('*', (_request, _body, done) => done(null))
    long.post('/long', { config: { hasLongBody: true } }, async ({ raw }) => {
      let length = 0
      for await (const chunk of readLongBody(raw, 1_000, patience)) length += chunk.length
      return `${length} bytes`
    })
  })
  return Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
}

let port: number
beforeAll(async () => {
  port = await listen(ms)
})

/** Sends a part of a body every 100 ms, and returns the response, or 'cut off'. */
function send(path: string, length: number, parts: string[]): Promise<string> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.setEncoding('utf8').on('data', part => {
      answer += part
    })
    socket.on('close', () => resolve(answer.split('\r\n\r\n')[1] ?? 'cut off')).on('error', () => resolve('cut off'))
    const head = `POST ${path} HTTP/1.1\r\nHost: shop\r\nConnection: close\r\nContent-Type: text/plain\r\nContent-Length: ${length}\r\n\r\n`
    socket.write(head)
    for (const [n, part] of parts.entries()) setTimeout(() => socket.writable && socket.write(part), n * 100)
  })
}

test('an ordinary body must arrive in time, however steadily it comes', async () => {
  expect(await send('/short', 3, ['a', 'b', 'c'])).toBe('whole')
  expect(await send('/short', 12, Array(12).fill('a'))).toBe('cut off')
})

test('a long body may take its time, but not pause', async () => {
  expect(await send('/long', 12, Array(12).fill('a'))).toBe('12 bytes')
  expect(await send('/long', 12, ['a', 'a'])).toBe('cut off')
})

test('a refused body is read to its end, because a browser reads no response before it has sent all', async () => {
  const socket = connect(await listen(), '127.0.0.1').pause()
  const body = 'x'.repeat(30_000_000)
  const head = 'POST /long HTTP/1.1\r\nHost: shop\r\nTransfer-Encoding: chunked\r\n\r\n'
  await new Promise<unknown>((resolve, reject) => {
    socket.on('error', reject).write(`${head}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`, resolve)
  })
  const [answer] = await once(socket.resume(), 'data')
  expect(String(answer)).toMatch(/^HTTP\/1.1 413 /)
  socket.destroy()
})

test('a body that declares a length over the limit is refused at once', async () => {
  expect(JSON.parse(await send('/long', 1_001, []))).toMatchObject({ statusCode: 413 })
})
