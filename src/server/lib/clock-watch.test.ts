import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { createProduct } from '../../../tests/support/builders.ts'
import { noLimits } from '../../../tests/support/limits.ts'
import { movableClock } from '../payments/payments.fixture.ts'
import { openStripe } from '../payments/payments.ts'
import { systemClock } from './clock.ts'

const hours = (n: number) => n * 60 * 60_000
const clock = movableClock()
const said: [object, string][] = []
const log = { warn: (about: object, sentence: string) => said.push([about, sentence]) }
const webhookSecret = 'whsec_test_of_clocks'
let provider: Server
let shop: Awaited<ReturnType<typeof open>>

/** A server that checks times as Stripe does: a payment page must stay open for at least half an hour. */
const standIn: RequestListener = async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  const now = Date.now() / 1000
  const endsAt = Number(new URLSearchParams(body).get('expires_at'))
  const isRefused = request.method === 'POST' && endsAt < now + 30 * 60
  const error = { type: 'invalid_request_error', param: 'expires_at', message: 'It must be 30 minutes ahead.' }
  const session = { id: `cs_test_${Math.round(now * 1000)}`, object: 'checkout.session', url: 'https://pay.test/1' }
  response.writeHead(isRefused ? 400 : 200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(isRefused ? { error } : session))
}

async function open() {
  provider = createServer(standIn)
  await new Promise<void>(resolve => provider.listen(0, '127.0.0.1', resolve))
  const { port } = provider.address() as AddressInfo
  const server = { host: '127.0.0.1', port, protocol: 'http' } as const
  const payments = await openStripe({ secretKey: 'sk_test_1', webhookSecrets: [webhookSecret], server, clock, log })
  return await testApp({ payments, clock, limits: noLimits })
}
beforeAll(async () => {
  shop = await open()
})
afterAll(() => new Promise(resolve => provider.close(resolve)))

async function buy() {
  const { id } = await createProduct(shop.db)
  const payload = { products: [{ _id: id, quantity: 1 }] }
  return await shop.app.inject({ method: 'POST', url: '/api/orders/create-checkout-session', payload })
}
const ready = async () => (await shop.app.inject('/health/ready')).json()

// The tests run in order, against one shop.

test('a correct clock is reported as correct', async () => {
  expect((await buy()).statusCode).toBe(200)
  expect(await ready()).toMatchObject({ status: 'ok', checks: { clock: 'ok' } })
  expect(said).toEqual([])
})

test('two hours behind: it is reported, and shoppers buy from the second attempt on', async () => {
  clock.move(-hours(2))
  const first = await buy()
  expect([first.statusCode, first.json().message]).toEqual([
    503,
    'The payment page cannot be opened right now. Your cart is kept: please try again in a moment.',
  ])
  expect((await buy()).statusCode).toBe(200)
  expect(await ready()).toMatchObject({ status: 'degraded', checks: { clock: 'wrong' } })
  const about = { host: '127.0.0.1', minutes: 120 }
  const cure = 'the clock of this machine is behind that of 127.0.0.1: set it, and keep it right with NTP'
  expect(said).toEqual([[about, cure]])
  const states = await shop.db.selectFrom('order').select('payment_state').orderBy('created_at').execute()
  expect(states.map(({ payment_state }) => payment_state).toSorted()).toEqual(['awaiting', 'awaiting', 'failed'])
})

test('two hours ahead: shoppers buy, and the error for events with refused timestamps names the clock', async () => {
  clock.move(hours(4))
  expect((await buy()).statusCode).toBe(200)
  expect(await ready()).toMatchObject({ checks: { clock: 'wrong' } })
  const warn = vi.spyOn(shop.app.log, 'warn')
  const send = async (at: Date, secret = webhookSecret) => {
    const payload = JSON.stringify({ id: 'evt_1', object: 'event', type: 'payment_link.created', data: { object: {} } })
    const timestamp = Math.floor(+at / 1000)
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    return (await shop.app.inject({ method: 'POST', url: '/api/payments/webhook', payload, headers })).statusCode
  }
  expect(await send(systemClock.now(), 'whsec_of_somebody_else')).toBe(400)
  expect(warn).not.toHaveBeenCalled()
  expect(await send(systemClock.now())).toBe(400)
  expect(warn.mock.calls).toEqual([
    [{ now: clock.now(), times: 1 }, expect.stringContaining('most likely the clock of this machine is wrong')],
  ])
  expect(await send(clock.now())).toBe(200)
})

test('once the clock is right again, nothing is reported', async () => {
  clock.move(-hours(2))
  expect((await buy()).statusCode).toBe(200)
  expect(await ready()).toMatchObject({ status: 'ok', checks: { clock: 'ok' } })
})
