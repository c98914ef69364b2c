import { v4 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BoardReturn } from '#domain/returns/return.ts'
import { createUser } from '../../../tests/support/builders.ts'
import { signIn } from '../../../tests/support/sign-in.ts'
import { eraseByEmail } from '../privacy/erase-deleted-job.ts'
import { openStock } from '../stock/stock.fixture.ts'

const day = 24 * 60 * 60_000
let shop: Awaited<ReturnType<typeof openStock>>
let asAda: { cookie: string }
let made = 0
beforeAll(async () => {
  shop = await openStock()
  asAda = await signIn(shop.db, await createUser(shop.db, { email: 'ada@shop.test' }))
  const late = new Date('2099-01-01')
  await shop.db.updateTable('session').set({ expires_at: late, seen_at: late }).execute()
})
afterAll(() => shop.close())

async function send(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object, headers?: object) {
  const answer = await shop.app.inject({
    ...{ method, url: `/api/${url}`, payload, headers: { ...(headers ?? shop.headers) } },
  })
  return { status: answer.statusCode, message: answer.json().message as string, data: answer.json().data }
}

/** A paid order of so many dresses, in S; M of each can be had instead. */
async function order({ dresses = 1, quantity = 1, status = 'shipped', who = asAda } = {}) {
  const sold = await Promise.all(
    Array.from({ length: dresses }, () => shop.sellSizes(`Dress ${++made}`, ['alpha-S', 'alpha-M'])),
  )
  const lines = sold.map(({ id, variants: [s = '', m = ''] }) => ({ _id: id, s, m }))
  for (const { s, m } of lines) {
    await shop.count(s, 9)
    await shop.count(m, 1)
  }
  const cart = lines.map(({ _id, s }) => ({ _id, variantId: s, quantity }))
  const { session } = await shop.buy(cart, who)
  await shop.pay(session)
  await shop.confirm(session)
  const bought = await shop.orderOf(session)
  await send('PATCH', `orders/update-order-status/${bought.id}`, { status })
  return { ...bought, swaps: lines.map(({ m }) => m) }
}
type Order = Awaited<ReturnType<typeof order>>

const line = (more: object = {}) => ({ position: 0, quantity: 1, reason: 'too small', ...more })
async function ask(of: Order, lines: object[], who = asAda) {
  const id = v4()
  return { id, ...(await send('POST', `returns/of/${of.order_id}`, { id, lines }, who)) }
}
const arrive = (id: string, position: number) =>
  send('POST', `returns/${id}/arrival`, { lines: [{ position, arrived: 1, restocked: 1 }] })
const refund = ({ id }: Order, wish: object) => send('POST', `orders/refund/${id}`, { key: v4(), ...wish })
const onBoard = async (id: string) =>
  ((await send('GET', 'returns?limit=50')).data as BoardReturn[]).find(({ _id }) => _id === id)
const left = async ({ order_id }: Order, position: number): Promise<number> =>
  (await send('GET', `returns/of/${order_id}`, undefined, asAda)).data.pieces.find(
    (piece: { position: number }) => piece.position === position,
  ).left

test('a return of which one line is refunded and the other never comes is settled without a refund', async () => {
  const bought = await order({ dresses: 2 })
  const { id } = await ask(bought, [line({ swap: bought.swaps[0] }), line({ position: 1 })])
  await arrive(id, 1)
  expect(await refund(bought, { lines: [{ position: 1, quantity: 1 }], returnId: id })).toMatchObject({ status: 200 })
  await send('DELETE', `returns/${id}/swap`)
  expect(await send('POST', `returns/${id}/close`)).toMatchObject({ status: 200 })
  expect(await onBoard(id)).toBeUndefined()
})

test('a piece that was refunded on the page of its order, and whose return is settled then, counts once', async () => {
  const bought = await order({ quantity: 2 })
  const { id } = await ask(bought, [line()])
  await arrive(id, 0)
  await refund(bought, { lines: [{ position: 0, quantity: 1 }] })
  await send('POST', `returns/${id}/close`)
  expect(await left(bought, 0)).toBe(1)
  expect(await ask(bought, [line()])).toMatchObject({ status: 200 })
})

test('a piece that was refunded with the return of another one cannot come back', async () => {
  const bought = await order({ dresses: 3 })
  const { id } = await ask(bought, [line()])
  const lines = [0, 1].map(position => ({ position, quantity: 1 }))
  expect(await refund(bought, { lines, returnId: id })).toMatchObject({ status: 200 })
  expect([await left(bought, 1), await left(bought, 2)]).toEqual([0, 1])
})

test('an order that was completed without a parcel has an end of its days, too', async () => {
  const bought = await order({ status: 'completed' })
  shop.clock.move(400 * day)
  const { status } = await ask(bought, [line()])
  shop.clock.move(-400 * day)
  expect(status).toBe(409)
})

test('a withdrawal that is given its order later is as late, and about as much, as one that named it', async () => {
  const bought = await order()
  shop.clock.move(100 * day)
  const [id, named] = [v4(), v4()]
  const statement = { name: 'Ada King', email: 'ada@shop.test', pieces: null }
  await send('POST', 'withdrawals', { ...statement, id, contract: 'the black dress' }, {})
  await send('POST', 'withdrawals', { ...statement, id: named, contract: String(bought.number) }, {})
  expect(await send('POST', `returns/${id}/order`, { number: Number(bought.number) })).toMatchObject({ status: 200 })
  const shown = await Promise.all([id, named].map(onBoard))
  shop.clock.move(-100 * day)
  expect(shown.map(each => [each?.withdrawal?.isLate, each?.lines.length])).toEqual([
    [true, 1],
    [true, 1],
  ])
})

test('an account is not erased while a return of its order is open', async () => {
  const asEve = await signIn(shop.db, await createUser(shop.db, { email: 'eve@shop.test' }))
  const bought = await order({ who: asEve, status: 'completed' })
  const { id } = await ask(bought, [line()], asEve)
  await arrive(id, 0)
  const book = { db: shop.db, clock: shop.clock, ids: shop.ids }
  const erase = () => eraseByEmail(book, 'eve@shop.test', false)
  await expect(erase()).rejects.toThrow(`a return or a dispute of the order ${bought.order_id} is not over yet`)
  await send('POST', `returns/${id}/close`)
  await erase()
  expect(await shop.db.selectFrom('address').select('name').where('order_id', '=', bought.id).execute()).toEqual([])
})

test('an order of which pieces have come back stays sent: set back, they would be packed and put on the shelf again', async () => {
  const bought = await order({ quantity: 2 })
  const [piece] = await shop.linesOf(bought.id)
  const { id } = await ask(bought, [line()])
  await arrive(id, 0)
  await refund(bought, { lines: [{ position: 0, quantity: 1 }], returnId: id })
  const setBack = await send('PATCH', `orders/update-order-status/${bought.id}`, { status: 'processing' })
  expect(setBack).toMatchObject({
    status: 409,
    message: 'Pieces of this order have come back, so it was sent: it cannot be packed again.',
  })
  expect((await send('GET', `stock/${piece?.product_id}`)).data.counts[0]).toMatchObject({ shelf: 8, toPack: 0 })
  const completed = await send('PATCH', `orders/update-order-status/${bought.id}`, { status: 'completed' })
  expect(completed.status).toBe(200)
})

test('a buyer sends back what was sent also while the shop looks at a refund of the order that has failed', async () => {
  const bought = await order()
  await shop.db.updateTable('order').set({ payment_state: 'review' }).where('id', '=', bought.id).execute()
  const { id, status } = await ask(bought, [line({ swap: bought.swaps[0] })])
  expect(status).toBe(200) // 409: "This order is not paid."
  expect(await send('POST', `returns/${id}/swap`, { id: v4(), carrier: 'DHL', number: 'JD1' })).toMatchObject({
    ...{ status: 409, message: 'Its payment is in review: accept it first.' },
  })
  const unsent = await order({ status: 'pending' })
  await shop.db.updateTable('order').set({ payment_state: 'review' }).where('id', '=', unsent.id).execute()
  expect(await ask(unsent, [line()])).toMatchObject({
    ...{ status: 409, message: 'Nothing has been sent yet. Once it has, you can send it back from here.' },
  })
})

test('a withdrawal is settled when its buyer cancels the order: nobody owes its money any more', async () => {
  const bought = await order({ status: 'pending' })
  const id = v4()
  const statement = { id, name: 'Ada King', email: 'ada@shop.test', pieces: null, contract: String(bought.number) }
  await send('POST', 'withdrawals', statement, {})
  expect(await onBoard(id)).toMatchObject({ withdrawal: { moneyDueAt: expect.any(String) } })
  expect(await send('POST', `orders/order/${bought.order_id}/cancel`, undefined, asAda)).toMatchObject({ status: 200 })
  expect(await onBoard(id)).toBeUndefined()
  const { returns } = (await send('GET', `orders/order/${bought.order_id}`, undefined, asAda)).data
  expect(returns).toMatchObject([{ headline: expect.stringContaining('$49.50') }])
})
