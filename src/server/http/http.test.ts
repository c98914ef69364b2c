import { describe, expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'

const { app } = await testApp()

describe('every address', () => {
  test('says who may call it', () => {
    expect(app.accessTable.length).toBeGreaterThan(5)
    for (const { access } of app.accessTable) expect(['anyone', 'signed-in', 'self', 'admin']).toContain(access)
  })

  test('without a declared access is refused at boot', async () => {
    const { fastify } = await import('fastify')
    const { registerAccess } = await import('./access.ts')
    const careless = fastify()
    registerAccess(careless)
    expect(() => careless.get('/secret', () => 'x')).toThrow('does not say who may call it')
  })

  test('that nobody may call yet is 401 to a stranger', async () => {
    const { fastify } = await import('fastify')
    const { registerAccess } = await import('./access.ts')
    const { registerErrors } = await import('./errors.ts')
    const guarded = fastify()
    registerErrors(guarded)
    registerAccess(guarded)
    for (const access of ['signed-in', 'self', 'admin'] as const)
      guarded.get(`/${access}`, { config: { access } }, () => 'x')
    for (const access of ['signed-in', 'self', 'admin']) {
      const response = await guarded.inject(`/${access}`)
      expect(response.statusCode).toBe(401)
      expect(response.json()).toMatchObject({ success: false, code: 'unauthorized', requestId: expect.any(String) })
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

  test('carries the security headers', async () => {
    for (const url of ['/api/products', '/api/nowhere', '/images/x/y', '/api/products/%E0%A4%A']) {
      const { headers } = await app.inject(url)
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' })
      expect(headers['content-security-policy']).toContain("default-src 'none'")
    }
  })
})

describe('a change', () => {
  const post = (headers: Record<string, string>) => app.inject({ method: 'POST', url: '/api/nowhere', headers })

  test.each([
    { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' },
    { 'sec-fetch-site': 'same-site', origin: 'http://other.localhost:3000' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'null' },
    { origin: 'https://evil.test' },
  ])('that another site sends is refused: %o', async headers => {
    expect((await post(headers as Record<string, string>)).statusCode).toBe(403)
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

test('a picture that is not there, or a path out of the folder, is 404', async () => {
  for (const url of [
    '/images/abc/640.avif',
    '/images/..%2f..%2fetc/640.avif',
    '/images/abc/passwd',
    '/images/abc/99.webp',
  ]) {
    expect((await app.inject(url)).statusCode).toBe(404)
  }
})

test('the API describes itself', async () => {
  const { paths } = (await app.inject('/api/docs')).json()
  expect(Object.keys(paths)).toContain('/api/products/{id}')
})
