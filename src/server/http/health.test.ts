import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'

const pauseMs = 100

/** A shop that visitors can reach. */
async function open() {
  const { app } = await testApp()
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const ask = async (path: string) => {
    const response = await fetch(origin + path, { headers: { connection: 'close' } })
    await response.arrayBuffer()
    return response
  }
  return { app, ask }
}

test('a balancer that asks regularly hears that the shop is about to close while visitors are still served', async () => {
  const { app, ask } = await open()
  for (let n = 0; n < 3; n++) {
    expect((await ask('/health/ready')).status).toBe(200)
    await sleep(pauseMs)
  }
  const closed = app.close()
  await sleep(pauseMs / 2)
  const told = await ask('/health/ready')
  expect(told.status).toBe(503)
  expect(Number(told.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await ask('/health/live')).status).toBe(200)
  expect((await ask('/api/products')).status).toBe(200)
  await closed
  await expect(ask('/health/live')).rejects.toThrow('fetch failed')
})

test('a shop that nobody asks regularly takes no more visitors at once', async () => {
  const { app, ask } = await open()
  expect((await ask('/health/ready')).status).toBe(200)
  const closed = app.close()
  await expect.poll(() => ask('/health/live').catch((error: Error) => error.message)).toBe('fetch failed')
  await closed
})
