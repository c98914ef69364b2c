import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { diskStorage } from '../images/disk.ts'

const pauseMs = 100

/** Opens a shop that listens on a port. */
async function open() {
  const { app } = await testApp()
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const ask = async (path: string) => {
    const response = await fetch(origin + path, { headers: { connection: 'close' } })
    await response.arrayBuffer()
    return response
  }
  return { app, ask, origin }
}

test('a load balancer that checks regularly learns of a shutdown while visitors are still served', async () => {
  const { app, ask } = await open()
  for (let n = 0; n < 3; n++) {
    expect((await ask('/health/ready')).status).toBe(200)
    await sleep(pauseMs)
  }
  const closed = app.close()
  await sleep(pauseMs / 2)
  const closing = await ask('/health/ready')
  expect(closing.status).toBe(503)
  expect(Number(closing.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await ask('/health/live')).status).toBe(200)
  expect((await ask('/api/products')).status).toBe(200)
  await closed
  await expect(ask('/health/live')).rejects.toThrow('fetch failed')
})

test('a load balancer learns of a shutdown also when the shop was too busy to answer before it', async () => {
  const { app, ask } = await open()
  for (let n = 0; n < 3; n++) {
    expect((await ask('/health/ready')).status).toBe(200)
    await sleep(pauseMs)
  }
  for (const end = performance.now() + 10 * pauseMs; performance.now() < end; );
  const closed = app.close()
  expect((await ask('/health/ready')).status).toBe(503)
  expect((await ask('/api/products')).status).toBe(200)
  await closed
})

test('a shop that closes still serves connections that wait to be accepted', async () => {
  const { app, origin } = await open()
  const asked = Array.from({ length: 50 }, () => {
    const { promise, resolve } = Promise.withResolvers<number | string | undefined>()
    get(`${origin}/health/live`, { agent: false }, response => resolve(response.resume().statusCode)).on(
      'error',
      error => resolve(error.message),
    )
    return promise
  })
  await new Promise(process.nextTick) // all of them connect, none is accepted yet
  await app.close()
  expect(new Set(await Promise.all(asked))).toEqual(new Set([200]))
})

test('a shop without regular health checks refuses new connections at once when it closes', async () => {
  const { app, ask } = await open()
  expect((await ask('/health/ready')).status).toBe(200)
  const closed = app.close()
  await expect.poll(() => ask('/health/live').catch((error: Error) => error.message)).toBe('fetch failed')
  await closed
})

test('a shop without its database is not ready; one with a storage that hangs is ready, and answers without waiting', async () => {
  const images = { ...diskStorage('none'), get: () => new Promise<undefined>(() => undefined) }
  const { app, db } = await testApp({ images })
  const degraded = await app.inject('/health/ready')
  expect([degraded.statusCode, degraded.json()]).toMatchObject([
    200,
    { status: 'degraded', checks: { database: 'ok', storage: 'unreachable' } },
  ])
  expect(degraded.body).not.toContain('/')
  await db.destroy()
  const gone = await app.inject('/health/ready')
  expect([gone.statusCode, gone.headers['retry-after'], gone.json()]).toEqual([
    503,
    '2',
    { status: 'unavailable', checks: { database: 'unreachable' } },
  ])
})
