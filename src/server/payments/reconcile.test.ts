import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CheckoutContext } from '../checkout/context.ts'
import { openCheckout, sell } from '../orders/orders.fixture.ts'
import { minutes } from './payments.fixture.ts'
import { reconcile, startReconciling } from './reconcile.ts'

let shop: Awaited<ReturnType<typeof openCheckout>>
beforeEach(async () => {
  shop = await openCheckout()
  shop.sandbox.faults.dropEvents = 1
})
afterEach(() => shop.close())

const checkout = async () => shop.checkout([{ _id: await sell(shop.db) }])
const stored = () => shop.db.selectFrom('order').selectAll().orderBy('id').execute()
const states = async () => (await stored()).map(order => order.payment_state)
const sessions = async () => (await sql<{ id: string }>`select id from sandbox.session`.execute(shop.db)).rows

async function history() {
  const events = await shop.db.selectFrom('order_event').selectAll().orderBy('id').execute()
  return events.map(({ kind, value, actor }) => `${kind} ${value} by ${actor}`)
}

const paidByReconcile = ['payment awaiting by checkout', 'payment paid by reconcile', 'status pending by reconcile']

/** Returns the shop's context, with a list of the sessions that it asks the provider for. */
function countingContext() {
  const asked: string[] = []
  const findSession: CheckoutContext['payments']['findSession'] = async id => {
    asked.push(id)
    return await shop.payments.findSession(id)
  }
  return { asked, context: { ...shop.context, payments: { ...shop.payments, findSession } } }
}

const warnings: string[] = []
const log = { warn: (_: object, message: string) => warnings.push(message) }

test('an order is paid by reconciling when neither the browser nor an event comes back', async () => {
  const { body } = await checkout()
  await shop.pay(body.id)
  shop.clock.move(20_000)
  expect(await reconcile(shop.context)).toBe(1)
  expect(await history()).toEqual(paidByReconcile)
  expect(await reconcile(shop.context)).toBe(0)
})

test('a shop that starts checks every awaiting order at once', async () => {
  const { body } = await checkout()
  await shop.pay(body.id)
  const loop = startReconciling(shop.context, log)
  await expect.poll(states).toEqual(['paid'])
  await loop.close()
})

test('a refund that fails unexpectedly holds up no waiting order', async () => {
  const first = await checkout()
  await shop.pay(first.body.id)
  shop.clock.move(20_000)
  await reconcile(shop.context)
  const [paid] = await stored()
  const at = shop.clock.now()
  const refund = { id: randomUUID(), order_id: paid?.id ?? '', cents: paid?.amount_cents ?? 0, state: 'asked' } as const
  const nobody = { provider_id: null, reason: null, actor: 'olga@shop.test', actor_id: null }
  await shop.db
    .insertInto('refund')
    .values({ ...refund, ...nobody, at, updated_at: at, check_at: at })
    .execute()
  const second = await checkout()
  await shop.pay(second.body.id)

  const payments = { ...shop.payments, refund: () => Promise.reject(new Error('No right to refund')) }
  warnings.length = 0
  const loop = startReconciling({ ...shop.context, payments }, log)
  await expect.poll(() => warnings.length).toBe(1)
  expect(await states()).toEqual(['paid', 'paid'])
  await loop.close()
})

test('an order is checked less and less often, within two minutes while it can be paid, until its session has ended', async () => {
  await checkout()
  const { asked, context } = countingContext()
  const askedAfter: number[] = []
  for (let second = 0; second < 32 * 60; second += 5) {
    const before = asked.length
    await reconcile(context)
    if (asked.length > before) askedAfter.push(second)
    shop.clock.move(5_000)
  }
  const pauses = askedAfter.slice(1).map((second, index) => second - (askedAfter[index] ?? 0))
  expect(askedAfter[0]).toBe(20)
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
  expect(Math.max(...pauses)).toBeLessThanOrEqual(90)
  expect(asked.length).toBeLessThan(35)
  shop.clock.move(minutes(10))
  await reconcile(context)
  expect(await states()).toEqual(['expired'])
  const { length } = asked
  shop.clock.move(minutes(60))
  expect(await reconcile(context)).toBe(0)
  expect(asked).toHaveLength(length)
})

test('several processes on one database check each order once, and pay it once', async () => {
  for (let n = 0; n < 6; n++) await shop.pay((await checkout()).body.id)
  shop.clock.move(minutes(1))
  const { asked, context } = countingContext()
  const counts = await Promise.all([reconcile(context), reconcile(context), reconcile(context)])
  expect(counts.reduce((sum, n) => sum + n)).toBe(6)
  expect(new Set(asked).size).toBe(asked.length)
  expect(await states()).toEqual(Array(6).fill('paid'))
  expect((await history()).filter(line => line === 'payment paid by reconcile')).toHaveLength(6)
})

test('many orders are checked five at a time', async () => {
  for (let n = 0; n < 10; n++) await shop.pay((await checkout()).body.id)
  shop.clock.move(20_000)
  let [atOnce, max] = [0, 0]
  const five = Promise.withResolvers<void>()
  const findSession: CheckoutContext['payments']['findSession'] = async id => {
    max = Math.max(max, ++atOnce)
    if (atOnce === 5) five.resolve()
    await five.promise
    const session = await shop.payments.findSession(id)
    atOnce -= 1
    return session
  }
  expect(await reconcile({ ...shop.context, payments: { ...shop.payments, findSession } })).toBe(10)
  expect(max).toBe(5)
  expect(await states()).toEqual(Array(10).fill('paid'))
})

test('a session whose response was lost is found again: one order, one session', async () => {
  shop.sandbox.faults.apiCut = 1
  expect((await checkout()).status).toBe(503)
  shop.sandbox.faults.apiCut = 0
  expect(await stored()).toMatchObject([{ payment_state: 'awaiting', payment_session: null }])
  shop.clock.move(20_000)
  await reconcile(shop.context)
  expect(await stored()).toMatchObject([{ payment_session: null }]) // its checkout may still be running

  shop.clock.move(minutes(1))
  await reconcile(shop.context)
  const [found] = await sessions()
  expect(await sessions()).toHaveLength(1)
  expect(await stored()).toMatchObject([{ payment_state: 'awaiting', payment_session: found?.id }])
  shop.clock.move(minutes(31))
  await reconcile(shop.context)
  expect(await states()).toEqual(['expired'])
})

test('a payment through a lost session is found too', async () => {
  shop.sandbox.faults.apiCut = 1
  await checkout()
  shop.sandbox.faults.apiCut = 0
  const [lost] = await sessions()
  await shop.pay(lost?.id ?? '')
  for (let minute = 0; minute < 3; minute++) {
    shop.clock.move(minutes(1))
    await reconcile(shop.context)
  }
  expect(await history()).toEqual(paidByReconcile)
})

test('an order that never got a session expires when it is too late for one, and none is opened', async () => {
  shop.sandbox.faults.api5xx = 1
  await checkout()
  shop.sandbox.faults.api5xx = 0
  shop.clock.move(minutes(2))
  await reconcile(shop.context)
  expect(await states()).toEqual(['expired'])
  expect(await sessions()).toEqual([])
})

test('no order is lost while the provider is down: each is checked when it is back', async () => {
  const { body } = await checkout()
  await shop.pay(body.id)
  await checkout()
  shop.sandbox.faults.api5xx = 1
  shop.clock.move(minutes(1))
  await expect(reconcile(shop.context)).rejects.toThrow('The payment provider answered')
  warnings.length = 0
  const loop = startReconciling(shop.context, log)
  await expect
    .poll(() => warnings)
    .toEqual(['the payment provider could not be asked about waiting orders and refunds, the shop will ask again'])
  expect(await states()).toEqual(['awaiting', 'awaiting'])
  await loop.close()

  shop.sandbox.faults.api5xx = 0
  shop.clock.move(minutes(1))
  await reconcile(shop.context)
  expect(await states()).toEqual(['paid', 'awaiting'])
})

test('a delayed payment that fails without any event ends its order as failed', async () => {
  const { body } = await checkout()
  Object.assign(shop.sandbox.faults, { latePayment: 1, latePaymentFails: 1 })
  await shop.pay(body.id)
  await shop.sandbox.catchUp() // what the payment has woken must not see the later time
  shop.clock.move(minutes(2))
  await reconcile(shop.context)
  expect(await states()).toEqual(['awaiting'])
  await shop.sandbox.catchUp() // the bank refuses
  shop.clock.move(minutes(2))
  await reconcile(shop.context)
  expect(await history()).toEqual(['payment awaiting by checkout', 'payment failed by reconcile'])
})

test('a delayed payment that succeeds without any event is paid', async () => {
  const { body } = await checkout()
  shop.sandbox.faults.latePayment = 1
  await shop.pay(body.id)
  shop.clock.move(3 * minutes(24 * 60))
  await shop.sandbox.catchUp()
  await reconcile(shop.context)
  expect(await history()).toEqual(paidByReconcile)
})

test('a session that the provider no longer knows ends its order only after the order expired', async () => {
  await checkout()
  await shop.db.updateTable('order').set({ payment_session: 'cs_test_unknownunknownunknown' }).execute()
  shop.clock.move(minutes(5))
  await reconcile(shop.context)
  expect(await states()).toEqual(['awaiting'])
  shop.clock.move(minutes(30))
  await reconcile(shop.context)
  expect(await states()).toEqual(['expired'])
})
