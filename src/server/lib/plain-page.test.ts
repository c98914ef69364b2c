import { describe, expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { busy } from './errors.ts'

const { app } = await testApp({
  pages: async () => ({ render: () => Promise.reject(busy(undefined, 'Too many <b>ask</b> at once.')) }),
})
const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

describe('a browser that requests a page that cannot be shown', () => {
  test('gets a page that says so, and when to come back', async () => {
    const { statusCode, headers, body } = await app.inject({ url: '/shop?x=1', headers: browser })
    expect(statusCode).toBe(503)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': '2',
      'x-frame-options': 'DENY',
    })
    expect(body).toContain('<title>One moment, please · Vitrine</title>')
    expect(body).toContain('Too many &lt;b&gt;ask&lt;/b&gt; at once.')
    expect(body).toContain('<a href="">Try again</a>')
  })

  test('gets a page without scripts, under a policy that allows none', async () => {
    const { headers, body } = await app.inject({ url: '/shop', headers: browser })
    expect(body).not.toContain('<script')
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; img-src 'self';/,
    )
  })

  test('gets a link to the shop when trying again is of no use', async () => {
    for (const url of ['/%', '/shop/%E0%A4%A']) {
      const { statusCode, body } = await app.inject({ url, headers: browser })
      expect(statusCode).toBe(400)
      expect(body).toContain('<p>The address is not well formed.</p>')
      expect(body).toContain('<a href="/">To the shop</a>')
    }
  })
})

test.each([
  ['a program', '/shop', { accept: '*/*' }],
  ['a client without an Accept header', '/shop', {}],
  ['a request to the API', '/api/nowhere', browser],
  ['a request for a picture', '/images/x/y', browser],
])('%s gets JSON', async (_, url, headers) => {
  const response = await app.inject({ url, headers: { ...headers } })
  expect(response.statusCode).toBeGreaterThanOrEqual(400)
  expect(response.json()).toMatchObject({ success: false, requestId: expect.any(String) })
})

test('a change gets JSON', async () => {
  const response = await app.inject({ method: 'POST', url: '/shop', headers: browser })
  expect(response.json()).toMatchObject({ success: false, code: 'not_found' })
})
