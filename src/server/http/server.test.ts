import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { setImmediate as endOfTurn } from 'node:timers/promises'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { serverWith } from './server.ts'

test('whoever goes before an answer has begun leaves no failure', async () => {
  const failures: unknown[] = []
  const asked = Promise.withResolvers<void>()
  const file = new Readable({ read: () => asked.resolve() })
  const app = fastify({ serverFactory: serverWith((_request, _response, next) => next(), {}) })
  app.setErrorHandler(error => failures.push(error))
  app.get('/', (_, reply) => reply.send(file))
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const socket = connect(Number(port), '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await asked.promise
  const closed = once(file, 'close')
  socket.destroy()
  await closed
  await endOfTurn()
  expect(failures).toEqual([])
  await app.close()
})
