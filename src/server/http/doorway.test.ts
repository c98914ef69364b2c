import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { openDoorway } from './doorway.ts'

const server = createServer()
const doorway = openDoorway()
doorway.watch(server)
afterAll(() => server.close())

test('whoever stands at the door is let in before the next long work', async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  let inside = 0
  server.on('connection', () => {
    inside += 1
  })
  const visitors = Array.from({ length: 40 }, () => connect(port, '127.0.0.1'))
  await Promise.all(visitors.map(visitor => once(visitor, 'connect')))
  await doorway.letIn()
  expect(inside).toBe(40)
  await doorway.letIn() // nobody is there
  for (const visitor of visitors) visitor.destroy()
})
