import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ShownOrder } from '#domain/orders/order.ts'
import { createUser } from '../../../tests/support/builders.ts'
import { signIn } from '../../../tests/support/sign-in.ts'
import { noFaults } from '../../sandbox/faults.ts'
import type { CheckoutContext } from '../checkout/context.ts'
import { refundOrder } from '../orders/manage/manage-orders.ts'
import { openCheckout, sell } from '../orders/orders.fixture.ts'
import { minutes } from './payments.fixture.ts'
import { reconcileRefunds } from './refunds.ts'

let shop: Awaited<ReturnType<typeof openCheckout>>
let olga: { id: string; email: string }
let asOlga: { cookie: string }
let asStella: { cookie: string }
let ada: { id: string }
let asAda: { cookie: string }
beforeAll(async () => {
  shop = await openCheckout()
  olga = await createUser(shop.db, { role: 'admin', email: 'olga@shop.test' })
  asOlga = await signIn(shop.db, olga)
  asStella = await signIn(shop.db, await createUser(shop.db, { role: 'staff', email: 'stella@shop.test' }))
  ada = await createUser(shop.db, { email: 'ada@shop.test' })
  asAda = await signIn(shop.db, ada)
  await shop.sendEventsToShop()
})
beforeEach(async () => {
  Object.assign(shop.sandbox.faults, noFaults)
  await shop.db.deleteFrom('audit').where('record', '=', 'order').execute()
})
afterAll(() => shop.close())

async function send(method: 'GET' | 'POST' | 'PUT', url: string, payload?: unknown, headers: object = asOlga) {
  const response = await shop.app.inject({
    method,
    url: `/api/${url}`,
    payload: payload as object,
    headers: { ...headers },
  })
  return { status: response.statusCode, body: response.json() }
}
const refund = (id: string, body?: unknown, headers: object = asOlga) =>
  send('POST', `orders/refund/${id}`, body, headers)
const shown = async (id: string, headers: object = asOlga) =>
  (await send('GET', `orders/order/${id}`, undefined, headers)).body.data as ShownOrder
const refundsOf = async (id: string) =>
  (await shown(id)).refunds?.map(({ amount, state, actor }) => `${amount} ${state} by ${actor}`)
const atProvider = async (sessionId: string) =>
  ((await shop.payments.refundsOf(sessionId))?.refunds ?? []).map(({ cents, state }) => `${cents} ${state}`).toSorted()
const emailsAbout = (id: string) =>
  shop.db
    .selectFrom('mail')
    .leftJoin('refund', 'refund.id', 'mail.refund_id')
    .select(['kind', 'cents'])
    .where(sql<boolean>`coalesce(mail.order_id, refund.order_id) = ${id}`)
    .where('kind', '<>', 'order-confirmation')
    .orderBy('mail.created_at')
    .orderBy('cents')
    .execute()
const key = () => shop.ids.uuid()

const [slow, failsLater] = ['4000 0000 0000 7726', '4000 0000 0000 5126']

/** An order of $105.00: three dresses of $30.00, a hat of $10.00, and $5.00 for the delivery. */
async function paidOrder(card_number?: string, headers?: { cookie: string }) {
  const dress = await sell(shop.db, { price: 30, name: 'Silk dress' })
  const [hat, delivery] = [await sell(shop.db, { price: 10, name: 'Straw hat' }), await sell(shop.db, { price: 5 })]
  const { body } = await shop.checkout(
    [{ _id: dress, quantity: 3 }, { _id: hat }, { _id: delivery }],
    {},
    undefined,
    headers,
  )
  const sessionId: string = body.id
  await shop.pay(sessionId, card_number ? { card_number } : {})
  await shop.confirm(sessionId)
  const { id } = await shop.db
    .selectFrom('order')
    .select('id')
    .where('payment_session', '=', sessionId)
    .executeTakeFirstOrThrow()
  await shop.db.deleteFrom('order_line').where('order_id', '=', id).where('position', '=', 2).execute()
  await shop.db.updateTable('order').set({ goods_cents: 10_000, delivery_cents: 500 }).where('id', '=', id).execute()
  return { id, sessionId }
}
const pieces = (position: number, quantity: number) => ({ lines: [{ position, quantity }] })

async function wait(ms = minutes(1)) {
  shop.clock.move(ms)
  await shop.sandbox.catchUp()
}

test('parts go back one after another, each exactly, until all is back', async () => {
  const { id, sessionId } = await paidOrder(undefined, asAda)
  expect(await shown(id)).toMatchObject({
    refunded: 0,
    refundable: {
      amount: 105,
      max: 105,
      delivery: 5,
      lines: [
        { position: 0, pieces: [30, 60, 90] },
        { position: 1, pieces: [10] },
      ],
    },
  })
  const first = await refund(id, {
    key: key(),
    ...pieces(0, 1),
    delivery: true,
    amount: 0.5,
    reason: 'A seam was open',
  })
  expect(first).toMatchObject({
    status: 200,
    body: { message: 'Refunded', data: { paymentState: 'paid', refunded: 35.5 } },
  })
  shop.clock.move(1_000)
  expect((await refund(id, { key: key(), ...pieces(1, 1) })).body.data).toMatchObject({
    paymentState: 'paid',
    refunded: 45.5,
    products: [
      { position: 0, quantity: 3, refunded: 1 },
      { position: 1, refunded: 1 },
    ],
    refundable: { amount: 59.5, delivery: 0, lines: [{ pieces: [30, 60] }, { pieces: [] }] },
  })
  shop.clock.move(1_000)
  expect((await refund(id)).body.data).toMatchObject({ paymentState: 'refunded', refunded: 105 })
  expect((await shown(id)).refunds).toMatchObject([
    {
      ...{ amount: 35.5, delivery: true, note: 'A seam was open', isRest: false },
      lines: [{ position: 0, quantity: 1, amount: 30 }],
    },
    { amount: 10, delivery: false, note: null, lines: [{ position: 1, quantity: 1, amount: 10 }] },
    { amount: 59.5, isRest: true, lines: [] },
  ])
  expect(await atProvider(sessionId)).toEqual(['1000 done', '3550 done', '5950 done'])
  expect(
    await shop.db
      .selectFrom('audit')
      .select(['action', 'before', 'after'])
      .where('record', '=', 'order')
      .orderBy('id')
      .execute(),
  ).toEqual([
    { action: 'refund', before: { refundedAmount: 0 }, after: { refundedAmount: 35.5 } },
    { action: 'refund', before: { refundedAmount: 35.5 }, after: { refundedAmount: 45.5 } },
    { action: 'refund', before: { paymentState: 'paid' }, after: { paymentState: 'refunded' } },
  ])
  expect(await emailsAbout(id)).toEqual([
    { kind: 'part-refunded', cents: 3_550 },
    { kind: 'part-refunded', cents: 1_000 },
    { kind: 'part-refunded', cents: 5_950 },
  ])
  const seen = await shown(id, asAda)
  expect(seen).toMatchObject({ refunded: 105 })
  for (const field of ['refunds', 'refundable']) expect(seen).not.toHaveProperty(field)
  expect(await shown(id, {})).not.toHaveProperty('refunded')
})

test('the parts that come to all that is left make the order refunded', async () => {
  const { id } = await paidOrder()
  await refund(id, { amount: 5 })
  const all = {
    lines: [
      { position: 0, quantity: 3 },
      { position: 1, quantity: 1 },
    ],
  }
  expect((await refund(id, all)).body.data).toMatchObject({ paymentState: 'refunded', refunded: 105 })
  expect(await refund(id, { amount: 1 })).toMatchObject({ status: 409, body: { code: 'nothing_left' } })
  expect((await refund(id)).status).toBe(200)
})

describe('one key', () => {
  test('is one refund, however often and however many at once it is sent', async () => {
    const { id, sessionId } = await paidOrder()
    const body = { key: key(), ...pieces(0, 1) }
    const answers = await Promise.all(Array.from({ length: 8 }, () => refund(id, body)))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect((await refund(id, { ...body, key: body.key.toUpperCase() })).body.data).toMatchObject({ refunded: 30 })
    expect(await atProvider(sessionId)).toEqual(['3000 done'])
    expect(await emailsAbout(id)).toHaveLength(1)
    expect(await shop.db.selectFrom('audit').select('id').execute()).toHaveLength(1)
  })

  test('of another order is refused', async () => {
    const [one, other] = [await paidOrder(), await paidOrder()]
    const body = { key: key(), amount: 1 }
    expect((await refund(one.id, body)).status).toBe(200)
    expect((await refund(other.id, body)).status).toBe(409)
    expect(await atProvider(other.sessionId)).toEqual([])
  })

  test('of a refund that failed says again why; another key succeeds', async () => {
    const { id } = await paidOrder()
    const body = { key: key(), amount: 1 }
    shop.sandbox.faults.emptyBalance = 1
    for (let n = 0; n < 2; n++)
      expect(await refund(id, body)).toMatchObject({
        status: 409,
        body: {
          code: 'refund_refused',
          message: expect.stringContaining('balance at the payment provider is too low'),
        },
      })
    shop.sandbox.faults.emptyBalance = 0
    expect((await refund(id, body)).status).toBe(409)
    expect((await refund(id, { ...body, key: key() })).body.data).toMatchObject({ refunded: 1, paymentState: 'paid' })
  })
})

test('of many at once only what is left goes back, and shop and provider agree', async () => {
  const { id, sessionId } = await paidOrder()
  const answers = await Promise.all(Array.from({ length: 12 }, () => refund(id, { key: key(), amount: 20 })))
  for (const { status, body } of answers) expect([200, 400, 409], `${status} ${body.message}`).toContain(status)
  const made = answers.filter(({ status }) => status === 200).length
  expect(made).toBeGreaterThan(0)
  expect(await atProvider(sessionId)).toEqual(Array(made).fill('2000 done'))
  expect(await shown(id)).toMatchObject({ refunded: 20 * made })
})

test.each<[string, object]>([
  ['Only 3 pieces of Silk dress can still be refunded.', pieces(0, 4)],
  ['This order has no line 7.', pieces(7, 1)],
  ['That is $105.01, and only $105.00 of this order is left to refund.', { amount: 105.01 }],
  ['Choose what to refund: this comes to nothing.', { lines: [], delivery: false, amount: 0 }],
  ['A refund cannot be negative.', { amount: -0.01 }],
  ['A refund cannot be negative.', pieces(0, -1)],
  ['An amount can have at most two decimals.', { amount: 0.001 }],
  ['That is $100,000,000.00, and only $105.00 of this order is left to refund.', { amount: 1e8 }],
])('is refused: %s', async (message, body) => {
  const { id, sessionId } = await paidOrder()
  expect(await refund(id, { key: key(), ...body })).toMatchObject({ status: 400, body: { message } })
  expect(await refundsOf(id)).toEqual([])
  expect(await atProvider(sessionId)).toEqual([])
})

test('a mad body is refused, and moves no money', async () => {
  const { id, sessionId } = await paidOrder()
  const bodies = [
    ...['x', [], [1], 7, true, { key: 'x' }, { key: 7 }, { key: null }, { lines: {} }, { lines: [7] }, { lines: [{}] }],
    ...[{ lines: pieces(0.5, 1).lines }, { lines: pieces(0, 1.5).lines }, pieces(2 ** 40, 1), pieces(0, 2 ** 40)],
    { lines: Array(101).fill({ position: 0, quantity: 0 }) },
    ...[
      { delivery: 'true' },
      { amount: '1' },
      { amount: 1e300 },
      { amount: null },
      { reason: 7 },
      { reason: 'x'.repeat(301) },
    ],
    ...[
      { amount: 1, reason: 'a\0b' },
      { amount: 1, reason: '\ud800' },
    ],
  ]
  for (const body of bodies) {
    const response = await shop.app.inject({
      method: 'POST',
      url: `/api/orders/refund/${id}`,
      headers: { ...asOlga, 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    })
    expect(response.statusCode, JSON.stringify(body)).toBe(400)
  }
  expect(await atProvider(sessionId)).toEqual([])
})

test('customers and strangers refund nothing, and staff up to their limit in all', async () => {
  const { id, sessionId } = await paidOrder(undefined, asAda)
  const body = () => ({ key: key(), amount: 10 })
  expect((await refund(id, body(), asAda)).status).toBe(403)
  expect((await refund(id, body(), {})).status).toBe(401)
  expect((await refund(id, body(), asStella)).status).toBe(403)
  await send('PUT', 'settings/sections/staff', { value: { refundLimitCents: 2_500 }, version: 0 })
  expect(await shown(id, asStella)).toMatchObject({ refundable: { amount: 105, max: 25 } })
  for (const status of [200, 200, 403]) expect((await refund(id, body(), asStella)).status).toBe(status)
  expect((await refund(id, { key: key(), amount: 5 }, asStella)).status).toBe(200)
  expect((await shown(id, asStella)).refundRefusal).toContain('Staff can refund up to $25.00')
  expect(await refund(id, undefined, asStella)).toMatchObject({ status: 403 })
  expect(await atProvider(sessionId)).toEqual(['1000 done', '1000 done', '500 done'])
  expect((await refund(id)).body.data).toMatchObject({ paymentState: 'refunded' })
})

describe('a part that is pending', () => {
  test('lets no other refund begin, and the order can be shipped', async () => {
    const { id } = await paidOrder(slow)
    const first = { key: key(), ...pieces(0, 1) }
    expect(await refund(id, first)).toMatchObject({
      status: 200,
      body: { message: 'Refund asked for', data: { refunding: false, refunded: 0, products: [{ refunded: 1 }, {}] } },
    })
    for (const body of [undefined, {}, { key: key(), amount: 1 }, { key: key() }])
      expect(await refund(id, body)).toMatchObject({
        status: 409,
        body: { code: 'refunding', message: 'Another refund of this order is on its way. Ask again once it is done.' },
      })
    expect((await refund(id, first)).status).toBe(200)
    const status = await shop.app.inject({
      method: 'PATCH',
      url: `/api/orders/update-order-status/${id}`,
      payload: { status: 'shipped' },
      headers: asOlga,
    })
    expect(status.statusCode).toBe(200)
    await wait()
    expect(await shown(id)).toMatchObject({ refunded: 30, paymentState: 'paid' })
    expect((await refund(id, { key: key(), amount: 1 })).status).toBe(200)
  })

  test('is finished with its own sum by the shop when the provider was down, and never by the release before', async () => {
    const { id, sessionId } = await paidOrder()
    shop.sandbox.faults.api5xx = 1
    const body = { key: key(), amount: 12.34 }
    expect((await refund(id, body)).status).toBe(503)
    expect(await refundsOf(id)).toEqual(['12.34 asked by olga@shop.test'])
    const dueForIt = shop.db.updateTable('refund').set({ check_at: shop.clock.now() }).where('order_id', '=', id)
    await dueForIt.execute() // as the release before does at its start
    const taken = shop.db
      .selectFrom('refund')
      .select('id')
      .where('order_id', '=', id)
      .where('check_at', '<', new Date('2100-01-01'))
    expect(await taken.execute()).toEqual([])
    shop.sandbox.faults.api5xx = 0
    await wait()
    await Promise.all([reconcileRefunds(shop.context), reconcileRefunds(shop.context)])
    expect(await atProvider(sessionId)).toEqual(['1234 done'])
    expect(await shown(id)).toMatchObject({ refunded: 12.34, paymentState: 'paid' })
    expect(await emailsAbout(id)).toHaveLength(1)
  })
})

test('a part that fails at the bank after it seemed done puts the order in review, and counts no more', async () => {
  const { id } = await paidOrder(failsLater)
  expect((await refund(id, { key: key(), ...pieces(1, 1) })).body.data).toMatchObject({
    refunded: 10,
    paymentState: 'paid',
  })
  await wait()
  expect(await shown(id)).toMatchObject({
    refunded: 0,
    paymentState: 'review',
    reviewReason: 'A refund failed: The card has expired or was canceled.',
    refundable: { amount: 105, lines: [{}, { pieces: [10] }] },
  })
})

test('a part refunded at the provider itself is recorded without lines, and the rest is what is left', async () => {
  const { id, sessionId } = await paidOrder()
  await shop.refundAtProvider(sessionId, 2_000)
  await expect.poll(async () => (await shown(id)).refunded).toBe(20)
  expect((await shown(id)).refunds).toMatchObject([
    { amount: 20, lines: [], delivery: false, note: null, isRest: false },
  ])
  expect(await emailsAbout(id)).toEqual([{ kind: 'part-refunded', cents: 2_000 }])
  shop.sandbox.faults.dropEvents = 1
  await shop.refundAtProvider(sessionId, 5_000)
  expect(await refund(id, { key: key(), amount: 40 })).toMatchObject({
    status: 409,
    body: { message: 'The money had gone back, or was on its way, before.' },
  })
  expect(await shown(id)).toMatchObject({ refunded: 70, refundable: { amount: 35 } })
  expect((await refund(id, { key: key(), amount: 35 })).body.data).toMatchObject({ paymentState: 'refunded' })
})

test('many refunds of one order are all found at the provider', async () => {
  const { id, sessionId } = await paidOrder()
  for (let n = 0; n < 104; n++) await refund(id, { key: key(), amount: 1 })
  expect(await atProvider(sessionId)).toHaveLength(104)
  expect((await refund(id, { key: key(), amount: 1 })).body.data).toMatchObject({
    refunded: 105,
    paymentState: 'refunded',
  })
})

test('the figures count what is left', async () => {
  const figures = async () => ({
    shop: (await send('GET', 'stats/admin-stats')).body.totalEarnings as number,
    ada: (await send('GET', `stats/user-stats/${ada.id}`)).body.data.totalPayments as number,
  })
  const before = await figures()
  const { id } = await paidOrder(undefined, asAda)
  await refund(id, { key: key(), amount: 5.55 })
  const after = await figures()
  expect([after.shop - before.shop, after.ada - before.ada].map(sum => sum.toFixed(2))).toEqual(['99.45', '99.45'])
  const { body } = await shop.app.inject({ url: '/api/orders/export', headers: asOlga })
  const { orderId } = await shown(id)
  const rows = body.split('\r\n').filter(row => row.startsWith(`${orderId},`))
  const refundedColumn = body.split('\r\n')[0]?.split(',').indexOf('refunded') ?? -1
  expect(rows.map(row => row.split(',')[refundedColumn])).toEqual(['5.55', '5.55'])
})

test('a refund that the release before had asked for is all that is left', async () => {
  const { id, sessionId } = await paidOrder()
  const at = shop.clock.now()
  await sql`insert into refund (id, order_id, cents, state, actor, actor_id, at, updated_at, check_at)
    values (${key()}, ${id}, 10500, 'asked', ${olga.email}, ${olga.id}, ${at}, ${at}, ${at})`.execute(shop.db)
  expect((await refund(id)).body.data).toMatchObject({ paymentState: 'refunded', refunded: 105 })
  expect(await atProvider(sessionId)).toEqual(['10500 done'])
  expect(await emailsAbout(id)).toEqual([{ kind: 'order-refunded', cents: null }])
})

// The last test: after a day the admin is no longer signed in.
test('a part is found after an interruption, even when the provider has forgotten the key', async () => {
  const { id, sessionId } = await paidOrder()
  shop.sandbox.faults.dropEvents = 1
  const dying: CheckoutContext['payments']['refund'] = async asked => {
    await shop.payments.refund(asked)
    throw new Error('killed')
  }
  const context = { ...shop.context, payments: { ...shop.payments, refund: dying } }
  await expect(refundOrder(context, olga, id, { key: key(), amountCents: 700 })).rejects.toThrow('killed')
  await wait(minutes(26 * 60))
  await reconcileRefunds(shop.context)
  expect(await atProvider(sessionId)).toEqual(['700 done'])
  const rows = shop.db.selectFrom('refund').select(['cents', 'state', 'actor']).where('order_id', '=', id)
  expect(await rows.execute()).toEqual([{ cents: 700, state: 'done', actor: olga.email }])
})
