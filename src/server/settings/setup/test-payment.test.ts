import { sql } from 'kysely'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '../../../../tests/support/app.ts'
import { createUser } from '../../../../tests/support/builders.ts'
import { noLimits } from '../../../../tests/support/limits.ts'
import { signIn } from '../../../../tests/support/sign-in.ts'
import { checkPayments } from '../../integrity/provider-payments.ts'
import { systemClock as clock, randomIds as ids } from '../../lib/clock.ts'
import { openCheckout } from '../../orders/orders.fixture.ts'
import { handleEvent } from '../../payments/handle-event.ts'
import { recoverPayments } from '../../payments/recover.ts'

let shop: Awaited<ReturnType<typeof openCheckout>>
let headers: Record<string, string>
beforeAll(async () => {
  shop = await openCheckout()
  headers = await signIn(shop.db, await createUser(shop.db, { role: 'admin' }))
})
afterAll(() => shop.close())

async function ask(method: 'GET' | 'POST', url: string) {
  const response = await shop.app.inject({ method, url: `/api/settings/services/payments/try${url}`, headers })
  return { status: response.statusCode, ...response.json() }
}
async function open() {
  const { data } = await ask('POST', '')
  return { url: data.url as string, id: (data.url as string).split('/').at(-1) ?? '' }
}
async function eventsOf() {
  const { rows } = await sql<{ payload: string; due_at: Date | null }>`
    select payload::text, due_at from sandbox.event`.execute(shop.db)
  return rows
}
const refundsOf = async (id: string) => (await shop.payments.refundsOf(id))?.refunds

test('a test payment of a dollar is opened, paid, and refunded once, however often its state is asked', async () => {
  const { url, id } = await open()
  expect(url).toBe(`http://shop.test/sandbox/pay/${id}`)
  expect(await ask('GET', `/${id}`)).toMatchObject({
    status: 200,
    data: { outcome: 'incomplete', sentence: 'The test payment is not made yet: nothing was charged.' },
  })
  const page = await shop.pay(id)
  expect(page.headers.location).toBe(`http://shop.test/dashboard/settings/services?payment=${id}`)
  const works = {
    status: 200,
    data: { outcome: 'works', sentence: 'Payments work: a dollar was paid, and has gone back.' },
  }
  const answers = await Promise.all([ask('GET', `/${id}`), ask('GET', `/${id}`)])
  expect(answers).toMatchObject([works, works])
  expect(await ask('GET', `/${id}`)).toMatchObject(works)
  expect(await refundsOf(id)).toMatchObject([{ cents: 100, state: 'done' }])
})

test('the events of a test payment leave no order, no entry and no warning', async () => {
  shop.sendEventsToShop()
  const { id } = await open()
  await shop.pay(id)
  await ask('GET', `/${id}`)
  await expect.poll(async () => (await eventsOf()).filter(({ due_at }) => due_at !== null)).toEqual([])
  for (const table of ['order', 'payment_event', 'refund', 'mail'] as const)
    expect(await shop.db.selectFrom(table).selectAll().execute(), table).toEqual([])

  const events = await eventsOf()
  expect(events.length).toBeGreaterThan(1)
  for (const { payload } of events) {
    const timestamp = Math.floor(+shop.clock.now() / 1000)
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload,
      secret: shop.sandbox.webhookSecret,
      timestamp,
    })
    const event = await shop.payments.readEvent(payload, signature)
    expect(await handleEvent(shop.context, event), event.type).toBe('a test payment')
  }
})

test('neither the proof nor a restore takes a test payment for a lost order', async () => {
  const since = new Date(+shop.clock.now() - 60 * 60_000)
  const result = await checkPayments(shop.db, shop.payments, { since, now: shop.clock.now(), goOn: () => undefined })
  expect(result).toMatchObject({ broken: 0, checked: 0 })
  expect(await recoverPayments(shop.context, since)).toMatchObject({ orders: 0, payments: 0 })
  expect(await shop.db.selectFrom('order').selectAll().execute()).toEqual([])
})

test('only a test payment can be asked about', async () => {
  const missing = { status: 404, message: 'Test payment not found' }
  for (const id of ['cs_test_unknown', 'x', '%20', 'cancelled'])
    expect(await ask('GET', `/${id}`)).toMatchObject(missing)
  const { sessionId } = await shop.orderSomething()
  await shop.pay(sessionId)
  expect(await ask('GET', `/${sessionId}`)).toMatchObject(missing)
  expect(await refundsOf(sessionId)).toEqual([])
  expect((await shop.confirm((await open()).id)).status).toBe(404)
})

test('a provider that fails or refuses the refund is said in one sentence', async () => {
  const { id } = await open()
  await shop.pay(id)
  shop.sandbox.faults.emptyBalance = 1
  expect(await ask('GET', `/${id}`)).toMatchObject({ status: 200, data: { outcome: 'fails' } })
  shop.sandbox.faults.emptyBalance = 0
  shop.sandbox.faults.api5xx = 1
  const answer = {
    status: 200,
    data: { outcome: 'fails', sentence: 'The payment provider does not answer: try again in a moment.' },
  }
  expect(await ask('POST', '')).toMatchObject(answer)
  expect(await ask('GET', `/${id}`)).toMatchObject(answer)
  shop.sandbox.faults.api5xx = 0
})

test('with a live key nothing is bought, and the key is checked', async () => {
  const settings = {
    ...{ PUBLIC_ORIGIN: 'https://shop.example', STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' },
  }
  const live = await testApp({ limits: noLimits }, settings)
  const admin = await signIn(live.db, await createUser(live.db, { role: 'admin' }))
  const url = '/api/settings/services/payments/try'
  const response = await live.app.inject({ method: 'POST', url, headers: admin })
  expect(response.json().data).toEqual({
    outcome: 'incomplete',
    sentence: expect.stringMatching(/^Stripe accepts the live key/),
  })

  const { stripePayments } = await import('../../payments/stripe/stripe.ts')
  const { host, port } = shop.sandbox
  const server = { host, port, protocol: 'http' } as const
  const provider = stripePayments({ secretKey: 'sk_live_wrong', webhookSecrets: [], server, clock })
  const { tryPayments } = await import('./try-payments.ts')
  const config = { payments: 'stripe', stripeSecretKey: 'sk_live_wrong', publicOrigin: 'https://shop.example' } as const
  expect(await tryPayments({ config, payments: provider, id: ids.uuid(), email: 'a@shop.test' })).toEqual({
    outcome: 'fails',
    sentence: 'The payment provider refuses the key: correct STRIPE_SECRET_KEY.',
  })
})
