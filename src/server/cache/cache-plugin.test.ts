import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { createProduct, createUser } from '../../../tests/support/builders.ts'
import { signIn } from '../../../tests/support/sign-in.ts'
import { openResponseCache, registerResponseCache, shared } from './cache-plugin.ts'

const { app, db } = await testApp({ subscribes: true })
for (let i = 0; i < 10; i++) await createProduct(db, { description: 'long enough to be worth it '.repeat(5) })

const ask = (accepts: string, headers = {}) =>
  app.inject({ url: '/api/products', headers: { 'accept-encoding': accepts, ...headers } })

test('public responses are compressed as the client accepts', async () => {
  const plain = await ask('identity')
  expect(plain.headers['content-encoding']).toBeUndefined()
  for (const [accepts, encoding] of [
    ['gzip, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=0.5, br;Q=0.0', 'gzip'],
  ]) {
    const answer = await ask(accepts ?? '')
    expect(answer.headers['content-encoding']).toBe(encoding)
    const unpack = encoding === 'br' ? brotliDecompressSync : gunzipSync
    expect(unpack(answer.rawPayload).toString()).toBe(plain.body)
    expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length))
  }
  for (const other of ['zstd', 'br;q=0', 'gzip; q=0.000', 'vibrate', 'x-gzip'])
    expect((await ask(other)).headers['content-encoding']).toBeUndefined()
  expect(plain.headers.vary).toBe('Accept-Encoding')
})

test('private responses are never compressed', async () => {
  const owner = await createUser(db, { role: 'admin' })
  for (let i = 0; i < 20; i++) await createUser(db)
  const cookie = await signIn(db, owner)
  const answer = await app.inject({ url: '/api/auth/users', headers: { 'accept-encoding': 'gzip, br', ...cookie } })
  expect(answer.statusCode).toBe(200)
  expect(answer.body.length).toBeGreaterThan(2_000)
  expect(answer.headers['content-encoding']).toBeUndefined()
})

test('a client that has the current response gets a 304, in each encoding, until it changes', async () => {
  const { headers } = await ask('br')
  expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate')
  for (const accepts of ['br', 'gzip', 'identity']) {
    const again = await ask(accepts, { 'if-none-match': `"other", ${headers.etag}` })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', headers.etag])
  }
  await createProduct(db)
  await expect.poll(async () => (await ask('br', { 'if-none-match': headers.etag })).statusCode).toBe(200)
})

test('a GET after a HEAD has a body', async () => {
  const head = await app.inject({ method: 'HEAD', url: '/api/products/counts' })
  const whole = await app.inject('/api/products/counts')
  expect(head.body).toBe('')
  expect(whole.json().data.category.dress).toBeGreaterThan(0)
  expect(head.headers['content-length']).toBe(whole.headers['content-length'])
  const headers = { 'if-none-match': String(whole.headers.etag) }
  const known = await app.inject({ method: 'HEAD', url: '/api/products/counts', headers })
  expect(known.headers['content-length']).toBe(whole.headers['content-length'])
})

test('a cached response has the same headers as all others', async () => {
  const first = await ask('br')
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const headers = { host: 'localhost:3000', 'accept-encoding': 'br' }
  const saved = await new Promise<IncomingMessage>((resolve, reject) =>
    get({ port, path: '/api/products', headers }, resolve).on('error', reject),
  )
  saved.resume()
  expect(first.statusCode).toBe(200)
  expect(saved.rawHeaders).toContain('ETag') // the app itself would have written etag
  for (const [name, value] of Object.entries(first.headers))
    if (!['date', 'connection'].includes(name)) expect([name, saved.headers[name]]).toEqual([name, value])
})

test('each address has one cache key: nobody can replace the response of another address', async () => {
  for (const [own, poisoned] of [
    ['/api/products?limit=7', '/api/products??category=nothing&limit=7'],
    ['/api/products?limit=6', '/api/products?limit=6&%63ategory=nothing&category='],
    ['/api/products?limit=5', '/api/products?limit=9&limit=5&category[]=nothing'],
  ]) {
    const [first, second] = [await app.inject(poisoned ?? ''), await app.inject(own ?? '')]
    expect(second.json().data.products.length).toBe(Number(own?.at(-1)))
    expect(first.json().data).toEqual(second.json().data)
  }
})

test('a shared response never contains a cookie', async () => {
  const ada = await createUser(db)
  const cookie = await signIn(db, ada)
  await db.updateTable('session').set({ must_renew: true }).where('user_id', '=', ada.id).execute()
  const { headers, statusCode } = await app.inject({ url: '/api/search?q=silk', headers: cookie })
  expect(statusCode).toBe(200)
  expect(headers['set-cookie']).toContain('token=')
  expect(headers['cache-control']).toBe('no-store')
})

test('a cached route with a parameter that the cache does not know stops the start', async () => {
  const other = fastify()
  registerResponseCache(other, openResponseCache({ publicOrigin: 'http://localhost:3000', corsOrigins: [] }).cache)
  const schema = { querystring: { type: 'object', properties: { material: { type: 'string' } } } }
  expect(() => other.get('/api/fabrics', { schema, config: shared }, () => 'silk')).toThrow(
    '/api/fabrics is cached, so src/server/cache/address.ts must know its parameter material.',
  )
  await other.close()
})
