import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../tests/support/database.ts'
import { noFaults } from '../../../sandbox/faults.ts'
import { dashboardOf, minutes, paymentOf, sandboxOnTrial } from '../payments.fixture.ts'
import {
  BadEvent,
  LateEvent,
  type NewPayment,
  type PaidSession,
  ProviderRefused,
  ProviderUnavailable,
} from '../provider.ts'
import { stripePayments } from './stripe.ts'

let database: TestDatabase
let trial: Awaited<ReturnType<typeof sandboxOnTrial>>

beforeAll(async () => {
  database = await testDatabase()
  trial = await sandboxOnTrial(database.connection)
})
beforeEach(() => {
  Object.assign(trial.faults, noFaults)
})
afterAll(async () => {
  await trial.close()
  await database.close()
})

let orders = 0
const payment = (changes: Partial<NewPayment> = {}): NewPayment => ({
  orderId: `order-${++orders}`,
  attempt: 1,
  lines: [{ name: 'Silk dress', unitCents: 12_950, quantity: 2, image: 'http://shop.test/dress.webp' }],
  totalCents: 25_900,
  successUrl: 'http://shop.test/success?session_id={CHECKOUT_SESSION_ID}',
  cancelUrl: 'http://shop.test/shop?cart=open',
  expiresAt: new Date(+trial.clock.now() + minutes(31)),
  ...changes,
})

test('a new session is open, names its order and adds up to the lines', async () => {
  const { id, url } = await trial.provider.createSession(payment({ orderId: 'spring-1' }))
  expect(url).toBe(`http://shop.test/sandbox/pay/${id}`)
  expect(await trial.provider.findSession(id)).toMatchObject({
    id,
    orderId: 'spring-1',
    status: 'open',
    paid: false,
    amountCents: 25_900,
    currency: 'usd',
  })
})

test('a paid session tells who paid and where the parcel goes', async () => {
  const { id } = await trial.provider.createSession(payment())
  await trial.pay(id, { email: 'grace@example.com', name: 'Grace Hopper', state: 'Greater London' })
  expect(await trial.provider.findSession(id)).toMatchObject({
    status: 'complete',
    paid: true,
    email: 'grace@example.com',
    name: 'Grace Hopper',
    phone: '+44 20 7946 0000',
    address: {
      line1: '12 St James Square',
      line2: null,
      city: 'London',
      state: 'Greater London',
      postalCode: 'SW1Y 4JH',
      country: 'GB',
    },
  })
})

test('an unknown session is undefined, whatever its id looks like', async () => {
  for (const id of ['cs_test_unknownunknownunknown', '../customers', 'a\0b', '🦊', 'x'.repeat(300)]) {
    expect(await trial.provider.findSession(id)).toBeUndefined()
    expect(await trial.provider.expireSession(id)).toBeUndefined()
  }
})

test('the same order and attempt asked twice, also at once, give one session', async () => {
  const order = payment()
  const answers = await Promise.all([1, 2, 3].map(() => trial.provider.createSession(order)))
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  const again = await trial.provider.createSession({ ...order, attempt: 2 })
  expect(again.id).not.toBe(answers[0]?.id)
})

test('a connection cut before the answer still leaves one session', async () => {
  const order = payment()
  trial.faults.apiCut = 1
  await expect(trial.provider.createSession(order)).rejects.toThrow(ProviderUnavailable)
  trial.faults.apiCut = 0
  const { id } = await trial.provider.createSession(order)
  const { rows } = await countSessions(order.orderId)
  expect(rows).toEqual([{ id }])
})

test('a repeated question gets the first answer, also when the session has been paid since', async () => {
  const order = payment()
  const first = await trial.provider.createSession(order)
  await trial.pay(first.id)
  expect(await trial.provider.createSession(order)).toEqual(first)
})

test('the same key for another cart is not answered with the first cart', async () => {
  const order = payment()
  await trial.provider.createSession(order)
  const other = { ...order, lines: [{ name: 'Ring', unitCents: 900, quantity: 1 }], totalCents: 900 }
  await expect(trial.provider.createSession(other)).rejects.toThrow(/idempotent/)
})

test.each([
  [49, 'A card payment must come to at least $0.50.'],
  [100_000_000, 'A card payment can come to at most $999,999.99. Please split this order into smaller ones.'],
])('%i cents are refused in plain words', async (cents, sentence) => {
  const lines = [{ name: 'Thing', unitCents: cents / 4, quantity: 4 }].map(line =>
    Number.isInteger(line.unitCents) ? line : { ...line, unitCents: cents, quantity: 1 },
  )
  const asked = trial.provider.createSession(payment({ lines, totalCents: cents }))
  await expect(asked).rejects.toThrow(ProviderRefused)
  await expect(asked).rejects.toThrow(sentence)
})

test('50 cents are the least, $999,999.99 the most', async () => {
  for (const unitCents of [50, 99_999_999]) {
    const { id } = await trial.provider.createSession(payment({ lines: [{ name: 'Thing', unitCents, quantity: 1 }] }))
    expect((await trial.provider.findSession(id))?.amountCents).toBe(unitCents)
  }
})

test('a provider that fails is unavailable, not refusing', async () => {
  trial.faults.api5xx = 1
  await expect(trial.provider.createSession(payment())).rejects.toThrow(ProviderUnavailable)
})

test('a wrong key makes the provider unavailable: nothing the shopper could mend', async () => {
  const { host, port } = trial.payments
  const stranger = stripePayments({
    secretKey: 'sk_test_wrong',
    webhookSecrets: ['whsec_wrong'],
    server: { host, port, protocol: 'http' },
    clock: trial.clock,
  })
  await expect(stranger.findSession('cs_test_unknownunknownunknown')).rejects.toThrow(ProviderUnavailable)
})

test('an expired session stays expired, a paid one stays paid', async () => {
  const first = await trial.provider.createSession(payment())
  expect(await trial.provider.expireSession(first.id)).toMatchObject({ status: 'expired', paid: false })
  expect(await trial.provider.expireSession(first.id)).toMatchObject({ status: 'expired', paid: false })

  const second = await trial.provider.createSession(payment())
  await trial.pay(second.id)
  expect(await trial.provider.expireSession(second.id)).toMatchObject({ status: 'complete', paid: true })
})

test('only what the provider signed, a moment ago and unchanged, is read as an event', async () => {
  const { id } = await trial.provider.createSession(payment({ orderId: 'signed-1' }))
  await trial.pay(id)
  trial.tellReceiver()
  const find = () => trial.calls.find(({ body }) => body.includes('signed-1') && body.includes('completed'))
  await expect.poll(find, { timeout: 10_000 }).toBeDefined()
  const call = find()
  if (!call) throw new Error('no event came')

  expect(await trial.provider.readEvent(Buffer.from(call.body), call.signature)).toMatchObject({
    type: 'checkout.session.completed',
    session: { id, orderId: 'signed-1', paid: true, amountCents: 25_900 },
  })

  const refused = async (body: string, signature: string | undefined) =>
    await expect(trial.provider.readEvent(body, signature)).rejects.toThrow(BadEvent)
  await refused(call.body, undefined)
  await refused(call.body, '')
  await refused(call.body, 'nonsense')
  await refused(call.body.replace('25900', '25901'), call.signature)
  await refused(`${call.body} `, call.signature)
  await refused('', call.signature)
  for (let at = 0; at < call.signature.length; at++) {
    const flipped = String.fromCharCode(call.signature.charCodeAt(at) ^ 1)
    await refused(call.body, call.signature.slice(0, at) + flipped + call.signature.slice(at + 1))
  }
  trial.clock.move(minutes(6))
  await refused(call.body, call.signature)
})

test('while a signing secret is rolled, an event signed with the old or the new one counts', async () => {
  const { host, port } = trial.payments
  const [old, fresh] = ['whsec_old', 'whsec_new']
  const shop = stripePayments({
    secretKey: 'sk_test_1',
    webhookSecrets: [old, fresh],
    server: { host, port, protocol: 'http' },
    clock: trial.clock,
  })
  const payload = JSON.stringify({ id: 'evt_1', object: 'event', type: 'ping', created: 1, data: { object: {} } })
  const signed = (secret: string, agoSeconds = 0) =>
    Stripe.webhooks.generateTestHeaderString({
      payload,
      secret,
      timestamp: Math.floor(+trial.clock.now() / 1000) - agoSeconds,
    })
  for (const secret of [old, fresh])
    expect(await shop.readEvent(payload, signed(secret))).toMatchObject({ id: 'evt_1' })
  const both = `${signed(old)},${signed('whsec_third').split(',')[1]}` // as Stripe signs with several
  expect(await shop.readEvent(payload, both)).toMatchObject({ id: 'evt_1' })
  for (const secret of ['whsec_third', `${old},${fresh}`, ''])
    await expect(shop.readEvent(payload, signed(secret || 'x'))).rejects.toThrow(BadEvent)
  for (const secret of [old, fresh])
    await expect(shop.readEvent(payload, signed(secret, 600))).rejects.toThrow(LateEvent)
})

const countSessions = (orderId: string) =>
  sql<{ id: string }>`select id from sandbox.session where params->'metadata'->>'orderId' = ${orderId}`.execute(
    database.db,
  )

describe('a refund', () => {
  const paid = async (typed?: Record<string, string>) => {
    const { id } = await trial.provider.createSession(payment())
    await trial.pay(id, typed)
    return id
  }
  const asked = (sessionId: string, id = randomUUID()) => ({ id, sessionId, orderId: 'order-of-refund' })

  test('gives the money of a paid session back, once however often it is asked', async () => {
    const refund = asked(await paid())
    const answers = await Promise.all([trial.provider.refund(refund), trial.provider.refund(refund)])
    trial.clock.move(minutes(25 * 60)) // the provider has forgotten the key
    await sql`delete from sandbox.answer`.execute(database.db)
    for (const answer of [...answers, await trial.provider.refund(refund)])
      expect(answer).toMatchObject({
        paidCents: 25_900,
        refunds: [{ askedAs: refund.id, cents: 25_900, state: 'done' }],
      })
    expect((await trial.provider.refundsOf(refund.sessionId))?.refunds).toHaveLength(1)
  })

  test('under another id finds the money gone, and tells who has it', async () => {
    const first = asked(await paid())
    await trial.provider.refund(first)
    const { refunds } = await trial.provider.refund(asked(first.sessionId))
    expect(refunds).toMatchObject([{ askedAs: first.id, cents: 25_900 }])
  })

  test('gives back what is left after a part has gone back in the dashboard', async () => {
    const sessionId = await paid()
    const dashboard = dashboardOf(trial.payments)
    const payment_intent = await paymentOf(dashboard, sessionId)
    await dashboard.refunds.create({ payment_intent, amount: 900, reason: 'duplicate' })
    await expect(dashboard.refunds.create({ payment_intent, amount: 25_001 })).rejects.toThrow(
      'greater than unrefunded',
    )
    const { refunds } = await trial.provider.refund(asked(sessionId))
    expect(refunds.map(({ cents }) => cents)).toEqual([900, 25_000])
    expect(await trial.provider.sessionOf(payment_intent)).toMatchObject({ id: sessionId, paid: true })
  })

  test('of what was never paid is refused', async () => {
    const { id } = await trial.provider.createSession(payment())
    for (const unpaid of [id, 'cs_test_unknown', 'pi_1'])
      await expect(trial.provider.refund(asked(unpaid))).rejects.toThrow(ProviderRefused)
  })

  test('that got no answer may be asked again', async () => {
    const refund = asked(await paid())
    trial.faults.api5xx = 1
    await expect(trial.provider.refund(refund)).rejects.toThrow(ProviderUnavailable)
    trial.faults.api5xx = 0
    await trial.provider.refund(refund)
  })

  test('that was refused stays refused for a day under its id, and succeeds at once under another', async () => {
    const refund = asked(await paid())
    trial.faults.emptyBalance = 1
    await expect(trial.provider.refund(refund)).rejects.toThrow('The balance at the payment provider is too low')
    trial.faults.emptyBalance = 0
    await expect(trial.provider.refund(refund)).rejects.toThrow('The balance at the payment provider is too low')
    expect(await trial.provider.refund(asked(refund.sessionId))).toMatchObject({ refunds: [{ state: 'done' }] })
  })

  test('of a card whose bank takes its time is only asked for, until the bank has done it', async () => {
    const refund = asked(await paid({ card_number: '4000 0000 0000 7726' }))
    expect(await trial.provider.refund(refund)).toMatchObject({ refunds: [{ state: 'asked' }] })
    trial.clock.move(minutes(1))
    await trial.payments.catchUp()
    expect(await trial.provider.refundsOf(refund.sessionId)).toMatchObject({ refunds: [{ state: 'done' }] })
  })

  test('can fail after it had succeeded, and says why', async () => {
    const refund = asked(await paid({ card_number: '4000 0000 0000 5126' }))
    expect(await trial.provider.refund(refund)).toMatchObject({ refunds: [{ state: 'done' }] })
    trial.clock.move(minutes(1))
    await trial.payments.catchUp()
    const reason = 'The card has expired or was canceled.'
    expect(await trial.provider.refundsOf(refund.sessionId)).toMatchObject({ refunds: [{ state: 'failed', reason }] })
  })

  test('of a disputed payment is refused', async () => {
    const sessionId = await paid({ card_number: '4000 0000 0000 0259' })
    trial.clock.move(minutes(1))
    await trial.payments.catchUp()
    await expect(trial.provider.refund(asked(sessionId))).rejects.toThrow('The buyer disputes this payment')
  })
})

test('a payment that takes its time is complete and unpaid until the money has come, or has failed', async () => {
  trial.faults.latePayment = 1
  const { id } = await trial.provider.createSession(payment())
  await trial.pay(id)
  expect(await trial.provider.findSession(id)).toMatchObject({ status: 'complete', paid: false, failed: false })
  trial.clock.move(minutes(1))
  await trial.payments.catchUp()
  expect(await trial.provider.findSession(id)).toMatchObject({ status: 'complete', paid: true, failed: false })

  trial.faults.latePaymentFails = 1
  const other = await trial.provider.createSession(payment())
  await trial.pay(other.id)
  trial.clock.move(minutes(1))
  await trial.payments.catchUp()
  expect(await trial.provider.findSession(other.id)).toMatchObject({ status: 'complete', paid: false, failed: true })
})

describe('all that was paid', () => {
  async function paidSince(since: Date) {
    const found: PaidSession[] = []
    for await (const session of trial.provider.paidSessions(since)) found.push(session)
    return found
  }

  test('is told newest first, page after page, with who ordered and whether it was given back', async () => {
    trial.clock.move(minutes(60))
    const begin = trial.clock.now()
    const opened: string[] = []
    for (let n = 0; n < 105; n += 1) {
      trial.clock.move(1000)
      const { id } = await trial.provider.createSession(payment({ orderId: `bulk-${n}`, userId: `user-${n}` }))
      opened.unshift(id)
    }
    const [unpaid, ...paid] = opened
    for (const id of paid) await trial.pay(id)
    await trial.provider.refund({ id: randomUUID(), sessionId: paid[1] ?? '', orderId: 'bulk-102' })
    const found = await paidSince(begin)
    expect(found.map(({ id }) => id)).toEqual(paid)
    expect(unpaid).toBeDefined()
    expect(found[0]).toMatchObject({
      orderId: 'bulk-103',
      userId: 'user-103',
      paid: true,
      refunded: false,
      refundedCents: 0,
    })
    expect(found[1]).toMatchObject({ orderId: 'bulk-102', refunded: true, refundedCents: 25_900 })
    expect(await paidSince(new Date(+begin + 104_000))).toHaveLength(1)
    expect(await paidSince(trial.clock.now())).toEqual([])
  })

  test('names what was bought', async () => {
    const lines = [
      { productId: 'p-1', name: 'Silk dress', unitCents: 12_950, quantity: 2 },
      { name: 'Ring', unitCents: 4_900, quantity: 1 },
    ]
    const { id } = await trial.provider.createSession(payment({ lines, totalCents: 30_800 }))
    expect(await trial.provider.linesOf(id)).toEqual([lines[0], { ...lines[1], productId: undefined }])
  })

  test('is unavailable when the provider fails, also in the middle', async () => {
    trial.faults.api5xx = 1
    await expect(paidSince(new Date(0))).rejects.toThrow(ProviderUnavailable)
    await expect(trial.provider.linesOf('cs_test_any')).rejects.toThrow(ProviderUnavailable)
    trial.faults.api5xx = 0
  })
})
