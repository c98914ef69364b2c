import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../tests/support/database.ts'
import { noFaults } from '../../../sandbox/faults.ts'
import { dashboardOf, minutes, openTestSandbox, paymentOf } from '../payments.fixture.ts'
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
let sandbox: Awaited<ReturnType<typeof openTestSandbox>>

beforeAll(async () => {
  database = await testDatabase()
  sandbox = await openTestSandbox(database.connection)
})
beforeEach(() => {
  Object.assign(sandbox.faults, noFaults)
})
afterAll(async () => {
  await sandbox.close()
  await database.close()
})

let orders = 0
const payment = (changes: Partial<NewPayment> = {}): NewPayment => ({
  orderId: `order-${++orders}`,
  orderNumber: 1001,
  attempt: 1,
  lines: [{ name: 'Silk dress', unitCents: 12_950, quantity: 2, image: 'http://shop.test/dress.webp' }],
  totalCents: 25_900,
  currency: 'usd',
  successUrl: 'http://shop.test/success?session_id={CHECKOUT_SESSION_ID}',
  cancelUrl: 'http://shop.test/shop?cart=open',
  expiresAt: new Date(+sandbox.clock.now() + minutes(31)),
  ...changes,
})

test('a new session is open, with the id of its order and the sum of the lines', async () => {
  const { id, url } = await sandbox.provider.createSession(payment({ orderId: 'spring-1' }))
  expect(url).toBe(`http://shop.test/sandbox/pay/${id}`)
  expect(await sandbox.provider.findSession(id)).toMatchObject({
    id,
    orderId: 'spring-1',
    status: 'open',
    paid: false,
    amountCents: 25_900,
    currency: 'usd',
  })
})

test('a paid session has the buyer and the delivery address', async () => {
  const { id } = await sandbox.provider.createSession(payment())
  await sandbox.pay(id, { email: 'grace@example.com', name: 'Grace Hopper', state: 'Greater London' })
  expect(await sandbox.provider.findSession(id)).toMatchObject({
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
    expect(await sandbox.provider.findSession(id)).toBeUndefined()
    expect(await sandbox.provider.expireSession(id)).toBeUndefined()
  }
})

test('the same order and attempt give one session, even when requested concurrently', async () => {
  const order = payment()
  const answers = await Promise.all([1, 2, 3].map(() => sandbox.provider.createSession(order)))
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  const again = await sandbox.provider.createSession({ ...order, attempt: 2 })
  expect(again.id).not.toBe(answers[0]?.id)
})

test('a connection cut before the response still leaves one session', async () => {
  const order = payment()
  sandbox.faults.apiCut = 1
  await expect(sandbox.provider.createSession(order)).rejects.toThrow(ProviderUnavailable)
  sandbox.faults.apiCut = 0
  const { id } = await sandbox.provider.createSession(order)
  const { rows } = await countSessions(order.orderId)
  expect(rows).toEqual([{ id }])
})

test('a repeated request gets the first response, even when the session has been paid since', async () => {
  const order = payment()
  const first = await sandbox.provider.createSession(order)
  await sandbox.pay(first.id)
  expect(await sandbox.provider.createSession(order)).toEqual(first)
})

test('the same key with another cart does not return the first session', async () => {
  const order = payment()
  await sandbox.provider.createSession(order)
  const other = { ...order, lines: [{ name: 'Ring', unitCents: 900, quantity: 1 }], totalCents: 900 }
  await expect(sandbox.provider.createSession(other)).rejects.toThrow(/idempotent/)
})

test.each([
  [49, 'A card payment must come to at least $0.50.'],
  [100_000_000, 'A card payment can come to at most $999,999.99. Please split this order into smaller ones.'],
])('%i cents are refused with a plain message', async (cents, sentence) => {
  const lines = [{ name: 'Thing', unitCents: cents / 4, quantity: 4 }].map(line =>
    Number.isInteger(line.unitCents) ? line : { ...line, unitCents: cents, quantity: 1 },
  )
  const asked = sandbox.provider.createSession(payment({ lines, totalCents: cents }))
  await expect(asked).rejects.toThrow(ProviderRefused)
  await expect(asked).rejects.toThrow(sentence)
})

test('the minimum is 50 cents, the maximum $999,999.99', async () => {
  for (const unitCents of [50, 99_999_999]) {
    const { id } = await sandbox.provider.createSession(payment({ lines: [{ name: 'Thing', unitCents, quantity: 1 }] }))
    expect((await sandbox.provider.findSession(id))?.amountCents).toBe(unitCents)
  }
})

test('a provider that fails counts as unavailable, not as refusing', async () => {
  sandbox.faults.api5xx = 1
  await expect(sandbox.provider.createSession(payment())).rejects.toThrow(ProviderUnavailable)
})

test('a wrong API key makes the provider unavailable: the customer cannot fix it', async () => {
  const { host, port } = sandbox.payments
  const stranger = stripePayments({
    secretKey: 'sk_test_wrong',
    webhookSecrets: ['whsec_wrong'],
    server: { host, port, protocol: 'http' },
    clock: sandbox.clock,
  })
  await expect(stranger.findSession('cs_test_unknownunknownunknown')).rejects.toThrow(ProviderUnavailable)
})

test('an expired session stays expired, a paid one stays paid', async () => {
  const first = await sandbox.provider.createSession(payment())
  expect(await sandbox.provider.expireSession(first.id)).toMatchObject({ status: 'expired', paid: false })
  expect(await sandbox.provider.expireSession(first.id)).toMatchObject({ status: 'expired', paid: false })

  const second = await sandbox.provider.createSession(payment())
  await sandbox.pay(second.id)
  expect(await sandbox.provider.expireSession(second.id)).toMatchObject({ status: 'complete', paid: true })
})

test('only a request that the provider signed recently and that is unchanged is read as an event', async () => {
  const { id } = await sandbox.provider.createSession(payment({ orderId: 'signed-1' }))
  await sandbox.pay(id)
  sandbox.sendEventsToReceiver()
  const find = () => sandbox.calls.find(({ body }) => body.includes('signed-1') && body.includes('completed'))
  await expect.poll(find, { timeout: 10_000 }).toBeDefined()
  const call = find()
  if (!call) throw new Error('no event came')

  expect(await sandbox.provider.readEvent(Buffer.from(call.body), call.signature)).toMatchObject({
    type: 'checkout.session.completed',
    session: { id, orderId: 'signed-1', paid: true, amountCents: 25_900 },
  })

  const refused = async (body: string, signature: string | undefined) =>
    await expect(sandbox.provider.readEvent(body, signature)).rejects.toThrow(BadEvent)
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
  sandbox.clock.move(minutes(6))
  await refused(call.body, call.signature)
})

test('while a signing secret is rotated, an event signed with the old or the new one counts', async () => {
  const { host, port } = sandbox.payments
  const [old, fresh] = ['whsec_old', 'whsec_new']
  const shop = stripePayments({
    secretKey: 'sk_test_1',
    webhookSecrets: [old, fresh],
    server: { host, port, protocol: 'http' },
    clock: sandbox.clock,
  })
  const payload = JSON.stringify({ id: 'evt_1', object: 'event', type: 'ping', created: 1, data: { object: {} } })
  const signed = (secret: string, agoSeconds = 0) =>
    Stripe.webhooks.generateTestHeaderString({
      payload,
      secret,
      timestamp: Math.floor(+sandbox.clock.now() / 1000) - agoSeconds,
    })
  for (const secret of [old, fresh])
    expect(await shop.readEvent(payload, signed(secret))).toMatchObject({ id: 'evt_1' })
  const both = `${signed(old)},${signed('whsec_third').split(',')[1]}` // as Stripe signs with several secrets
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
    const { id } = await sandbox.provider.createSession(payment())
    await sandbox.pay(id, typed)
    return id
  }
  const asked = (sessionId: string, id = randomUUID()) => ({ id, sessionId, orderId: 'order-of-refund' })

  test('returns the money of a paid session, once however often it is requested', async () => {
    const refund = asked(await paid())
    const answers = await Promise.all([sandbox.provider.refund(refund), sandbox.provider.refund(refund)])
    sandbox.clock.move(minutes(25 * 60)) // the provider forgets the key
    await sql`delete from sandbox.answer`.execute(database.db)
    for (const answer of [...answers, await sandbox.provider.refund(refund)])
      expect(answer).toMatchObject({
        paidCents: 25_900,
        refunds: [{ requestId: refund.id, cents: 25_900, state: 'done' }],
      })
    expect((await sandbox.provider.refundsOf(refund.sessionId))?.refunds).toHaveLength(1)
  })

  test('under another id returns the refund that was made before', async () => {
    const first = asked(await paid())
    await sandbox.provider.refund(first)
    const { refunds } = await sandbox.provider.refund(asked(first.sessionId))
    expect(refunds).toMatchObject([{ requestId: first.id, cents: 25_900 }])
  })

  test('of a part returns exactly that, once for its id, also when it is asked for again with all the others', async () => {
    const part = { ...asked(await paid()), cents: 900 }
    for (let n = 0; n < 2; n++)
      expect(await sandbox.provider.refund(part)).toMatchObject({ refunds: [{ requestId: part.id, cents: 900 }] })
    const other = { ...asked(part.sessionId), cents: 25_000 }
    expect((await sandbox.provider.refund(other)).refunds.map(({ cents }) => cents).toSorted()).toEqual([25_000, 900])
  })

  test('of more than is left is not made, and tells what was made', async () => {
    const part = { ...asked(await paid()), cents: 20_000 }
    await sandbox.provider.refund(part)
    const { refunds } = await sandbox.provider.refund({ ...asked(part.sessionId), cents: 5_901 })
    expect(refunds).toMatchObject([{ requestId: part.id, cents: 20_000 }])
  })

  test.each<[number, string]>([
    [0, 'This value must be greater than or equal to 1.'],
    [-1, 'This value must be greater than or equal to 1.'],
    [25_901, 'Refund amount ($259.01) is greater than unrefunded amount on charge ($259.00)'],
  ])('of %d cents is refused as Stripe refuses it', async (amount, message) => {
    const dashboard = dashboardOf(sandbox.payments)
    const payment_intent = await paymentOf(dashboard, await paid())
    await expect(dashboard.refunds.create({ payment_intent, amount })).rejects.toThrow(message)
  })

  test('returns what is left after a partial refund in the dashboard', async () => {
    const sessionId = await paid()
    const dashboard = dashboardOf(sandbox.payments)
    const payment_intent = await paymentOf(dashboard, sessionId)
    await dashboard.refunds.create({ payment_intent, amount: 900, reason: 'duplicate' })
    await expect(dashboard.refunds.create({ payment_intent, amount: 25_001 })).rejects.toThrow(
      'greater than unrefunded',
    )
    const { refunds } = await sandbox.provider.refund(asked(sessionId))
    expect(refunds.map(({ cents }) => cents)).toEqual([900, 25_000])
    expect(await sandbox.provider.sessionOf(payment_intent)).toMatchObject({ id: sessionId, paid: true })
  })

  test('of a session that was never paid is refused', async () => {
    const { id } = await sandbox.provider.createSession(payment())
    for (const unpaid of [id, 'cs_test_unknown', 'pi_1'])
      await expect(sandbox.provider.refund(asked(unpaid))).rejects.toThrow(ProviderRefused)
  })

  test('that got no response may be requested again', async () => {
    const refund = asked(await paid())
    sandbox.faults.api5xx = 1
    await expect(sandbox.provider.refund(refund)).rejects.toThrow(ProviderUnavailable)
    sandbox.faults.api5xx = 0
    await sandbox.provider.refund(refund)
  })

  test('that was refused stays refused for a day under its id, and succeeds at once under another', async () => {
    const refund = asked(await paid())
    sandbox.faults.emptyBalance = 1
    await expect(sandbox.provider.refund(refund)).rejects.toThrow('The balance at the payment provider is too low')
    sandbox.faults.emptyBalance = 0
    await expect(sandbox.provider.refund(refund)).rejects.toThrow('The balance at the payment provider is too low')
    expect(await sandbox.provider.refund(asked(refund.sessionId))).toMatchObject({ refunds: [{ state: 'done' }] })
  })

  test('of a card with a slow bank is pending until the bank has made it', async () => {
    const refund = asked(await paid({ card_number: '4000 0000 0000 7726' }))
    expect(await sandbox.provider.refund(refund)).toMatchObject({ refunds: [{ state: 'asked' }] })
    sandbox.clock.move(minutes(1))
    await sandbox.payments.catchUp()
    expect(await sandbox.provider.refundsOf(refund.sessionId)).toMatchObject({ refunds: [{ state: 'done' }] })
  })

  test('can fail after it had succeeded, with a reason', async () => {
    const refund = asked(await paid({ card_number: '4000 0000 0000 5126' }))
    expect(await sandbox.provider.refund(refund)).toMatchObject({ refunds: [{ state: 'done' }] })
    sandbox.clock.move(minutes(1))
    await sandbox.payments.catchUp()
    const reason = 'The card has expired or was canceled.'
    expect(await sandbox.provider.refundsOf(refund.sessionId)).toMatchObject({ refunds: [{ state: 'failed', reason }] })
  })

  test('of a disputed payment is refused', async () => {
    const sessionId = await paid({ card_number: '4000 0000 0000 0259' })
    sandbox.clock.move(minutes(1))
    await sandbox.payments.catchUp()
    await expect(sandbox.provider.refund(asked(sessionId))).rejects.toThrow('The buyer disputes this payment')
  })
})

test('a delayed payment is complete and unpaid until the money arrives, or the payment fails', async () => {
  sandbox.faults.latePayment = 1
  const { id } = await sandbox.provider.createSession(payment())
  await sandbox.pay(id)
  expect(await sandbox.provider.findSession(id)).toMatchObject({ status: 'complete', paid: false, failed: false })
  sandbox.clock.move(minutes(1))
  await sandbox.payments.catchUp()
  expect(await sandbox.provider.findSession(id)).toMatchObject({ status: 'complete', paid: true, failed: false })

  sandbox.faults.latePaymentFails = 1
  const other = await sandbox.provider.createSession(payment())
  await sandbox.pay(other.id)
  sandbox.clock.move(minutes(1))
  await sandbox.payments.catchUp()
  expect(await sandbox.provider.findSession(other.id)).toMatchObject({ status: 'complete', paid: false, failed: true })
})

describe('the list of paid sessions', () => {
  async function paidSince(since: Date) {
    const found: PaidSession[] = []
    for await (const session of sandbox.provider.paidSessions(since)) found.push(session)
    return found
  }

  test('is newest first, over several pages, with the account and the refunds', async () => {
    sandbox.clock.move(minutes(60))
    const begin = sandbox.clock.now()
    const opened: string[] = []
    for (let n = 0; n < 105; n += 1) {
      sandbox.clock.move(1000)
      const { id } = await sandbox.provider.createSession(payment({ orderId: `bulk-${n}`, userId: `user-${n}` }))
      opened.unshift(id)
    }
    const [, ...paid] = opened // the newest stays unpaid
    for (const id of paid) await sandbox.pay(id)
    await sandbox.provider.refund({ id: randomUUID(), sessionId: paid[1] ?? '', orderId: 'bulk-102' })
    const found = await paidSince(begin)
    expect(found.map(({ id }) => id)).toEqual(paid)
    expect(found[0]).toMatchObject({
      orderId: 'bulk-103',
      userId: 'user-103',
      paid: true,
      refunded: false,
      refundedCents: 0,
    })
    expect(found[1]).toMatchObject({ orderId: 'bulk-102', refunded: true, refundedCents: 25_900 })
    expect(await paidSince(new Date(+begin + 104_000))).toHaveLength(1)
    expect(await paidSince(sandbox.clock.now())).toEqual([])
  })

  test('has the lines that were bought', async () => {
    const lines = [
      { productId: 'p-1', name: 'Silk dress', unitCents: 12_950, quantity: 2 },
      { name: 'Ring', unitCents: 4_900, quantity: 1 },
    ]
    const { id } = await sandbox.provider.createSession(payment({ lines, totalCents: 30_800 }))
    expect(await sandbox.provider.linesOf(id)).toEqual([lines[0], { ...lines[1], productId: undefined }])
  })

  test('is unavailable while the provider fails', async () => {
    sandbox.faults.api5xx = 1
    await expect(paidSince(new Date(0))).rejects.toThrow(ProviderUnavailable)
    await expect(sandbox.provider.linesOf('cs_test_any')).rejects.toThrow(ProviderUnavailable)
    sandbox.faults.api5xx = 0
  })
})
