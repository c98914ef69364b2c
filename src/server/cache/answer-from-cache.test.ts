import { get, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { createProduct } from '../../../tests/support/builders.ts'
import { openDatabase } from '../db/connection.ts'

const nowhere = openDatabase({ host: '/nowhere', port: 5432, user: 'nobody', database: 'none' })
let isLost = false
const { app, db } = await testApp({ subscribes: true, read: work => work(isLost ? nowhere : db) })
let port: number
beforeAll(async () => {
  for (let n = 0; n < 3; n++) await createProduct(db, { category: 'dress' })
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as AddressInfo).port
  for (const path of ['/api/products', '/api/products/counts']) await ask(path) // the cache now knows these lists
})
afterAll(() => nowhere.destroy())

const ask = (path: string) =>
  new Promise<{ status: number | undefined; headers: IncomingHttpHeaders; body: string }>((resolve, reject) => {
    get({ port, path, headers: { host: 'localhost:3000' } }, async answer =>
      resolve({ status: answer.statusCode, headers: answer.headers, body: await text(answer) }),
    ).on('error', reject)
  })

test.each([
  ['/api/products?limit=2', '/api/products/?limit=2&sort=newest'],
  ['/api/products/counts?color=black', '/api/products/counts?minPrice=0.001&color=black'],
])('%s is answered alike by the app and before it', async (byApp, before) => {
  const [one, other] = [await app.inject(byApp), await ask(before)]
  expect(other.status).toBe(200)
  expect(other.body).toBe(one.body)
  const { date, connection, ...headers } = one.headers
  expect(other.headers).toMatchObject(headers)
})

test.each([
  ['/api/products?category=%00', 400],
  ['/api/products/export', 401],
  ['/api/products/nowhere', 404],
])('%s is answered by the app', async (path, status) => {
  const answer = await ask(path)
  expect(answer.status).toBe(status)
  expect(JSON.parse(answer.body)).toMatchObject({ success: false, requestId: expect.any(String) })
})

test('without a database a list is a 503, which is not cached', async () => {
  isLost = true
  const lost = await ask('/api/products?limit=1')
  isLost = false
  expect([lost.status, lost.headers['retry-after']]).toEqual([503, '2'])
  expect((await ask('/api/products?limit=1')).status).toBe(200)
})
