import Fastify from 'fastify'
import Stripe from 'stripe'
import { defaultSettings } from '#domain/settings/defaults.ts'
import { noFaults } from '../../sandbox/faults.ts'
import type { Connection } from '../db/connection.ts'
import { frameOf } from '../settings/shown.ts'
import { openSandbox } from './payments.ts'

/** A clock that a test can move. */
export function movableClock(start = new Date()) {
  let time = +start
  return {
    now: () => new Date(time),
    move(ms: number) {
      time += ms
    },
  }
}

export const minutes = (n: number) => n * 60_000

/** The provider's own dashboard: its API with the shop's key, but without the shop. */
export const dashboardOf = ({ secretKey, host, port }: { secretKey: string; host: string; port: number }) =>
  new Stripe(secretKey, { host, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false })

/** Returns the id of a session's payment, as the dashboard names it. */
export async function paymentOf(dashboard: Stripe, sessionId: string): Promise<string> {
  const { payment_intent } = await dashboard.checkout.sessions.retrieve(sessionId)
  return typeof payment_intent === 'string' ? payment_intent : ''
}

interface Call {
  signature: string
  body: string
}

/** Opens the sandbox with its pages on their own app, and a receiver that stores the requests it gets. */
export async function openTestSandbox(connection: Connection, clock = movableClock()) {
  const origin = 'http://shop.test'
  const refused: object[] = []
  const log = { warn: (about: object) => refused.push(about) }
  const payments = await openSandbox({ connection, origin, faults: noFaults, clock, log })
  const pages = Fastify()
  pages.decorate('shopFrame', () => frameOf(defaultSettings, new Map(), clock.now()))
  await pages.register(payments.pages)

  const calls: Call[] = []
  const receiver = await startReceiver(calls)

  return {
    payments,
    provider: payments.provider,
    faults: payments.faults,
    pages,
    clock,
    calls,
    receiver,
    /** The log entries about events that the receiver refused. */
    refused,
    sendEventsToReceiver: () => payments.sendEventsTo(receiver.url),
    /** Fills in and submits the form. Fields that are not given get valid values. */
    pay: (id: string, typed: Record<string, string> = {}) =>
      pages.inject({
        method: 'POST',
        url: `/sandbox/pay/${id}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: formOf(typed),
      }),
    async close() {
      await receiver.app.close()
      await pages.close()
      await payments.close()
    },
  }
}

/** The form of the hosted page, filled in. */
export const formOf = (typed: Record<string, string> = {}): string =>
  new URLSearchParams({
    email: 'ada@example.com',
    name: 'Ada Lovelace',
    line1: '12 St James Square',
    line2: '',
    city: 'London',
    state: '',
    postal_code: 'SW1Y 4JH',
    country: 'GB',
    phone: '+44 20 7946 0000',
    card_number: '4242 4242 4242 4242',
    card_expiry: '12 / 40',
    card_cvc: '123',
    card_name: 'Ada Lovelace',
    ...typed,
  }).toString()

async function startReceiver(calls: Call[]) {
  const app = Fastify({ forceCloseConnections: true })
  const receiver = { app, url: '', status: 200 }
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (_: unknown, body: string) => body)
  app.post<{ Body: string }>('/webhook', async ({ headers, body }, reply) => {
    calls.push({ signature: String(headers['stripe-signature']), body })
    return reply.status(receiver.status).send()
  })
  receiver.url = `${await app.listen({ host: '127.0.0.1', port: 0 })}/webhook`
  return receiver
}
