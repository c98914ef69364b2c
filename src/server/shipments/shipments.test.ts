import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ParcelList } from '#domain/shipments/bulk.ts'
import { createOrder, createProduct, createUser } from '../../../tests/support/builders.ts'
import { signIn } from '../../../tests/support/sign-in.ts'
import { randomIds } from '../lib/clock.ts'
import { sendDue } from '../mail/outbox.ts'
import type { Email } from '../mail/transports/mailer.ts'
import { addOrderKey } from '../orders/key-queries.ts'
import { openCheckout } from '../orders/orders.fixture.ts'
import { minutes } from '../payments/payments.fixture.ts'
import { eraseOrders } from '../privacy/erase-related-rows.ts'

let shop: Awaited<ReturnType<typeof openCheckout>>
let olga: { id: string; email: string }
let asOlga: { cookie: string }
let asStaff: { cookie: string }
let dress: Awaited<ReturnType<typeof createProduct>>
const emails: Email[] = []
beforeAll(async () => {
  shop = await openCheckout()
  olga = await createUser(shop.db, { role: 'admin', email: 'olga@shop.test' })
  asOlga = await signIn(shop.db, olga)
  asStaff = await signIn(shop.db, await createUser(shop.db, { role: 'staff' }))
  dress = await createProduct(shop.db)
})
beforeEach(async () => {
  for (const table of ['audit', 'mail', 'shipment', 'order_event', 'refund', 'order_line', 'order'] as const)
    await shop.db.deleteFrom(table).execute()
  emails.length = 0
})
afterAll(() => shop.close())

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
async function send(method: Method, url: string, payload?: object, headers: Record<string, string> = asOlga) {
  const response = await shop.app.inject({ method, url: `/api/${url}`, payload, headers })
  return { status: response.statusCode, body: response.json() }
}
type Fields = NonNullable<Parameters<typeof createOrder>[2]>
const order = (fields: Fields = {}) => createOrder(shop.db, [dress], { contact_email: 'olga@shop.example', ...fields })
const parcel = (more: object = {}) => ({ id: randomIds.uuid(), carrier: 'UPS', number: '1Z999', ...more })
const post = (orderId: string, more: object = {}, headers?: Record<string, string>) =>
  send('POST', `orders/${orderId}/shipments`, parcel(more), headers)
const parcelsOf = (orderId: string) =>
  shop.db.selectFrom('shipment').selectAll().where('order_id', '=', orderId).orderBy('sent_at').execute()
const statusOf = async (id: string) =>
  (await shop.db.selectFrom('order').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
const actions = async () =>
  (await shop.db.selectFrom('audit').select('action').orderBy('at').execute()).map(({ action }) => action).toSorted()
async function mailAfter(ms: number) {
  shop.clock.move(ms)
  await sendDue({ ...shop.context, mailer: { send: async email => void emails.push(email) } })
  return emails.splice(0)
}

describe('a parcel', () => {
  test('ships its order, and the e-mail ten minutes later tells what is stored then', async () => {
    const { id } = await order()
    const { status, body } = await post(id, {}, asStaff)
    expect(status, body.message).toBe(200)
    expect(body.data).toMatchObject({ carrier: 'UPS', url: 'https://www.ups.com/track?tracknum=1Z999' })
    expect(await statusOf(id)).toBe('shipped')
    await send('PATCH', `shipments/${body.data._id}`, { number: '1Z1000' })
    const [email, ...others] = await mailAfter(minutes(10))
    expect(others).toEqual([])
    expect(email?.subject).toContain('Shipped')
    expect(email?.text).toContain('Your parcel\nUPS 1Z1000')
    expect(email?.text).toContain('Follow UPS 1Z1000: https://www.ups.com/track?tracknum=1Z1000')
    expect(await actions()).toEqual(['change status', 'correct parcel', 'send parcel'])
  })

  test('sent twice and at once with one id is one parcel', async () => {
    const { id } = await order()
    const sent = parcel()
    const answers = await Promise.all(Array.from({ length: 5 }, () => send('POST', `orders/${id}/shipments`, sent)))
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200))
    expect(await parcelsOf(id)).toHaveLength(1)
    const { id: other } = await order()
    expect((await send('POST', `orders/${other}/shipments`, sent)).status).toBe(409)
    expect(await parcelsOf(other)).toEqual([])
  })

  test('that is a further one has an e-mail of its own, and none once it was removed', async () => {
    const { id } = await order()
    await post(id)
    await post(id, { number: '2' })
    expect(await mailAfter(minutes(10))).toHaveLength(1) // tells of both
    const third = await post(id, { number: '3' })
    const [email, ...others] = await mailAfter(minutes(10))
    expect(others).toEqual([])
    expect(email?.subject).toMatch(/^On its way: a parcel/)
    expect(email?.text).toContain('UPS 3')
    expect((await send('DELETE', `shipments/${third.body.data._id}`)).status).toBe(200)
    const fourth = await post(id, { number: '4' })
    await send('DELETE', `shipments/${fourth.body.data._id}`)
    expect(await mailAfter(minutes(20))).toEqual([])
    expect((await send('DELETE', `shipments/${fourth.body.data._id}`)).status).toBe(404)
  })

  test('removed before the buyer was told takes the status back that it had set, and no e-mail is sent', async () => {
    const { id } = await order({ status: 'processing' })
    await shop.db
      .insertInto('order_event')
      .values({ order_id: id, kind: 'status', value: 'processing', actor: 'olga', at: shop.clock.now() })
      .execute()
    shop.clock.move(1)
    const { body } = await post(id)
    await send('DELETE', `shipments/${body.data._id}`)
    expect(await statusOf(id)).toBe('processing')
    expect(await mailAfter(minutes(20))).toEqual([])
  })

  test('removed later, or from an order that was marked as shipped by hand, leaves the order shipped', async () => {
    const { id } = await order()
    const { body } = await post(id)
    await mailAfter(minutes(10))
    await send('DELETE', `shipments/${body.data._id}`)
    expect(await statusOf(id)).toBe('shipped')
    const { id: byHand } = await order()
    await send('PATCH', `orders/update-order-status/${byHand}`, { status: 'shipped' })
    shop.clock.move(1)
    const added = await post(byHand)
    await send('DELETE', `shipments/${added.body.data._id}`)
    expect(await statusOf(byHand)).toBe('shipped')
  })

  test('is marked as delivered and not, once each in the audit', async () => {
    const { id } = await order()
    const { body } = await post(id)
    const mark = (delivered: boolean) => send('PATCH', `shipments/${body.data._id}`, { delivered })
    expect((await mark(true)).body.data.deliveredAt).toBe(shop.clock.now().toISOString())
    await mark(true)
    expect((await mark(false)).body.data.deliveredAt).toBeNull()
    const marks = (await actions()).filter(action => action.startsWith('mark'))
    expect(marks).toEqual(['mark parcel delivered', 'mark parcel not delivered'])
  })

  test('of a refunded or cancelled order needs force', async () => {
    const refunded = await order({ payment_state: 'refunded' })
    const cancelled = await order({ cancelled_at: new Date() })
    expect((await post(refunded.id)).body).toMatchObject({ code: 'refunded' })
    expect((await post(cancelled.id)).body).toMatchObject({ code: 'cancelled' })
    for (const { id } of [refunded, cancelled]) expect((await post(id, { force: true })).status).toBe(200)
    expect(await mailAfter(minutes(10))).toHaveLength(1) // a refunded order has none
  })

  test('needs an order that was paid, and right texts', async () => {
    for (const payment_state of ['awaiting', 'expired'] as const)
      expect((await post((await order({ payment_state })).id)).status).toBe(404)
    const { id } = await order()
    for (const wrong of [{ id: 'x' }, { id: 7 }, { carrier: '', number: '' }, { url: 'http://a.test' }, { number: {} }])
      expect((await post(id, wrong)).status, JSON.stringify(wrong)).toBe(400)
    expect((await post('x')).status).toBe(404)
    expect(await statusOf(id)).toBe('pending')
  })
})

test('the buyer and a key see the parcels, a stranger and a forged key do not', async () => {
  const ada = await createUser(shop.db)
  const { id, order_id } = await order({ user_id: ada.id })
  await post(id)
  const key = await addOrderKey(shop.db, id, shop.clock.now())
  const see = async (headers?: Record<string, string>) => (await shop.order(order_id, headers)).body.data.shipments
  const [parcels] = [[expect.objectContaining({ number: '1Z999' })]]
  for (const headers of [await signIn(shop.db, ada), { 'order-key': key }, asStaff, asOlga])
    expect(await see(headers)).toEqual(parcels)
  const stranger = await signIn(shop.db, await createUser(shop.db))
  for (const headers of [undefined, stranger, { 'order-key': 'x'.repeat(43) }])
    expect(await see(headers)).toBeUndefined()
})

describe('a list of parcels', () => {
  const bulk = async (csv: string, confirmed?: number[]) => {
    const { status, body } = await send('POST', 'shipments/bulk', { csv, confirmed }, asStaff)
    return { status, message: body.message, list: body.data as ParcelList }
  }
  const outcomes = ({ rows }: ParcelList) => rows.map(({ line, outcome }) => `${line} ${outcome}`)

  test('says what each line does, does it once confirmed, and never twice', async () => {
    const [one, two, refunded, shipped] = [
      await order(),
      await order(),
      await order({ payment_state: 'refunded' }),
      await order({ status: 'shipped' }),
    ]
    const csv = `order,carrier,number,url
#${one.number},DHL,1,
${one.order_id},DHL,2,https://example.com/2
${two.id},,,
${refunded.number},DHL,3,
${shipped.number},DHL,4,
999999999,DHL,5,
${two.number},DHL,6,http://plain.test
${one.number},dhl, 1,
${two.number},DHL,,`
    const expected = [
      ...['2 ships', '3 further', '4 empty', '5 refused', '6 further', '7 refused', '8 refused', '9 already'],
      '10 refused',
    ]
    const preview = await bulk(csv)
    expect(preview, preview.message).toMatchObject({ status: 200, list: { good: 4, sent: 3, isDone: false } })
    expect(outcomes(preview.list)).toEqual(expected)
    expect(await parcelsOf(one.id)).toEqual([])

    expect(await bulk(csv, [2, 3, 6])).toMatchObject({ status: 409 })
    const done = await bulk(csv, [2, 3, 6, 9])
    expect(outcomes(done.list)).toEqual(expected)
    expect(done.list).toMatchObject({ sent: 3, isDone: true })
    expect((await parcelsOf(one.id)).map(({ number }) => number).toSorted()).toEqual(['1', '2'])
    expect(await statusOf(one.id)).toBe('shipped')
    expect(await statusOf(two.id)).toBe('pending')
    expect(await bulk(csv, [2, 3, 6, 9])).toMatchObject({ status: 200, list: { sent: 0, good: 4 } })
    expect(await shop.db.selectFrom('shipment').select('id').execute()).toHaveLength(3)
    expect((await mailAfter(minutes(10))).map(({ subject }) => subject.split(':')[0]).toSorted()).toEqual([
      'On its way',
      'Shipped',
    ])
  })

  test('sent at once is one parcel', async () => {
    const { id, number } = await order()
    const csv = `order;carrier;number\n${number};DHL;1`
    const answers = await Promise.all([bulk(csv, [2]), bulk(csv, [2]), bulk(csv, [2])])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await parcelsOf(id)).toHaveLength(1)
  })

  test.each([
    ['', 'The file is empty.'],
    ['order,carrier,number\n', 'The list has no rows.'],
    [`order,carrier,number\n${'1,a,b\n'.repeat(201)}`, 'A list can have at most 200 rows.'],
  ])('is refused when it is no list', async (csv, message) => {
    expect(await bulk(csv)).toMatchObject({ status: 400, message })
  })

  test('of the orders to send is downloaded to fill in', async () => {
    const { number } = await order()
    await order({ status: 'shipped' })
    const response = await shop.app.inject({ url: '/api/shipments/to-send', headers: asStaff })
    expect(response.body).toBe(`\ufefforder,carrier,number,url\r\n${number},,,\r\n`)
  })

  test('of the orders to send has none that is fetched in the shop, was withdrawn from, or has to be checked first', async () => {
    const { number } = await order()
    await order({ is_pickup: true })
    await order({ check_since: new Date() })
    const withdrawn = await order()
    const statement = { id: randomIds.uuid(), name: 'Ada King', email: 'ada@shop.test', pieces: null }
    await send('POST', 'withdrawals', { ...statement, contract: String(withdrawn.number) }, {})
    const response = await shop.app.inject({ url: '/api/shipments/to-send', headers: asStaff })
    await shop.db.deleteFrom('mail').execute()
    for (const table of ['return_line', 'withdrawal', 'return'] as const) await shop.db.deleteFrom(table).execute()
    expect(response.body).toBe(`\ufefforder,carrier,number,url\r\n${number},,,\r\n`)
  })
})

test('packed and shipped takes a number for each order', async () => {
  const [one, two] = [await order(), await order()]
  const payload = { orders: [one.id, two.id], parcels: [{ order: one.id, ...parcel() }] }
  for (let n = 0; n < 2; n++) expect((await send('POST', 'orders/ship', payload, asStaff)).status).toBe(200)
  expect(await parcelsOf(one.id)).toHaveLength(1)
  expect(await parcelsOf(two.id)).toEqual([])
  expect(await statusOf(two.id)).toBe('shipped')
  for (const parcels of ['x', [{}], [{ order: one.id, id: 'x' }]])
    expect((await send('POST', 'orders/ship', { orders: [one.id], parcels })).status).toBe(400)
})

test('the erasure of the buyer removes where the parcels went, and their e-mails', async () => {
  const { id } = await order({ status: 'shipped' })
  await post(id)
  await shop.db.transaction().execute(tx => eraseOrders(tx, [id], []))
  expect(await parcelsOf(id)).toMatchObject([{ carrier: 'UPS', number: '', url: null }])
  expect(await shop.db.selectFrom('mail').select('id').execute()).toEqual([])
})

test('customers neither send, correct nor remove parcels', async () => {
  const { id } = await order()
  const { body } = await post(id)
  const asAda = await signIn(shop.db, await createUser(shop.db))
  const calls: [Method, string, object?][] = [
    ['POST', `orders/${id}/shipments`, parcel()],
    ['PATCH', `shipments/${body.data._id}`, { delivered: true }],
    ['DELETE', `shipments/${body.data._id}`],
    ['POST', 'shipments/bulk', { csv: 'x' }],
    ['GET', 'shipments/to-send'],
  ]
  for (const [method, url, payload] of calls) {
    expect((await send(method, url, payload, asAda)).status, url).toBe(403)
    expect((await send(method, url, payload, {})).status, url).toBe(401)
  }
  expect(await parcelsOf(id)).toMatchObject([{ delivered_at: null }])
})
