import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AdminOrder, ShownOrder } from '#domain/orders/order.ts'
import { createOrder, createProduct, createUser } from '../../../tests/support/builders.ts'
import { signIn } from '../../../tests/support/sign-in.ts'
import { noFaults } from '../../sandbox/faults.ts'
import type { CheckoutContext } from '../checkout/context.ts'
import { refundOrder } from '../orders/manage/manage-orders.ts'
import { openCheckout } from '../orders/orders.fixture.ts'
import { minutes, paymentOf } from './payments.fixture.ts'
import { ProviderUnavailable } from './provider.ts'
import { reconcileRefunds } from './refunds.ts'

let shop: Awaited<ReturnType<typeof openCheckout>>
let olga: { id: string; email: string }
let asOlga: { cookie: string }
let ada: { id: string }
let asAda: { cookie: string }
beforeAll(async () => {
  shop = await openCheckout()
  olga = await createUser(shop.db, { role: 'admin', email: 'olga@shop.test' })
  asOlga = await signIn(shop.db, olga)
  ada = await createUser(shop.db, { email: 'ada@shop.test' })
  asAda = await signIn(shop.db, ada)
  await shop.sendEventsToShop()
})
beforeEach(async () => {
  Object.assign(shop.sandbox.faults, noFaults)
  await shop.db.deleteFrom('audit').execute()
})
afterAll(() => shop.close())

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
async function send(method: Method, url: string, payload?: object, headers = asOlga) {
  const response = await shop.app.inject({ method, url: `/api/orders/${url}`, payload, headers })
  return { status: response.statusCode, body: response.json() }
}
const refund = (id: string) => send('POST', `refund/${id}`)
const ship = (id: string, force?: boolean) => send('PATCH', `update-order-status/${id}`, { status: 'shipped', force })
const remove = (id: string, query = '') => send('DELETE', `delete-order/${id}${query}`)
const shown = async (id: string) => (await send('GET', `order/${id}`)).body.data as ShownOrder
const refundsOf = async (id: string) =>
  (await shown(id)).refunds?.map(({ amount, state, actor }) => `${amount} ${state} by ${actor}`)
const stateOf = async (id: string) => (await shown(id)).paymentState
const emailsAbout = async (id: string) =>
  (await shop.db.selectFrom('mail').select('kind').where('order_id', '=', id).orderBy('kind').execute()).map(
    ({ kind }) => kind,
  )
const auditEntries = async () => await shop.db.selectFrom('audit').select(['action', 'actor']).orderBy('id').execute()

const [slow, failsLater] = ['4000 0000 0000 7726', '4000 0000 0000 5126']

/** An order of $49.50 that was paid at the provider. */
async function paidOrder(card_number?: string, headers?: { cookie: string }) {
  const { sessionId, orderId } = await shop.orderSomething(49.5, headers)
  await shop.pay(sessionId, card_number ? { card_number } : {})
  await shop.confirm(sessionId)
  return { ...(await shop.stored(orderId)), sessionId }
}

/** Moves the clock, by default far enough for everything that the provider does by itself. */
async function wait(ms = minutes(1)) {
  shop.clock.move(ms)
  await shop.sandbox.catchUp()
}

/** A shop that dies right after the provider has made a refund, before it gets the response. */
function dyingContext(): CheckoutContext {
  const refundOnly: CheckoutContext['payments']['refund'] = async asked => {
    await shop.payments.refund(asked)
    throw new Error('killed')
  }
  return { ...shop.context, payments: { ...shop.payments, refund: refundOnly } }
}

describe('a refund that failed', () => {
  test('can be requested again, and then succeeds', async () => {
    const { id } = await paidOrder()
    shop.sandbox.faults.emptyBalance = 1
    const refused = await refund(id)
    expect(refused).toMatchObject({ status: 409, body: { code: 'refund_refused' } })
    expect(refused.body.message).toContain('The balance at the payment provider is too low')
    expect(await shown(id)).toMatchObject({ paymentState: 'paid', refunding: false })
    shop.sandbox.faults.emptyBalance = 0
    expect((await refund(id)).body).toMatchObject({ message: 'Refunded', data: { paymentState: 'refunded' } })
    expect(await refundsOf(id)).toEqual(['49.5 failed by olga@shop.test', '49.5 done by olga@shop.test'])
  })

  test('at the bank, after the provider had reported success, puts its order in review with the reason', async () => {
    const { id, order_id } = await paidOrder(failsLater)
    expect((await refund(id)).body.data).toMatchObject({ paymentState: 'refunded' })
    await wait()
    expect(await shown(id)).toMatchObject({
      paymentState: 'review',
      reviewReason: 'A refund failed: The card has expired or was canceled.',
      refunds: [{ state: 'failed', reason: 'The card has expired or was canceled.' }],
    })
    expect(await shop.history(order_id)).toContain('payment review by provider')
    expect((await refund(id)).body.data).toMatchObject({ paymentState: 'refunded' })
    expect(await refundsOf(id)).toEqual(['49.5 failed by olga@shop.test', '49.5 done by olga@shop.test'])
  })
})

describe('a pending refund', () => {
  test('is shown to admins and to the buyer, and the order is refunded only once it is done', async () => {
    const { id, order_id } = await paidOrder(slow, asAda)
    const { status, body } = await refund(id)
    expect(status).toBe(200)
    expect(body).toMatchObject({ message: 'Refund asked for', data: { paymentState: 'paid', refunding: true } })
    expect((await refund(id)).body.data).toMatchObject({ paymentState: 'paid', refunding: true })
    const listed = (await send('GET', `?q=${order_id}`)).body.data as AdminOrder[]
    expect(listed).toMatchObject([{ refunding: true }])
    expect((await send('GET', `order/${id}`, undefined, asAda)).body.data).toMatchObject({ refunding: true })
    expect((await send('GET', `order/${id}`, undefined, { cookie: '' })).body.data).not.toHaveProperty('refunding')
    expect(await emailsAbout(id)).toEqual(['order-confirmation'])

    await wait()
    expect(await shown(id)).toMatchObject({ paymentState: 'refunded', refunding: false })
    expect(await refundsOf(id)).toEqual(['49.5 done by olga@shop.test'])
    expect(await emailsAbout(id)).toEqual(['order-confirmation', 'order-refunded'])
    expect(await auditEntries()).toEqual([{ action: 'refund', actor: olga.id }])
  })

  test('ends without any event', async () => {
    const { id } = await paidOrder(slow)
    shop.sandbox.faults.dropEvents = 1
    await refund(id)
    await wait()
    expect(await stateOf(id)).toBe('paid')
    await reconcileRefunds(shop.context)
    expect(await stateOf(id)).toBe('refunded')
  })

  test('is checked less and less often', async () => {
    const { id } = await paidOrder()
    shop.sandbox.faults.api5xx = 1
    await refund(id)
    let asked = 0
    const silent: CheckoutContext['payments']['refund'] = async () => {
      asked++
      throw new ProviderUnavailable('No answer')
    }
    const context = { ...shop.context, payments: { ...shop.payments, refund: silent } }
    for (let second = 0; second < 3_600; second += 5) {
      shop.clock.move(5_000)
      await reconcileRefunds(context).catch(error => expect(error).toBeInstanceOf(ProviderUnavailable))
    }
    expect(asked).toBeGreaterThan(8)
    expect(asked).toBeLessThan(25)
    shop.sandbox.faults.api5xx = 0
    await wait(minutes(11))
    await reconcileRefunds(shop.context)
    expect(await stateOf(id)).toBe('refunded')
  })
})

describe('a shop that is interrupted in the middle of a refund', () => {
  test('finishes it by itself: once, with the e-mail and the audit entry', async () => {
    const { id } = await paidOrder()
    shop.sandbox.faults.dropEvents = 1
    await expect(refundOrder(dyingContext(), olga, id)).rejects.toThrow('killed')
    expect(await shown(id)).toMatchObject({ paymentState: 'paid', refunding: true })
    shop.clock.move(minutes(1))
    await Promise.all([reconcileRefunds(shop.context), reconcileRefunds(shop.context)])
    await reconcileRefunds(shop.context)
    expect(await shown(id)).toMatchObject({ paymentState: 'refunded', refunding: false })
    expect(await refundsOf(id)).toEqual(['49.5 done by olga@shop.test'])
    expect(await emailsAbout(id)).toEqual(['order-confirmation', 'order-refunded'])
    expect(await auditEntries()).toEqual([{ action: 'refund', actor: olga.id }])
  })

  test('finds its refund even when the provider has forgotten the key', async () => {
    const { id, sessionId } = await paidOrder()
    shop.sandbox.faults.dropEvents = 1
    await expect(refundOrder(dyingContext(), olga, id)).rejects.toThrow('killed')
    await wait(minutes(26 * 60))
    await reconcileRefunds(shop.context)
    expect(await refundsOf(id)).toEqual(['49.5 done by olga@shop.test'])
    expect((await shop.payments.refundsOf(sessionId))?.refunds).toHaveLength(1)
  })

  test('requests it again when the provider has not received it', async () => {
    const { id } = await paidOrder()
    shop.sandbox.faults.api5xx = 1
    expect((await refund(id)).status).toBe(503)
    expect(await shown(id)).toMatchObject({ paymentState: 'paid', refunding: true })
    shop.sandbox.faults.api5xx = 0
    shop.clock.move(minutes(1))
    await reconcileRefunds(shop.context)
    expect(await stateOf(id)).toBe('refunded')
  })

  test('puts the order in review when the refund was refused, because nobody waits for the response any more', async () => {
    const { id } = await paidOrder()
    shop.sandbox.faults.api5xx = 1
    await refund(id)
    Object.assign(shop.sandbox.faults, { api5xx: 0, emptyBalance: 1 })
    shop.clock.move(minutes(1))
    await reconcileRefunds(shop.context)
    expect(await shown(id)).toMatchObject({ paymentState: 'review', refunding: false, refunds: [{ state: 'failed' }] })
    expect((await send('POST', `accept/${id}`)).body.data).toMatchObject({ paymentState: 'paid' })
  })
})

describe('a refunded order, or one with a pending refund', () => {
  const refunding = async () => {
    const { id } = await paidOrder(slow)
    await refund(id)
    return id
  }
  const refunded = async () => {
    const { id } = await paidOrder()
    await refund(id)
    return id
  }
  const kinds = [
    ['refunding', refunding, 'The money of this order is on its way back.'],
    ['refunded', refunded, 'This order was refunded.'],
  ] as const

  test.each(kinds)('is not shipped while it is %s, unless forced', async (code, make, sentence) => {
    const id = await make()
    for (const force of [undefined, false]) {
      const { status, body } = await ship(id, force)
      expect({ status, code: body.code }).toEqual({ status: 409, code })
      expect(body.message).toContain(sentence)
    }
    expect(await shown(id)).toMatchObject({ status: 'pending' })
    expect((await ship(id, true)).body.data).toMatchObject({ status: 'shipped' })
  })

  test.each(kinds)('is not deleted while it is %s, unless forced', async (code, make, sentence) => {
    const id = await make()
    for (const query of ['', '?force=false']) {
      const { status, body } = await remove(id, query)
      expect({ status, code: body.code }).toEqual({ status: 409, code })
      expect(body.message).toContain(sentence)
    }
    expect((await remove(id, '?force=true')).status).toBe(200)
  })

  test.each(kinds)('can get every other status while it is %s', async (_code, make) => {
    const id = await make()
    for (const status of ['processing', 'completed', 'pending'])
      expect((await send('PATCH', `update-order-status/${id}`, { status })).status).toBe(200)
  })

  test('accepts no other value of force', async () => {
    const id = await refunding()
    for (const force of ['true', 1, null, [true]])
      expect((await send('PATCH', `update-order-status/${id}`, { status: 'shipped', force })).status).toBe(400)
    for (const query of ['?force=1', '?force', '?force=yes']) expect((await remove(id, query)).status, query).toBe(400)
    expect(await shown(id)).toMatchObject({ status: 'pending' })
  })

  test('is shipped before its refund or not at all when both are requested at once', async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await paidOrder()
      const [shipping, giving] = await Promise.all([ship(id), refund(id)])
      expect(giving.status).toBe(200)
      const { status, history = [] } = await shown(id)
      const values = history.map(({ value }) => value)
      if (shipping.status === 200) expect(values.indexOf('shipped')).toBeLessThan(values.indexOf('refunded'))
      else
        expect({ status, code: shipping.body.code }).toEqual({
          status: 'pending',
          code: expect.stringMatching(/^refund(?:ing|ed)$/),
        })
    }
  })

  test('is returned even if it is deleted meanwhile', async () => {
    const { id } = await paidOrder()
    shop.sandbox.faults.apiDelay = 200
    const giving = refund(id)
    await expect.poll(async () => (await shown(id)).refunding).toBe(true)
    expect((await remove(id, '?force=true')).status).toBe(200)
    expect(await giving).toMatchObject({ status: 200, body: { data: { _id: id, paymentState: 'refunded' } } })
  })
})

describe("a refund made at the provider's own dashboard", () => {
  test('makes the order refunded, e-mails the buyer, and writes no audit entry', async () => {
    const { id, order_id, sessionId } = await paidOrder()
    await shop.refundAtProvider(sessionId)
    await expect.poll(() => stateOf(id)).toBe('refunded')
    expect(await refundsOf(id)).toEqual(['49.5 done by provider'])
    expect((await shop.history(order_id)).at(-1)).toBe('payment refunded by provider')
    expect(await emailsAbout(id)).toEqual(['order-confirmation', 'order-refunded'])
    expect(await auditEntries()).toEqual([])
  })

  test('of a part is recorded and shown, and the order stays paid until all of it is refunded', async () => {
    const { id, sessionId } = await paidOrder()
    await shop.refundAtProvider(sessionId, 1_000)
    await expect.poll(() => refundsOf(id)).toEqual(['10 done by provider'])
    expect(await stateOf(id)).toBe('paid')
    expect((await refund(id)).body.data).toMatchObject({ paymentState: 'refunded' })
    expect(await refundsOf(id)).toEqual(['10 done by provider', '39.5 done by olga@shop.test'])
  })

  test('without an event is found when a refund is requested in the shop', async () => {
    const { id, sessionId } = await paidOrder()
    shop.sandbox.faults.dropEvents = 1
    await shop.refundAtProvider(sessionId)
    expect((await refund(id)).body.data).toMatchObject({ paymentState: 'refunded' })
    expect((await refundsOf(id))?.toSorted()).toEqual(['49.5 done by provider', '49.5 failed by olga@shop.test'])
  })

  test('counts once, however often and in whatever order its events arrive', async () => {
    const { id, order_id, sessionId } = await paidOrder(slow)
    Object.assign(shop.sandbox.faults, { duplicate: 1, reorder: 1 })
    await shop.refundAtProvider(sessionId)
    await wait()
    await wait()
    await expect.poll(() => stateOf(id)).toBe('refunded')
    expect(await refundsOf(id)).toEqual(['49.5 done by provider'])
    expect((await shop.history(order_id)).filter(line => line.startsWith('payment refunded'))).toHaveLength(1)
  })

  test('may be reported before the payment itself', async () => {
    const { sessionId, orderId } = await shop.orderSomething()
    shop.sandbox.faults.dropEvents = 1
    await shop.pay(sessionId)
    shop.sandbox.faults.dropEvents = 0
    await shop.refundAtProvider(sessionId)
    await expect.poll(async () => (await shop.stored(orderId)).payment_state).toBe('refunded')
  })

  test('is reported again when the provider did not answer the shop', async () => {
    const { id, sessionId } = await paidOrder()
    const payment_intent = await paymentOf(shop.dashboard, sessionId)
    shop.sandbox.faults.delay = 30_000
    await shop.dashboard.refunds.create({ payment_intent })
    shop.sandbox.faults.api5xx = 1
    await wait()
    expect(await stateOf(id)).toBe('paid')
    shop.sandbox.faults.api5xx = 0
    await wait()
    expect(await stateOf(id)).toBe('refunded')
  })
})

test('an order that the previous release refunded needs no refund row', async () => {
  const { id } = await createOrder(shop.db, [await createProduct(shop.db)], { payment_state: 'refunded' })
  expect(await shown(id)).toMatchObject({ paymentState: 'refunded', refunding: false, refunds: [] })
  expect((await refund(id)).status).toBe(200)
  expect((await ship(id)).body.code).toBe('refunded')
})
