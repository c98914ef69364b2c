import { v4 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '../../../../tests/support/builders.ts'
import { signIn } from '../../../../tests/support/sign-in.ts'
import { openTestMail } from '../../mail/mail.fixture.ts'
import { deleteOldMail, sendDue } from '../../mail/outbox.ts'
import { minutes } from '../../payments/payments.fixture.ts'
import { openStock } from '../stock.fixture.ts'

/** A card whose refunds fail a while after they were done. */
const failsLater = '4000 0000 0000 5126'
const days = (n: number) => minutes(60 * 24 * n)

let shop: Awaited<ReturnType<typeof openStock>>
let asAda: { cookie: string }
let made = 0
const mail = await openTestMail()
await mail.close()
beforeAll(async () => {
  shop = await openStock()
  asAda = await signIn(shop.db, await createUser(shop.db, { email: 'ada@shop.test' }))
  const late = new Date('2099-01-01')
  await shop.db.updateTable('session').set({ expires_at: late, seen_at: late }).execute()
})
afterAll(() => shop.close())

async function send(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object, headers?: object) {
  const answer = await shop.app.inject({
    ...{ method, url: `/api/${url}`, payload, headers: { ...shop.headers, ...headers } },
  })
  return { status: answer.statusCode, message: answer.json().message as string, data: answer.json().data }
}

/** A dress whose first size lies on the shelf so many times, or is not counted. */
async function sellDress(pieces?: number) {
  const { id, variants } = await shop.sellSizes(`Dress ${++made}`, ['alpha-S', 'alpha-M'])
  const [s = ''] = variants
  if (pieces !== undefined) await shop.count(s, pieces)
  return { id, s }
}
type Dress = Awaited<ReturnType<typeof sellDress>>

async function sell({ id, s }: Dress, { quantity = 1, card_number = '4242 4242 4242 4242' } = {}) {
  const { session } = await shop.buy([{ _id: id, variantId: s, quantity }], asAda)
  await shop.pay(session, { card_number })
  await shop.confirm(session)
  return await shop.orderOf(session)
}
type Order = Awaited<ReturnType<typeof sell>>

const shelf = async ({ id, s }: Dress): Promise<number> =>
  (await send('GET', `stock/${id}`)).data.counts.find((count: { variantId: string }) => count.variantId === s).shelf

async function countAgain(dress: Dress, pieces: number) {
  shop.clock.move(1_000)
  await shop.count(dress.s, pieces, await shelf(dress))
  shop.clock.move(1_000)
}

const refund = async ({ id }: Order) => await send('POST', `orders/refund/${id}`, { key: v4() })
const setStatus = ({ id }: Order, status: string) => send('PATCH', `orders/update-order-status/${id}`, { status })

async function refundFails({ order_id }: Order) {
  shop.clock.move(minutes(5))
  await shop.sendEventsToShop()
  await shop.sandbox.catchUp()
  await expect.poll(async () => (await shop.stored(order_id)).payment_state).toBe('review')
}

async function undo(recordId: string, action: string) {
  const { id } = await shop.db
    .selectFrom('audit')
    .select('id')
    .where('record_id', '=', recordId)
    .where('action', '=', action)
    .orderBy('at', 'desc')
    .executeTakeFirstOrThrow()
  return await send('POST', `admin/undo/${id}`)
}

test.each<[string, (order: Order, dress: Dress) => Promise<unknown>]>([
  ['cancelled', order => send('POST', `orders/order/${order.order_id}/cancel`, undefined, asAda)],
  [
    'refunded and put back',
    async order => {
      await refund(order)
      return await send('PATCH', `orders/${order.id}/put-back`, {})
    },
  ],
  [
    'deleted, counted as gone, and back',
    async (order, dress) => {
      await send('DELETE', `orders/delete-order/${order.id}`)
      await countAgain(dress, 5)
      return await undo(order.id, 'delete')
    },
  ],
])('an order that was paid before the first count and is %s leaves the shelf right', async (_what, change) => {
  const dress = await sellDress()
  const order = await sell(dress, { quantity: 2 })
  await shop.count(dress.s, 5, null)
  expect([await shelf(dress), await shop.rowOf(dress.s)]).toEqual([5, { onHand: 3, held: 0 }])
  expect(await change(order, dress)).toMatchObject({ status: 200 })
  expect(await shelf(dress)).toBe(5)
  expect(await shop.countBroken()).toBe(0)
})

test('pieces of a refund that fails after a count are to be packed again', async () => {
  const dress = await sellDress(5)
  const order = await sell(dress, { card_number: failsLater })
  await refund(order)
  await countAgain(dress, 5)
  await refundFails(order)
  expect(await shop.rowOf(dress.s)).toEqual({ onHand: 4, held: 0 })
  expect(await shelf(dress)).toBe(5)
  expect(await shop.countBroken()).toBe(0)
})

test('a refund that fails is noted, also when its pieces were counted and sold since', async () => {
  const dress = await sellDress(1)
  const order = await sell(dress, { card_number: failsLater })
  await refund(order)
  await countAgain(dress, 1)
  await sell(dress)
  await refundFails(order)
  expect(await shop.rowOf(dress.s)).toEqual({ onHand: 0, held: 0 })
})

test('an order that was marked as shipped by mistake takes its pieces out of a count since', async () => {
  const dress = await sellDress(5)
  const order = await sell(dress)
  await setStatus(order, 'shipped')
  await setStatus(order, 'completed')
  await countAgain(dress, 5)
  expect(await setStatus(order, 'pending')).toMatchObject({ status: 200 })
  expect([await shelf(dress), await shop.rowOf(dress.s)]).toEqual([5, { onHand: 4, held: 0 }])
  await setStatus(order, 'shipped')
  await setStatus(order, 'pending')
  expect(await shelf(dress)).toBe(5)
})

test('it stays shipped when what was counted is sold', async () => {
  const dress = await sellDress(1)
  const order = await sell(dress)
  await setStatus(order, 'shipped')
  await countAgain(dress, 1)
  await sell(dress)
  expect(await setStatus(order, 'pending')).toMatchObject({
    ...{ status: 409, message: expect.stringContaining('0 are free since it was counted. Count it again.') },
  })
  expect((await shop.stored(order.order_id)).status).toBe('shipped')
})

test('a delivery cannot be taken back once its sizes were counted', async () => {
  const dress = await sellDress(5)
  const id = v4()
  await send('POST', 'stock/deliveries', { id, note: '', lines: [{ variantId: dress.s, pieces: 5 }] })
  await countAgain(dress, 5)
  expect(await undo(id, 'deliver')).toMatchObject({
    ...{ status: 409, message: expect.stringContaining('was counted since the delivery: count it once more instead.') },
  })
  expect(await shelf(dress)).toBe(5)
})

test('a count cannot be taken back once its size was removed', async () => {
  const dress = await sellDress(7)
  await countAgain(dress, 5)
  const setSizes = (sizes: string[]) =>
    send('PATCH', `products/update-product/${dress.id}`, { sizes: sizes.map(size => ({ size })) })
  expect(await setSizes(['alpha-M'])).toMatchObject({ status: 200 })
  expect(await setSizes(['alpha-S', 'alpha-M'])).toMatchObject({ status: 200 })
  expect(await undo(dress.id, 'count')).toMatchObject({
    ...{ status: 409, message: 'S was removed and added again since: count it once more instead.' },
  })
  expect(await shelf(dress)).toBe(0)
})

test('the buyer is told of a payment once, and of a refund also after one that failed', async () => {
  const context = { ...mail.context, db: shop.db, clock: shop.clock }
  const order = await sell(await sellDress(5), { card_number: failsLater })
  const told = async () => {
    mail.emails.length = 0
    await sendDue(context)
    return mail.emails.filter(({ text }) => text.includes(order.order_id)).map(({ subject }) => subject)
  }
  expect(await told()).toEqual([expect.stringContaining('Your order')])
  shop.clock.move(days(31))
  await deleteOldMail(context)
  await refund(order)
  await refundFails(order)
  await send('POST', `orders/accept/${order.id}`)
  expect(await told()).toEqual([])
  await refund(order)
  expect(await told()).toEqual([`Refunded: your order #${order.number}`])
})

test('a first delivery that is taken back ends the counting, however often it came', async () => {
  const dress = await sellDress()
  for (const id of [v4(), v4()]) {
    await send('POST', 'stock/deliveries', { id, note: '', lines: [{ variantId: dress.s, pieces: 5 }] })
    expect(await shelf(dress)).toBe(5)
    expect(await undo(id, 'deliver')).toMatchObject({ status: 200 })
    expect(await shelf(dress)).toBeNull()
  }
  expect(await sell(dress, { quantity: 3 })).toBeDefined()
  expect(await shop.countBroken()).toBe(0)
})
