import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { createUser } from '../../../tests/support/builders.ts'
import { signIn } from '../../../tests/support/sign-in.ts'

const { app, db } = await testApp()
const listening = app
  .listen({ host: '127.0.0.1', port: 0 })
  .then(url => ({ address: { host: '127.0.0.1', port: Number(new URL(url).port) } }))

describe('every address', () => {
  test('declares who may call it', () => {
    expect(app.accessTable.length).toBeGreaterThan(5)
    for (const { access } of app.accessTable)
      expect(['anyone', 'signed-in', 'self', 'self or admin', 'staff', 'admin']).toContain(access)
  })

  test('without a declared access is refused at boot', async () => {
    const { fastify } = await import('fastify')
    const { registerAccess } = await import('./access.ts')
    const careless = fastify()
    registerAccess(careless, { find: async () => undefined })
    expect(() => careless.get('/secret', () => 'x')).toThrow('does not say who may call it')
  })

  test('answers a stranger as its declared access requires, and never with a 500', async () => {
    for (const { method, url, access } of app.accessTable) {
      const path = url.replace(/:\w+/g, '00000000-0000-7000-8000-000000000000').replace('*', 'nowhere')
      const response = await app.inject({ method: method as 'GET', url: path })
      expect(response.statusCode, `${method} ${url}`).toBeLessThan(500)
      if (access === 'anyone') expect(response.statusCode, `${method} ${url}`).not.toBe(401)
      else expect(response.statusCode, `${method} ${url}`).toBe(401)
    }
  })

  test('below /api that does not exist is 404 in JSON, whatever the method', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      const response = await app.inject({ method, url: '/api/nowhere' })
      expect(response.statusCode).toBe(404)
      expect(response.json()).toMatchObject({ success: false, code: 'not_found' })
    }
  })

  test('that is not well formed is 400', async () => {
    const response = await app.inject('/api/products/%E0%A4%A')
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ success: false, message: 'The address is not well formed' })
  })

  test.each([
    ['is not HTTP', 'nonsense\r\n\r\n', 400],
    ['does not say whom it asks', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['has too long a head', `GET / HTTP/1.1\r\nHost: x\r\nx: ${'x'.repeat(70_000)}\r\n\r\n`, 431],
    ['expects what nobody can do', 'POST /api/contact HTTP/1.1\r\nHost: x\r\nExpect: a miracle\r\n\r\n', 417],
  ])('that %s is refused with the headers of every answer', async (_, bytes, status) => {
    const { address } = await listening
    const socket = connect(address)
    socket.end(bytes)
    const answer = await text(socket)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(answer).toMatch(/^content-security-policy: default-src 'none'; base-uri 'none'; frame-ancestors 'none'\r$/im)
  })

  test('may be sent in absolute form, as proxies do; a malformed one is refused', async () => {
    const { address } = await listening
    const lineFor = async (target: string) => {
      const socket = connect(address)
      socket.write(`GET ${target} HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\n\r\n`)
      return (await text(socket)).split('\r\n', 1)[0]
    }
    expect(await lineFor('http://shop.test/api/products?limit=1')).toBe('HTTP/1.1 200 OK')
    expect(await lineFor('http://shop.test/api/nowhere')).toBe('HTTP/1.1 404 Not Found')
    for (const target of ['*', 'api/products', 'http://', '?x'])
      expect(await lineFor(target)).toBe('HTTP/1.1 400 Bad Request')
  })

  test('has room for the longest e-mail', async () => {
    const email = `${'w'.repeat(64)}@${'d'.repeat(180)}.shop.test`
    const user = await createUser(db, { email })
    const headers = await signIn(db, user)
    for (const list of ['orders', 'reviews', 'stats/user-stats'])
      expect((await app.inject({ url: `/api/${list}/${encodeURIComponent(email)}`, headers })).statusCode).toBe(200)
  })

  test('has the security headers', async () => {
    for (const url of ['/api/products', '/api/nowhere', '/images/x/y', '/api/products/%E0%A4%A']) {
      const { headers } = await app.inject(url)
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' })
      expect(headers['content-security-policy']).toContain("default-src 'none'")
    }
  })
})

describe('a change', () => {
  const elsewhere = 'Open this shop at http://localhost:3000: this request came from another site'
  const post = (headers: Record<string, string>) => app.inject({ method: 'POST', url: '/api/nowhere', headers })

  test.each([
    { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' },
    { 'sec-fetch-site': 'same-site', origin: 'http://other.localhost:3000' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'null' },
    { origin: 'https://evil.test' },
  ])('that another site sends is refused: %o', async headers => {
    const answer = await post(headers as Record<string, string>)
    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toMatchObject({ success: false, code: 'forbidden', message: elsewhere })
  })

  test.each([
    { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:3000' },
    { 'sec-fetch-site': 'none' },
    { origin: 'http://localhost:3000' },
    {},
  ])('from the shop itself or from no browser passes: %o', async headers => {
    expect((await post(headers as Record<string, string>)).statusCode).toBe(404)
  })
})

describe('a body', () => {
  test.each(['DELETE', 'POST', 'PUT'])('that is announced and never sent delays nobody: %s', async method => {
    const { address } = await listening
    const socket = connect(address)
    socket.write(
      `${method} /api/nowhere HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n`,
    )
    expect(await text(socket)).toMatch(/^HTTP\/1.1 404 /)
  })

  const nested = (levels: number) => `${'{"a":'.repeat(levels)}"\u00e9"${'}'.repeat(levels)}`
  const send = (payload: string) =>
    app.inject({ method: 'POST', url: '/api/auth/login', headers: { 'content-type': 'application/json' }, payload })

  test.each([34, 1_000])('nested %i deep is refused in a sentence of its own', async levels => {
    const answer = await send(nested(levels))
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ success: false, message: 'The request is nested too deeply' })
  })

  test('nested less deeply is validated by its fields', async () => {
    expect((await send(nested(33))).json().message).toMatch(/email|property/)
  })

  test('with a NUL deep inside is refused for that', async () => {
    const answer = await send(nested(20).replace('\u00e9', '\\u0000'))
    expect(answer.json()).toMatchObject({ message: 'The request contains characters that cannot be used' })
  })
})

describe('another origin', () => {
  const preflight = { 'access-control-request-method': 'PATCH', 'access-control-request-headers': 'content-type' }

  test('may call nothing unless it is listed', async () => {
    const listed = await testApp({}, { CORS_ORIGINS: 'https://front.test' })
    const ask = (origin: string) =>
      listed.app.inject({ method: 'OPTIONS', url: '/api/products', headers: { origin, ...preflight } })
    const welcome = await ask('https://front.test')
    expect(welcome.headers).toMatchObject({
      'access-control-allow-origin': 'https://front.test',
      'access-control-allow-credentials': 'true',
    })
    expect(welcome.headers['access-control-allow-methods']).toContain('PATCH')
    expect((await ask('https://evil.test')).headers).not.toHaveProperty('access-control-allow-origin')
    const post = await listed.app.inject({
      method: 'POST',
      url: '/api/nowhere',
      headers: { origin: 'https://front.test', 'sec-fetch-site': 'cross-site' },
    })
    expect(post.statusCode).toBe(404)
  })

  test('gets no CORS headers from a shop that lists none', async () => {
    const { headers } = await app.inject({ url: '/api/products', headers: { origin: 'https://front.test' } })
    expect(headers).not.toHaveProperty('access-control-allow-origin')
  })
})

test('the shop reports its liveness and its health', async () => {
  expect((await app.inject('/health/live')).json()).toEqual({ status: 'ok' })
  const words = { database: 'ok', storage: 'ok', disk: 'ok', backup: 'none', archive: 'none', clock: 'ok' }
  expect((await app.inject('/health/ready')).json()).toEqual({ status: 'ok', checks: words })
})

test('a body that is not JSON, or is missing, is refused in one sentence', async () => {
  const url = '/api/orders/create-checkout-session'
  const send = (payload: string, type: string) =>
    app.inject({ method: 'POST', url, payload, headers: { 'content-type': type } })
  for (const [payload, type, status] of [
    ['{"products":', 'application/json', 400],
    ['', 'application/json', 400],
    ['[]', 'application/json', 400],
    ['null', 'application/json', 400],
    ['{"products":"all"}', 'application/json', 400],
    [`{"products":["${'\\u0000'}"]}`, 'application/json', 400],
    [`{"products":["${'\\ud800'}"]}`, 'application/json', 400],
    [`${'{"a":'.repeat(200)}1${'}'.repeat(200)}`, 'application/json', 400],
    ['products=1', 'application/x-www-form-urlencoded', 415],
    ['hello', 'text/plain', 415],
    [`{"products":["${'x'.repeat(1_100_000)}"]}`, 'application/json', 413],
  ] as const) {
    const response = await send(payload, type)
    expect(response.statusCode, payload.slice(0, 40)).toBe(status)
    expect(response.json(), payload.slice(0, 40)).toMatchObject({ success: false, message: expect.any(String) })
  }
})

test('a missing picture, or a path out of the folder, is 404', async () => {
  for (const url of [
    '/images/abc/640.avif',
    '/images/..%2f..%2fetc/640.avif',
    '/images/abc/passwd',
    '/images/abc/99.webp',
  ]) {
    expect((await app.inject(url)).statusCode).toBe(404)
  }
})

test('the API publishes its own description', async () => {
  const { paths } = (await app.inject('/api/docs')).json()
  expect(Object.keys(paths)).toContain('/api/products/{id}')
})
