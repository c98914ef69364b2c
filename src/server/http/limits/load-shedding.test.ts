import { fastify } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { defaultSettings } from '#domain/settings/defaults.ts'
import { limitConcurrency } from '../../lib/concurrency-limit.ts'
import { registerErrors } from '../../lib/errors.ts'
import { frameOf } from '../../settings/shown.ts'
import { type Bounds, registerLoadShedding } from './load-shedding.ts'

const checkout = '/api/orders/create-checkout-session'
const apps: { close(): Promise<unknown> }[] = []
afterAll(() => Promise.all(apps.map(app => app.close())))

/** An app that answers every accepted request with 200; by default it has no capacity. */
function appWith(bounds: Partial<Bounds> = {}, isStored = false) {
  const full = { checkouts: limitConcurrency(0, 0), pages: limitConcurrency(0, 0), ...bounds }
  const app = fastify()
  app.decorate('shopFrame', () => frameOf(defaultSettings, new Map(), new Date()))
  registerErrors(app)
  registerLoadShedding(app, full, full.checkouts.isFull, () => isStored)
  app.all('/*', async () => 'served')
  apps.push(app)
  return { app, full }
}
const html = { accept: 'text/html' }

test('a checkout for which even the line has no room is refused in JSON before its body is read, and counted', async () => {
  const { app, full } = appWith()
  const answer = await app.inject({ method: 'POST', url: checkout, payload: '{ no JSON' })
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2'])
  expect(answer.json()).toMatchObject({ success: false, code: 'busy', requestId: expect.any(String) })
  expect(full.checkouts.load.refused).toBe(1)
  expect(full.pages.load.refused).toBe(0)
})

test('a page over the limit gets a plain page that says so', async () => {
  const { app } = appWith()
  const { statusCode, headers, body } = await app.inject({ url: '/shop?maxPrice=10', headers: html })
  expect(statusCode).toBe(503)
  expect(headers).toMatchObject({ 'retry-after': '2', 'content-type': 'text/html; charset=utf-8' })
  expect(body).toContain('<title>One moment, please · Vitrine</title>')
  expect((await app.inject('/')).json()).toMatchObject({ code: 'busy' })
})

test.each([
  ['POST', '/api/payments/webhook'],
  ['POST', '/api/orders/confirm-payment'],
  ['POST', '/sandbox/pay/cs_test_1'],
  ['GET', '/api/products'],
  ['GET', '/images/1/320.webp'],
  ['GET', '/assets/shop.js'],
  ['GET', '/dashboard'],
] as const)('%s %s is neither a checkout nor a page of the storefront, and is served', async (method, url) => {
  expect((await appWith().app.inject({ method, url })).body).toBe('served')
})

test('below the limit, and for a page that the cache can serve, the app answers', async () => {
  const room = limitConcurrency(1, 0)
  expect((await appWith({ checkouts: room }).app.inject({ method: 'POST', url: checkout })).body).toBe('served')
  expect((await appWith({ pages: room }).app.inject('/shop')).body).toBe('served')
  expect((await appWith({}, true).app.inject('/shop')).body).toBe('served')
})
