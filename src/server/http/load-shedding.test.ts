import { expect, test } from 'vitest'
import { limitConcurrency } from '../lib/concurrency-limit.ts'
import { createLoadShedding } from './load-shedding.ts'

/** Whoever asks, and whether they were turned away. */
function ask(
  options: Partial<Parameters<typeof createLoadShedding>[0]>,
  method: string,
  url: string,
  more: Record<string, string> = {},
) {
  const full = limitConcurrency(0, 0)
  const told: string[] = []
  const sent = { status: 0, headers: {} as Record<string, string>, body: '', isPassedOn: false, told }
  const look = createLoadShedding({
    checkouts: full,
    pages: full,
    origin: 'http://shop.test',
    headers: { 'X-Frame-Options': 'DENY' },
    isStored: () => false,
    tell: path => told.push(path),
    ...options,
  })
  const response = {
    writeHead(status: number, head: string[]) {
      const names = head.filter((_, n) => n % 2 === 0)
      sent.status = status
      sent.headers = Object.fromEntries(names.map((name, n) => [name, head[2 * n + 1] ?? '']))
      return {
        end(body: string) {
          sent.body = body
        },
      }
    },
  }
  look({ method, url, headers: { accept: 'text/html', ...more } } as never, response as never, () => {
    sent.isPassedOn = true
  })
  return sent
}

const checkout = '/api/orders/create-checkout-session'

test('a checkout too many is told in JSON to come back', () => {
  const { status, headers, body, told } = ask({}, 'POST', checkout)
  expect(status).toBe(503)
  expect(headers).toMatchObject({ 'Retry-After': '2', 'X-Frame-Options': 'DENY', 'Cache-Control': 'no-store' })
  expect(JSON.parse(body)).toMatchObject({ success: false, code: 'busy', requestId: expect.any(String) })
  expect(told).toEqual([checkout])
  expect(ask({}, 'POST', checkout, { origin: 'http://shop.test' }).status).toBe(503)
})

test('whoever wants to see a page too many gets one that says so', () => {
  const { status, headers, body } = ask({}, 'GET', '/shop?maxPrice=10')
  expect(status).toBe(503)
  expect(headers).toMatchObject({ 'Retry-After': '2', 'Content-Type': 'text/html; charset=utf-8' })
  expect(headers['Content-Length']).toBe(String(Buffer.byteLength(body)))
  expect(body).toContain('<title>One moment, please · Vitrine</title>')
  expect(ask({}, 'GET', '/', { accept: '*/*' }).body).toContain('"code":"busy"')
})

test.each([
  ['POST', '/api/payments/webhook'],
  ['POST', '/api/orders/confirm-payment'],
  ['POST', '/sandbox/pay/cs_test_1'],
  ['GET', '/api/products'],
  ['GET', '/images/1/320.webp'],
  ['GET', '/assets/shop.js'],
  ['GET', '/dashboard'],
])('%s %s is none of that, and goes on', (method, url) => {
  expect(ask({}, method, url).isPassedOn).toBe(true)
})

test('one from another site goes on: the app knows whether it may read the answer', () => {
  expect(ask({}, 'POST', checkout, { origin: 'http://other.test' }).isPassedOn).toBe(true)
})

test('while there is room, and for a page that may be kept, the app is asked', () => {
  const room = limitConcurrency(1, 0)
  expect(ask({ checkouts: room }, 'POST', checkout).isPassedOn).toBe(true)
  expect(ask({ pages: room }, 'GET', '/shop').isPassedOn).toBe(true)
  expect(ask({ isStored: () => true }, 'GET', '/shop').isPassedOn).toBe(true)
})
