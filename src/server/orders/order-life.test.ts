import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAddress, createOrder, createProduct, createUser } from '../../../tests/support/builders.ts'
import { signIn } from '../../../tests/support/sign-in.ts'
import { noFaults } from '../../sandbox/faults.ts'
import { stockRules } from '../integrity/stock-rules.ts'
import { randomIds } from '../lib/clock.ts'
import { sendDue } from '../mail/outbox.ts'
import type { Email } from '../mail/transports/mailer.ts'
import { minutes } from '../payments/payments.fixture.ts'
import { reconcileRefunds } from '../payments/refunds.ts'
import { eraseOrders } from '../privacy/erase-related-rows.ts'
import { addOrderKey } from './key-queries.ts'
import { openCheckout } from './orders.fixture.ts'

let shop: Awaited<ReturnType<typeof openCheckout>>
let asOlga: { cookie: string }
let asStaff: { cookie: string }
let asStranger: { cookie: string }
let ada: { id: string; headers: { cookie: string } }
let dress: Awaited<ReturnType<typeof createProduct>>
beforeAll(async () => {
  shop = await openCheckout()
  asOlga = await signIn(shop.db, await createUser(shop.db, { role: 'admin' }))
  asStaff = await signIn(shop.db, await createUser(shop.db, { role: 'staff' }))
  asStranger = await signIn(shop.db, await createUser(shop.db))
  const user = await createUser(shop.db)
  ada = { id: user.id, headers: await signIn(shop.db, user) }
})
beforeEach(async () => {
  await sql`truncate audit, mail, contact_message, stock, stock_movement, "order" cascade`.execute(shop.db)
  Object.assign(shop.sandbox.faults, noFaults)
  dress = await createProduct(shop.db, { price_cents: 4_950 })
  await send('PUT', 'stock/counts', { counts: [{ variantId: dress.id, shelf: 5, seen: null }] }, asOlga)
})
afterAll(() => shop.close())

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
type Headers = Record<string, string>
async function send(method: Method, url: string, payload: object | undefined, headers: Headers) {
  const response = await shop.app.inject({ method, url: `/api/${url}`, payload, headers })
  return { status: response.statusCode, body: response.json() }
}
async function begun(headers?: Headers) {
  const { body } = await shop.checkout([{ _id: dress.id, quantity: 2 }], {}, undefined, headers)
  const order = await shop.db
    .selectFrom('order')
    .select(['id', 'order_id'])
    .where('payment_session', '=', body.id)
    .executeTakeFirstOrThrow()
  return { ...order, sessionId: body.id as string }
}
async function bought(headers: Headers = ada.headers) {
  const order = await begun(headers)
  await shop.pay(order.sessionId, { email: 'olga@shop.example' })
  await shop.confirm(order.sessionId)
  return order
}
const stored = (id: string) => shop.db.selectFrom('order').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const onHand = async () =>
  (await shop.db.selectFrom('stock').select('on_hand').where('variant_id', '=', dress.id).executeTakeFirstOrThrow())
    .on_hand
const refunds = (id: string) => shop.db.selectFrom('refund').selectAll().where('order_id', '=', id).execute()
const cancel = (id: string, headers: Headers = ada.headers) =>
  send('POST', `orders/order/${id}/cancel`, undefined, headers)
const keyOf = async (id: string) => ({ 'order-key': await addOrderKey(shop.db, id, shop.clock.now()) })
async function mailAfter(ms = 0) {
  const emails: Email[] = []
  shop.clock.move(ms)
  await sendDue({ ...shop.context, mailer: { send: async email => void emails.push(email) } })
  return emails.map(({ subject }) => subject.replace(/[ :].*/, ''))
}
const expectRules = () =>
  shop.db.transaction().execute(async tx => {
    for (const { rule, find } of stockRules) expect((await find(tx)).breaks, rule).toEqual([])
  })
const actions = async () =>
  (await shop.db.selectFrom('audit').select('action').where('record', '=', 'order').execute()).map(each => each.action)

describe('a refunded order that was never sent', () => {
  const putBack = (id: string, headers: Headers = asStaff) => send('PATCH', `orders/${id}/put-back`, undefined, headers)
  const refund = (id: string) => send('POST', `orders/refund/${id}`, undefined, asOlga)

  test('goes back on the shelf once, though it is asked for twice and at once', async () => {
    const { id } = await bought()
    await refund(id)
    expect(await onHand()).toBe(3)
    const answers = await Promise.all([putBack(id), putBack(id, asOlga), putBack(id)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(answers[0]?.body.data).toMatchObject({ paymentState: 'refunded', cancelledAt: expect.any(String) })
    expect((await putBack(id)).status).toBe(200)
    expect(await onHand()).toBe(5)
    expect((await actions()).filter(action => action === 'put back')).toHaveLength(1)
    await expectRules()
    const shipped = await send('PATCH', `orders/update-order-status/${id}`, { status: 'shipped' }, asStaff)
    expect(shipped.status).toBe(409)
  })

  test('not before its money went back, not once it was sent, and not by others', async () => {
    const { id } = await bought()
    expect(await putBack(id)).toMatchObject({
      status: 409,
      body: { message: 'Refund this order first: its pieces are still for the buyer.' },
    })
    await send('PATCH', `orders/update-order-status/${id}`, { status: 'shipped' }, asStaff)
    await refund(id)
    expect(await putBack(id)).toMatchObject({
      status: 409,
      body: { message: 'This order was sent. What comes back of it is noted under Returns.' },
    })
    expect(await onHand()).toBe(3)
    for (const headers of [ada.headers, asStranger, await keyOf(id)])
      expect([401, 403]).toContain((await putBack(id, headers)).status)
    for (const wrong of ['nothing', randomIds.uuid()]) expect((await putBack(wrong)).status).toBe(404)
  })

  test('is asked about when the shelf was counted since its refund, and two answers close it', async () => {
    const close = (id: string, payload: object, headers: Headers = asStaff) =>
      send('PATCH', `orders/${id}/put-back`, payload, headers)
    for (const [counted, there] of [
      [true, 5],
      [false, 7],
    ] as const) {
      const { id } = await bought()
      await refund(id)
      shop.clock.move(minutes(1))
      const seen = await onHand()
      await send('PUT', 'stock/counts', { counts: [{ variantId: dress.id, shelf: 5, seen }] }, asStaff)
      expect(await close(id, {})).toMatchObject({
        status: 409,
        body: {
          code: 'counted',
          message: `The shelf was counted after the refund: ${dress.name}. If the pieces lay there then, they are in the count already.`,
        },
      })
      expect((await stored(id)).cancelled_at).toBe(null)
      expect((await close(id, { counted: 'yes' })).status).toBe(400)
      const answers = await Promise.all([close(id, { counted }), close(id, { counted })])
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      expect((await stored(id)).cancelled_at).not.toBe(null)
      expect(await onHand()).toBe(there)
      await expectRules()
    }
  })

  test('loses no piece that nobody has counted since', async () => {
    const { id } = await bought()
    await refund(id)
    const answer = await send('PATCH', `orders/${id}/put-back`, { counted: true }, asStaff)
    expect(answer.status).toBe(200)
    expect(await onHand()).toBe(5)
    await expectRules()
  })

  test('is not put back while a parcel of it was sent, though its status was set back', async () => {
    const { id } = await bought()
    await send('POST', `orders/${id}/shipments`, { id: randomIds.uuid(), carrier: 'dhl', number: '1234' }, asStaff)
    await send('PATCH', `orders/update-order-status/${id}`, { status: 'pending' }, asStaff)
    expect(await cancel(id)).toMatchObject({
      status: 409,
      body: { message: 'This order was shipped, and can no longer be cancelled.' },
    })
    const own = await send('GET', `orders/order/${id}`, undefined, ada.headers)
    expect(own.body.data.cancelUntil).toBeUndefined()
    await refund(id)
    expect(await putBack(id)).toMatchObject({
      status: 409,
      body: { message: 'This order was sent. What comes back of it is noted under Returns.' },
    })
    expect(await onHand()).toBe(3)
  })

  test('gives its pieces to a paid line that is owed some', async () => {
    const { id } = await bought()
    await refund(id)
    await sql`update order_line set owed = 0`.execute(shop.db)
    const next = await bought()
    await sql`update order_line set owed = 1 where order_id = ${next.id}`.execute(shop.db)
    await putBack(id)
    const line = await shop.db
      .selectFrom('order_line')
      .select('owed')
      .where('order_id', '=', next.id)
      .executeTakeFirst()
    expect(line).toEqual({ owed: 0 })
  })
})

describe('a paid order', () => {
  test('is cancelled by its buyer: the money goes back, the pieces come back, and one e-mail says both', async () => {
    const { id } = await bought()
    expect(await onHand()).toBe(3)
    await mailAfter()
    expect((await shop.order(id, ada.headers)).body.data.cancelUntil).toBeDefined()
    const { status, body } = await cancel(id)
    expect(status, body.message).toBe(200)
    expect(body.data).toMatchObject({ paymentState: 'refunded', cancelledAt: shop.clock.now().toISOString() })
    expect(await onHand()).toBe(5)
    expect(await refunds(id)).toMatchObject([{ state: 'done', actor: 'buyer', actor_id: null, cents: 9_900 }])
    expect(await mailAfter(minutes(20))).toEqual(['Cancelled'])
    await expectRules()
    expect((await send('GET', 'orders/packing', undefined, asStaff)).body.data).toEqual([])
  })

  test('cancelled twice and at once is refunded once, and its pieces come back once', async () => {
    const { id } = await bought()
    const key = await keyOf(id)
    const answers = await Promise.all([cancel(id), cancel(id, key), cancel(id), cancel(id, key)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await cancel(id)).status).toBe(200)
    expect(await refunds(id)).toHaveLength(1)
    expect(await onHand()).toBe(5)
    await expectRules()
  })

  test('cancelled while the provider is silent, or the shop is killed, is refunded once later', async () => {
    const { id } = await bought()
    shop.sandbox.faults.apiCut = 1
    expect((await cancel(id)).body.data).toMatchObject({ paymentState: 'paid', refunding: true })
    expect((await cancel(id)).status).toBe(200)
    shop.sandbox.faults.apiCut = 0
    shop.clock.move(minutes(2))
    await reconcileRefunds(shop.context)
    expect(await stored(id)).toMatchObject({ payment_state: 'refunded' })
    expect(await refunds(id)).toMatchObject([{ state: 'done' }])
    expect(await onHand()).toBe(5)
    await expectRules()
  })

  test('shipped and cancelled at the same moment is one or the other', async () => {
    for (let n = 0; n < 2; n++) {
      const { id } = await bought()
      const [cancelled, shipped] = await Promise.all([
        cancel(id),
        send('PATCH', `orders/update-order-status/${id}`, { status: 'shipped' }, asStaff),
      ])
      expect([cancelled.status, shipped.status].toSorted()).toEqual([200, 409])
      expect((await stored(id)).cancelled_at !== null).toBe(cancelled.status === 200)
    }
    await expectRules()
  })

  test('cannot be cancelled once it is packed, shipped, an hour old or partly refunded', async () => {
    for (const [status, words] of [
      ['processing', 'being packed'],
      ['shipped', 'was shipped'],
      ['completed', 'was shipped'],
    ] as const) {
      const { id } = await bought()
      await shop.db.updateTable('order').set({ status }).where('id', '=', id).execute()
      const { status: code, body } = await cancel(id)
      expect([code, body.message]).toEqual([409, expect.stringContaining(words)])
      await shop.db.deleteFrom('mail').execute()
      await send('PUT', 'stock/counts', { counts: [] }, asOlga)
      if (status === 'processing')
        await shop.db.updateTable('order').set({ status: 'completed' }).where('id', '=', id).execute()
      await sql`update stock set on_hand = on_hand + 2 where variant_id = ${dress.id}`.execute(shop.db)
    }
    const part = await bought()
    await send('POST', `orders/refund/${part.id}`, { key: randomIds.uuid(), amount: 10 }, asOlga)
    expect((await cancel(part.id)).body.message).toContain('went back already')
    shop.clock.move(minutes(61))
    await sql`update stock set on_hand = on_hand + 2 where variant_id = ${dress.id}`.execute(shop.db)
    const { id } = await bought()
    shop.clock.move(minutes(61))
    expect((await cancel(id)).body.message).toContain('within an hour')
    expect((await shop.order(id, ada.headers)).body.data.cancelUntil).toBeUndefined()
    expect(await refunds(id)).toEqual([])
  })

  test('that was cancelled is not shipped without force, even after its refund was refused', async () => {
    const { id } = await bought()
    await cancel(id)
    await sql`update "order" set payment_state = 'paid' where id = ${id}`.execute(shop.db)
    const ship = (force?: true) =>
      send('PATCH', `orders/update-order-status/${id}`, { status: 'shipped', force }, asOlga)
    expect((await ship()).body).toMatchObject({ code: 'cancelled' })
    const { body } = await send('POST', 'orders/ship', { orders: [id] }, asOlga)
    expect(body.data).toMatchObject([{ outcome: 'cancelled' }])
    expect((await ship(true)).status).toBe(200)
  })

  test('is cancelled by its account or a key of it, and by nobody else', async () => {
    const { id, order_id } = await bought()
    const wrong: Headers[] = [{}, asStranger, { 'order-key': 'x'.repeat(43) }, { 'order-key': '' }]
    for (const headers of wrong) expect((await cancel(order_id, headers)).status).toBe(404)
    for (const headers of [asStaff, asOlga]) expect((await cancel(id, headers)).status).toBe(409)
    expect((await cancel('x')).status).toBe(404)
    expect(await refunds(id)).toEqual([])
    expect((await cancel(order_id, await keyOf(id))).status).toBe(200)
  })
})

test('an order that awaits its payment is given up by its buyer, a key and the shop, and by no stranger', async () => {
  for (const who of ['buyer', 'key', 'shop'] as const) {
    const { id } = await begun(ada.headers)
    expect((await cancel(id, asStranger)).status).toBe(404)
    const headers = { buyer: ada.headers, key: await keyOf(id), shop: asOlga }[who]
    const { status, body } = await cancel(id, headers)
    expect(status, body.message).toBe(200)
    expect(body.data.paymentState).toBe('expired')
    expect(await stored(id)).toMatchObject({ payment_state: 'expired', cancelled_at: null })
  }
  expect(await onHand()).toBe(5)
  expect(await actions()).toEqual(['give up'])
  await expectRules()
})

describe('the delivery address', () => {
  const typed = { name: 'Ada King', line1: '1 New Road', city: 'Leeds', postalCode: 'LS1 1AA', country: 'GB' }
  const change = (id: string, more: object = {}, headers: Headers = asStaff) =>
    send('PUT', `orders/${id}/address`, { ...typed, ...more }, headers)
  const order = async (fields: Parameters<typeof createOrder>[2] = {}) => {
    const { id } = await createOrder(shop.db, [dress], { contact_email: 'olga@shop.example', ...fields })
    await createAddress(shop.db, id)
    return id
  }

  test('is changed before shipping, told to the buyer, and stands in the audit without its text', async () => {
    const id = await order({ country: 'GB' })
    for (let n = 0; n < 2; n++)
      expect((await change(id)).body.data.address).toMatchObject({ city: 'Leeds', phone: null })
    expect(await mailAfter()).toEqual(['Another'])
    await change(id, { line1: '2 New Road' })
    expect(await mailAfter()).toEqual(['Another'])
    const audit = await shop.db.selectFrom('audit').selectAll().where('record', '=', 'order').execute()
    expect(audit.map(({ action }) => action)).toEqual(['change address', 'change address'])
    expect(JSON.stringify(audit)).not.toContain('Road')
  })

  test('stays once the order is shipped, cancelled or refunded, and in the country that it was bought for', async () => {
    for (const fields of [
      { status: 'shipped' as const },
      { status: 'completed' as const },
      { payment_state: 'refunded' as const },
      { cancelled_at: new Date() },
    ])
      expect((await change(await order(fields))).status).toBe(409)
    const { status, body } = await change(await order({ country: 'GB' }), { country: 'IE' })
    expect([status, body.message]).toEqual([409, expect.stringContaining('bought for United Kingdom')])
    expect((await change(await order(), { country: 'IE' })).status).toBe(200)
  })

  test('is refused with a sentence when it is wrong, and to customers', async () => {
    const id = await order()
    for (const wrong of [{ name: ' ' }, { line1: 7 }, { country: 'XX' }, { city: 'a'.repeat(101) }])
      expect((await change(id, wrong)).status, JSON.stringify(wrong)).toBe(400)
    expect((await change('x')).status).toBe(404)
    expect((await change(id, {}, ada.headers)).status).toBe(403)
  })
})

describe('a message about an order', () => {
  const message = (more: object = {}) => ({ id: randomIds.uuid(), message: 'Please ring twice.', ...more })
  const write = (id: string, sent: object = message(), headers: Headers = ada.headers) =>
    send('POST', `orders/order/${id}/messages`, sent, headers)

  test('is written by its buyer once, and read among the messages and with the order', async () => {
    const { id, order_id } = await bought()
    const sent = message()
    const answers = await Promise.all([write(id, sent), write(order_id, sent, await keyOf(id)), write(id, sent)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const { body } = await send('GET', 'contact', undefined, asStaff)
    expect(body.data).toMatchObject([{ order: { orderId: order_id }, message: 'Please ring twice.' }])
    const order = await send('GET', `orders/order/${id}`, undefined, asStaff)
    expect(order.body.data.messages).toMatchObject([{ message: 'Please ring twice.' }])
    const packing = await send('GET', 'orders/packing', undefined, asStaff)
    expect(packing.body.data).toMatchObject([{ messages: [{ message: 'Please ring twice.' }] }])
    expect((await write(id, { ...sent, message: 'Another' })).status).toBe(409)
  })

  test('is refused to strangers and the shop, without a text, and once the order is completed', async () => {
    const { id } = await bought()
    const others: Headers[] = [{}, asStranger, asOlga, { 'order-key': 'x'.repeat(43) }]
    for (const headers of others) expect((await write(id, message(), headers)).status).toBe(404)
    for (const wrong of [{ message: ' ' }, { message: 7 }, { id: 'x' }, { message: 'a'.repeat(5_001) }])
      expect((await write(id, message(wrong))).status).toBe(400)
    await shop.db.updateTable('order').set({ status: 'completed' }).where('id', '=', id).execute()
    expect((await write(id)).status).toBe(409)
    expect((await write((await begun(ada.headers)).id)).status).toBe(409)
  })

  test('goes with the erasure of the buyer', async () => {
    const { id } = await bought()
    await write(id)
    await shop.db.transaction().execute(tx => eraseOrders(tx, [id], []))
    expect(await shop.db.selectFrom('contact_message').select('id').execute()).toEqual([])
  })
})

describe('an archived order', () => {
  const archive = (id: string, archived: boolean, headers: Headers = asOlga) =>
    send('PATCH', `orders/${id}/archive`, { archived }, headers)
  async function list(query: string) {
    const response = await shop.app.inject({ url: `/api/orders?${query}`, headers: asOlga })
    const ids = (response.json().data as { _id: string }[]).map(({ _id }) => _id)
    return [ids, Number(response.headers['x-total-count'])]
  }

  test('is out of the list, in a list of its own, and comes back', async () => {
    const [one, two] = [await createOrder(shop.db, [dress]), await createOrder(shop.db, [dress])]
    for (let n = 0; n < 2; n++) expect((await archive(one.id, true)).status).toBe(200)
    expect(await list('')).toEqual([[two.id], 1])
    expect(await list('status=pending')).toEqual([[two.id], 1])
    expect(await list('archived=true')).toEqual([[one.id], 1])
    await archive(one.id, false)
    expect(await list('archived=true')).toEqual([[], 0])
    expect(await list('sort=oldest')).toEqual([[one.id, two.id], 2])
    expect(await actions()).toEqual(['archive', 'unarchive'])
  })

  test('is so by an admin alone', async () => {
    const { id } = await createOrder(shop.db, [dress])
    for (const headers of [ada.headers, asStaff]) expect((await archive(id, true, headers)).status).toBe(403)
    expect((await archive('x', true)).status).toBe(404)
  })
})

test('the audit says who wrote and deleted a note, without its text', async () => {
  const { id } = await createOrder(shop.db, [dress])
  const note = { id: randomIds.uuid(), text: 'Wrap it in red.' }
  for (let n = 0; n < 2; n++) await send('POST', `orders/${id}/notes`, note, asStaff)
  await send('DELETE', `orders/${id}/notes/${note.id}`, undefined, asStaff)
  const audit = await shop.db.selectFrom('audit').selectAll().where('record', '=', 'order').execute()
  expect(audit.map(({ action }) => action)).toEqual(['add note', 'remove note'])
  expect(JSON.stringify(audit)).not.toContain('red')
})

test('an order whose payment is under way at a bank is not called cancelled', async () => {
  shop.sandbox.faults.latePayment = 1
  const { id, sessionId } = await begun(ada.headers)
  await shop.pay(sessionId)
  for (const headers of [ada.headers, asStaff])
    expect(await cancel(id, headers)).toMatchObject({
      status: 409,
      body: { message: 'The bank is still working on this payment. Once it is here, the order can be cancelled.' },
    })
  expect(await actions()).not.toContain('give up')
})

test.each([
  ['whose payment is in review', { payment_state: 'review' }, 'Its payment is in review: accept it first.'],
  [
    'that a restore brought back',
    { check_since: new Date() },
    'It may have changed after the moment that was restored: check it on its page first.',
  ],
] as const)('an order %s is not sent, in no way and with no force', async (_name, columns, message) => {
  const { id } = await bought()
  await shop.db.updateTable('order').set(columns).where('id', '=', id).execute()
  const status = (status: string, force: boolean) =>
    send('PATCH', `orders/update-order-status/${id}`, { status, force }, asStaff)
  const answers = [
    await status('shipped', false),
    await status('shipped', true),
    await status('completed', false),
    await send(
      'POST',
      `orders/${id}/shipments`,
      { id: randomIds.uuid(), carrier: 'dhl', number: '1', force: true },
      asOlga,
    ),
  ]
  for (const answer of answers) expect(answer).toMatchObject({ status: 409, body: { message } })
  expect((await status('processing', false)).status).toBe(200)
  expect((await stored(id)).status).toBe('processing')
})

test('a cancelled order whose refund has failed is refunded again, not accepted', async () => {
  const { id } = await bought()
  expect((await cancel(id)).status).toBe(200)
  await shop.db.updateTable('order').set({ payment_state: 'review' }).where('id', '=', id).execute()
  expect(await send('POST', `orders/accept/${id}`, undefined, asOlga)).toMatchObject({
    status: 409,
    body: { message: 'This order was cancelled, and its pieces are on the shelf again: refund it instead.' },
  })
  expect((await stored(id)).payment_state).toBe('review')
})

test('an order that comes back from its deletion takes its pieces from a count that had them as free', async () => {
  const { id } = await bought()
  const remove = async () => (await send('DELETE', `orders/delete-order/${id}`, undefined, asOlga)).body.data.auditId
  const undo = (auditId: string) => send('POST', `admin/undo/${auditId}`, undefined, asOlga)
  const first = await remove()
  expect((await undo(first)).status).toBe(200)
  expect(await onHand()).toBe(3) // nobody has counted
  const second = await remove()
  shop.clock.move(minutes(1))
  await send('PUT', 'stock/counts', { counts: [{ variantId: dress.id, shelf: 5, seen: 3 }] }, asOlga)
  const others = await begun()
  expect((await undo(second)).status).toBe(200)
  expect(await onHand()).toBe(3)
  await expectRules()
  const third = await remove()
  shop.clock.move(minutes(1))
  await send('PUT', 'stock/counts', { counts: [{ variantId: dress.id, shelf: 2, seen: 3 }] }, asOlga)
  expect(await undo(third)).toMatchObject({
    status: 409,
    body: { message: `This order needs 2 of ${dress.name}, and 0 are free since it was counted. Count it again.` },
  })
  expect(others.id).not.toBe(id)
})
