import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { openAcceptConnections } from './accept-connections.ts'

const server = createServer()
const { acceptWaiting } = openAcceptConnections(server)
afterAll(() => server.close())

test('all waiting connections are accepted before the next long work', async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  let accepted = 0
  server.on('connection', () => {
    accepted += 1
  })
  const visitors = Array.from({ length: 40 }, () => connect(port, '127.0.0.1'))
  await Promise.all(visitors.map(visitor => once(visitor, 'connect')))
  await acceptWaiting()
  expect(accepted).toBe(40)
  await acceptWaiting() // returns although no connection waits
  for (const visitor of visitors) visitor.destroy()
})
