import { v4 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '../../../tests/support/builders.ts'
import { signIn } from '../../../tests/support/sign-in.ts'
import { minutes } from '../payments/payments.fixture.ts'
import { endUnpaidOrder } from '../payments/settle.ts'
import { openStock } from '../stock/stock.fixture.ts'

/** Cards whose refunds fail a while after they were done, and take their time. */
const [failsLater, slow] = ['4000 0000 0000 5126', '4000 0000 0000 7726']

let shop: Awaited<ReturnType<typeof openStock>>
let asAda: { cookie: string }
let made = 0
beforeAll(async () => {
  shop = await openStock()
  asAda = await signIn(shop.db, await createUser(shop.db))
})
afterAll(() => shop.close())

async function send(method: 'GET' | 'POST' | 'PUT' | 'PATCH', url: string, payload?: object, headers: object = {}) {
  const answer = await shop.app.inject({
    ...{ method, url: `/api/${url}`, payload, headers: { ...shop.headers, ...headers } },
  })
  return { status: answer.statusCode, message: answer.json().message as string, data: answer.json().data }
}

/** Of five dresses on the shelf, a paid order has three. */
async function sell(card_number = '4242 4242 4242 4242') {
  const { id, variants } = await shop.sellSizes(`Part ${++made}`, ['alpha-S'])
  const [dress = ''] = variants
  await shop.count(dress, 5)
  const { session } = await shop.buy([{ _id: id, variantId: dress, quantity: 3 }], asAda)
  await shop.pay(session, { card_number })
  await shop.confirm(session)
  return { ...(await shop.orderOf(session)), product: id, dress }
}
type Sold = Awaited<ReturnType<typeof sell>>

const refund = ({ id }: Sold, quantity: number) =>
  send('POST', `orders/refund/${id}`, { key: v4(), lines: [{ position: 0, quantity }] })
const putBack = ({ id }: Sold) => send('PATCH', `orders/${id}/put-back`, {})
const ship = ({ id }: Sold) => send('PATCH', `orders/update-order-status/${id}`, { status: 'shipped' })
const shelf = async ({ product }: Sold) => (await send('GET', `stock/${product}`)).data.counts[0].shelf as number
const free = async ({ dress }: Sold) => (await shop.rowOf(dress))?.onHand

test('a piece that was refunded before the parcel goes is for sale again, once, and the shelf stays right', async () => {
  const order = await sell()
  expect(await putBack(order)).toMatchObject({
    ...{ status: 409, message: 'Refund this order first: its pieces are still for the buyer.' },
  })
  await refund(order, 1)
  expect([await shelf(order), await free(order)]).toEqual([5, 2])
  const [listed] = (await send('GET', `orders/packing?q=${order.number}`)).data
  expect(listed.products).toMatchObject([{ quantity: 3, refunded: 1, toPutBack: 1 }])
  const { products } = (await send('GET', `orders/order/${order.id}`, undefined, asAda)).data
  expect(products).toEqual([expect.not.objectContaining({ toPutBack: 1 })]) // the buyer's

  const answers = await Promise.all([putBack(order), putBack(order)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(answers[1]?.data).toMatchObject({
    paymentState: 'paid',
    products: [expect.not.objectContaining({ toPutBack: 1 })],
  })
  expect(answers[1]?.data.cancelledAt).toBeUndefined()
  expect([await shelf(order), await free(order)]).toEqual([5, 3])
  const entries = await shop.db.selectFrom('audit').select('after').where('record_id', '=', order.id).execute()
  expect(entries.filter(({ after }) => after?.pieces)).toEqual([{ after: { pieces: 1 } }])

  await refund(order, 1)
  expect((await putBack(order)).status).toBe(200)
  await ship(order)
  expect([await shelf(order), await free(order)]).toEqual([4, 4])
  expect(await shop.countBroken()).toBe(0)
})

test('what was put back is not put back a second time with the rest of the order', async () => {
  const order = await sell()
  await refund(order, 1)
  await putBack(order)
  await refund(order, 2)
  expect((await putBack(order)).data).toMatchObject({ paymentState: 'refunded', cancelledAt: expect.any(String) })
  expect([await shelf(order), await free(order)]).toEqual([5, 5])
  expect(await shop.countBroken()).toBe(0)
})

test('it is refused once the order was sent, and by the buyer', async () => {
  const order = await sell()
  await refund(order, 1)
  expect((await send('PATCH', `orders/${order.id}/put-back`, {}, asAda)).status).toBe(403)
  await ship(order)
  expect(await putBack(order)).toMatchObject({
    ...{ status: 409, message: 'This order was sent. What comes back of it is noted under Returns.' },
  })
  expect(await free(order)).toBe(2)
})

/** Another order of two of the dresses, which was paid when only so many were left. */
async function payLate(order: Sold) {
  const lines = [{ _id: order.product, variantId: order.dress, quantity: 2 }]
  const { session } = await shop.buy(lines)
  const late = await shop.orderOf(session)
  await endUnpaidOrder(shop.context, late.id, 'expired', 'reconcile')
  const other = await shop.buy(lines)
  await shop.pay(other.session)
  await shop.confirm(other.session)
  await shop.pay(session)
  await shop.sendEventsToShop()
  return { ...late, product: order.product, dress: order.dress }
}

test('it waits for its money: a refund that is pending may fail yet', async () => {
  const order = await sell(slow)
  await refund(order, 1)
  const { products } = (await send('GET', `orders/order/${order.id}`)).data
  expect(products).toEqual([expect.objectContaining({ refunded: 1 })])
  expect(products).toEqual([expect.not.objectContaining({ toPutBack: 1 })])
  expect(await putBack(order)).toMatchObject({
    ...{
      status: 409,
      message: 'Its refund is on its way, and may fail. Put the pieces back on the shelf once it is done.',
    },
  })
  shop.clock.move(minutes(5))
  await shop.sendEventsToShop()
  await shop.sandbox.catchUp()
  await expect.poll(async () => (await putBack(order)).status).toBe(200)
  expect([await shelf(order), await free(order)]).toEqual([5, 3])
})

test('it goes to a paid line that misses a piece first', async () => {
  const order = await sell()
  const late = await payLate(order)
  expect(await shop.linesOf(late.id)).toMatchObject([{ owed: 2 }])
  await refund(order, 1)
  await putBack(order)
  expect(await shop.linesOf(late.id)).toMatchObject([{ owed: 1 }])
  expect(await free(order)).toBe(0)
  expect(await shop.countBroken()).toBe(0)
})

test('it goes to no order that was shipped without its pieces, until that is packed again', async () => {
  const order = await sell()
  const late = await payLate(order)
  await send('POST', `orders/accept/${late.id}`)
  await ship(late)
  await refund(order, 1)
  await putBack(order)
  expect([await shelf(order), await free(order)]).toEqual([5, 1])
  expect(await shop.linesOf(late.id)).toMatchObject([{ owed: 2 }])
  await send('PATCH', `orders/update-order-status/${late.id}`, { status: 'processing' })
  expect([await shelf(order), await free(order)]).toEqual([5, 0])
  expect(await shop.linesOf(late.id)).toMatchObject([{ owed: 1 }])
  expect(await shop.countBroken()).toBe(0)
})

test('an order that was marked as shipped by mistake takes what is still its own out of a count since', async () => {
  const order = await sell()
  await refund(order, 1)
  await putBack(order)
  await ship(order)
  shop.clock.move(1_000)
  await shop.count(order.dress, 5, 3)
  shop.clock.move(1_000)
  await send('PATCH', `orders/update-order-status/${order.id}`, { status: 'processing' })
  expect([await shelf(order), await free(order)]).toEqual([5, 3])
  expect(await shop.countBroken()).toBe(0)
})

test.each([
  ['comes off the shelf again', 5, 2],
  ['leaves a piece that was sold since with its new buyer', 0, 0],
])('a refund that fails later %s', async (_what, left, expected) => {
  const order = await sell(failsLater)
  await refund(order, 1)
  await putBack(order)
  if (left === 0) {
    const other = await shop.buy([{ _id: order.product, variantId: order.dress, quantity: 3 }])
    await shop.pay(other.session)
    await shop.confirm(other.session)
  }
  shop.clock.move(minutes(5))
  await shop.sendEventsToShop()
  await shop.sandbox.catchUp()
  await expect.poll(async () => (await shop.stored(order.order_id)).payment_state).toBe('review')
  expect([await shelf(order), await free(order)]).toEqual([5, expected])
  expect(await shop.countBroken()).toBe(0)
})
