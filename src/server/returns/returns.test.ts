import { sql } from 'kysely'
import { v4 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BoardReturn, ReturnPage } from '#domain/returns/return.ts'
import { createUser } from '../../../tests/support/builders.ts'
import { signIn } from '../../../tests/support/sign-in.ts'
import { noFaults } from '../../sandbox/faults.ts'
import { addOrderKey } from '../orders/key-queries.ts'
import { openStock, untilBlocked } from '../stock/stock.fixture.ts'
import { endOldSwaps } from './end-swaps.ts'

const day = 24 * 60 * 60_000

let shop: Awaited<ReturnType<typeof openStock>>
let asAda: { cookie: string }
let asEve: { cookie: string }
let asStella: { cookie: string }
beforeAll(async () => {
  shop = await openStock()
  asAda = await signIn(shop.db, await createUser(shop.db, { email: 'ada@shop.test' }))
  asEve = await signIn(shop.db, await createUser(shop.db, { email: 'eve@shop.test' }))
  asStella = await signIn(shop.db, await createUser(shop.db, { role: 'staff', email: 'stella@shop.test' }))
  const at = new Date('2099-01-01') // the clock moves by weeks
  await shop.db.updateTable('session').set({ expires_at: at, seen_at: at }).execute()
})
afterAll(async () => {
  expect(await shop.countBroken()).toBe(0)
  await shop.close()
})

async function send(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
  headers: object = asStella,
) {
  const response = await shop.app.inject({ method, url: `/api/${url}`, payload, headers: { ...headers } })
  return { status: response.statusCode, body: response.json() }
}

/** A paid order of dresses in S, of which M and L are counted; sent unless it says otherwise. */
async function order({ quantity = 1, of = asAda as { cookie: string } | undefined, isSent = true } = {}) {
  const { id, variants } = await shop.sellSizes(`Dress ${v4().slice(0, 8)}`, ['alpha-S', 'alpha-M', 'alpha-L'])
  const [s = '', m = '', l = ''] = variants
  await shop.count(s, 9)
  await shop.count(m, 1)
  const { session } = await shop.buy([{ _id: id, variantId: s, quantity }], of)
  await shop.pay(session)
  await shop.confirm(session)
  const bought = await shop.orderOf(session)
  if (isSent) await send('POST', 'orders/ship', { orders: [bought.id] })
  return { ...bought, product: id, s, m, l, session }
}
type Order = Awaited<ReturnType<typeof order>>

const line = (more: object = {}) => ({ position: 0, quantity: 1, reason: 'too small', ...more })
const ask = (of: Order, lines: object[], headers: object = asAda, id = v4()) =>
  send('POST', `returns/of/${of.order_id}`, { id, lines }, headers)
const pageOf = async (of: Order, headers: object = asAda): Promise<ReturnPage> =>
  (await send('GET', `returns/of/${of.order_id}`, undefined, headers)).body.data
const arrive = (id: string, arrived = 1, restocked = arrived, more: object = {}) =>
  send('POST', `returns/${id}/arrival`, { lines: [{ position: 0, arrived, restocked, ...more }] })
const sendSwap = (id: string, parcel = v4()) =>
  send('POST', `returns/${id}/swap`, { id: parcel, carrier: 'DHL', number: 'JD1', url: 'https://dhl.example/JD1' })
const refund = (of: Order, returnId: string, quantity = 1, key = v4()) =>
  send('POST', `orders/refund/${of.id}`, { key, lines: [{ position: 0, quantity }], returnId }, shop.headers)
const boardOf = async (id: string) =>
  [
    ...((await send('GET', 'returns?limit=50')).body.data as BoardReturn[]),
    ...((await send('GET', 'returns?limit=50&view=ended')).body.data as BoardReturn[]),
  ].find(each => each._id === id)
const emailsAbout = async (id: string) =>
  (
    await shop.db
      .selectFrom('mail')
      .select('kind')
      .where('return_id', '=', id)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
  ).map(({ kind }) => kind)

/** Asks for a return, which must be accepted. */
async function asked(of: Order, lines: object[] = [line()], headers: object = asAda) {
  const id = v4()
  const { status, body } = await ask(of, lines, headers, id)
  expect(body.message).toBe('We expect your parcel')
  expect(status).toBe(200)
  return id
}

test('a dress that is too small is swapped for an M, which can come back as well', async () => {
  const bought = await order()
  expect(await pageOf(bought)).toMatchObject({
    pieces: [
      {
        left: 1,
        size: 'S',
        swaps: [
          { size: 'M', available: true },
          { size: 'L', available: true },
        ],
      },
    ],
    returns: [],
  })
  const id = await asked(bought, [line({ swap: bought.m })])
  expect(await shop.rowOf(bought.m)).toEqual({ onHand: 1, held: 1 })
  expect(await pageOf(bought)).toMatchObject({
    pieces: [{ left: 0 }],
    returns: [{ status: 'asked', reference: `${bought.number}-1`, lines: [{ swap: { size: 'M', state: 'open' } }] }],
  })

  expect((await arrive(id)).body.data).toMatchObject({ status: 'arrived', lines: [{ arrived: 1, restocked: 1 }] })
  expect(await shop.rowOf(bought.s)).toEqual({ onHand: 9, held: 0 })
  expect((await sendSwap(id)).body.data).toMatchObject({
    status: 'settled',
    parcels: [{ carrier: 'DHL', number: 'JD1' }],
  })
  expect(await shop.rowOf(bought.m)).toEqual({ onHand: 0, held: 0 })
  expect(await shop.movementsOf(bought.m)).toEqual(['counted 1 0', 'held 0 1', 'sold -1 -1'])
  expect(await emailsAbout(id)).toEqual(['return-asked', 'return-arrived', 'return-settled'])

  const { pieces } = await pageOf(bought)
  expect(pieces).toMatchObject([
    { size: 'S', left: 0 },
    { size: 'M', left: 1 },
  ])
  expect(pieces[1]?.swaps.map(({ size, isLarger }) => [size, isLarger])).toEqual([
    ['S', false],
    ['L', true],
  ])
  const shown = (headers: object) => send('GET', `orders/order/${bought.order_id}`, undefined, headers)
  expect((await shown(asAda)).body.data.returns).toEqual([
    expect.objectContaining({ reference: `${bought.number}-1`, kind: 'return', headline: 'M is on the way to you.' }),
  ])
  expect((await shown({})).body.data.returns).toBeUndefined()
  shop.clock.move(1_000)
  const second = await asked(bought, [line({ variantId: bought.m, reason: 'too large' })])
  await arrive(second, 1, 0, { variantId: bought.m })
  expect((await refund(bought, second)).body.data).toMatchObject({ paymentState: 'refunded' })
  expect(await boardOf(second)).toMatchObject({ status: 'settled', refunded: 49.5, reference: `${bought.number}-2` })
  expect((await pageOf(bought)).why).toBe('This order was refunded.')
})

describe('who may', () => {
  test('by account, by key, and nobody else', async () => {
    const bought = await order()
    const other = await order({ of: asEve })
    const own = await addOrderKey(shop.db, bought.id, shop.clock.now())
    const foreign = await addOrderKey(shop.db, other.id, shop.clock.now())
    const path = `returns/of/${bought.order_id}`
    for (const headers of [{}, asEve, asStella, shop.headers, { 'order-key': foreign }, { 'order-key': 'x' }]) {
      expect(await send('GET', path, undefined, headers)).toMatchObject({ status: 404 })
      expect(await ask(bought, [line()], headers)).toMatchObject({ status: 404 })
    }
    const id = await asked(bought, [line()], { 'order-key': own })
    for (const headers of [{}, asEve, { 'order-key': foreign }])
      expect(await send('POST', `${path}/${id}/cancel`, undefined, headers)).toMatchObject({ status: 404 })
    expect(await send('POST', `returns/of/${other.order_id}/${id}/cancel`, undefined, asEve)).toMatchObject({
      status: 404,
    })
    expect(await send('POST', `${path}/${id}/cancel`, undefined, asAda)).toMatchObject({ status: 200 })
    expect((await boardOf(id))?.status).toBe('cancelled')
    await shop.db
      .updateTable('order_key')
      .set({ expires_at: shop.clock.now() })
      .where('order_id', '=', bought.id)
      .execute()
    expect(await send('GET', path, undefined, { 'order-key': own })).toMatchObject({ status: 404 })
  })

  test('the board is for staff and admins', async () => {
    const id = v4()
    const calls: ['GET' | 'POST' | 'DELETE', string, object?][] = [
      ['GET', 'returns'],
      ['POST', `returns/${id}/arrival`, { lines: [{ position: 0, arrived: 1, restocked: 0 }] }],
      ['POST', `returns/${id}/swap`, { id }],
      ['DELETE', `returns/${id}/swap`],
      ['POST', `returns/${id}/refuse`, { refusal: 'No.' }],
      ['POST', `returns/${id}/close`],
      ['POST', `returns/${id}/order`, { number: 1 }],
    ]
    for (const [method, path, payload] of calls) {
      expect(await send(method, path, payload, {})).toMatchObject({ status: 401 })
      expect(await send(method, path, payload, asAda)).toMatchObject({ status: 403 })
      for (const headers of [asStella, shop.headers])
        expect(await send(method, path, payload, headers)).toMatchObject({ status: method === 'GET' ? 200 : 404 })
    }
  })
})

describe('twice and at once', () => {
  test('one id is one return, and a piece comes back once', async () => {
    const bought = await order()
    const id = v4()
    const same = await Promise.all([1, 2, 3].map(() => ask(bought, [line({ swap: bought.m })], asAda, id)))
    expect(same.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await shop.rowOf(bought.m)).toEqual({ onHand: 1, held: 1 })
    expect(await ask(bought, [line()])).toMatchObject({ status: 409 })
    const two = await order()
    const others = await Promise.all([1, 2].map(() => ask(two, [line()])))
    expect(others.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await ask(two, [line()], asAda, id)).toMatchObject({ status: 409 })
  })

  test('the last M is held for one', async () => {
    const [one, two] = [await order({ quantity: 2 }), await order()]
    const both = await Promise.all([1, 2].map(() => ask(one, [line({ swap: one.m })])))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'sold_out' })
    const sale = await shop.buy([{ _id: one.product, variantId: one.m }])
    expect(sale.body).toMatchObject({
      message: expect.stringMatching(/^Line 1: All pieces of .* M are set aside for others; one may come free\.$/),
    })
    expect(await ask(two, [line({ swap: one.m })])).toMatchObject({ status: 400 })
    expect(await ask(two, [line({ swap: two.s })])).toMatchObject({ status: 400 })
    expect(await ask(two, [line({ swap: v4() })])).toMatchObject({ status: 400 })
  })

  test('goods arrive once, a swap is sent once, money goes back once', async () => {
    const bought = await order({ quantity: 2 })
    const id = await asked(bought, [line({ quantity: 2 })])
    const came = await Promise.all([1, 2, 3].map(() => arrive(id, 2, 1)))
    expect(came.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await shop.rowOf(bought.s)).toEqual({ onHand: 8, held: 0 })
    expect(await arrive(id, 2, 0)).toMatchObject({ status: 409 })
    expect(await arrive(id, 3, 1)).toMatchObject({ status: 409 })
    expect(await arrive(id, 1, 2)).toMatchObject({ status: 400 })
    const twice = { position: 0, arrived: 2, restocked: 2 }
    expect(await send('POST', `returns/${id}/arrival`, { lines: [twice, twice] })).toMatchObject({ status: 400 })
    expect(await send('POST', `returns/${id}/refuse`, { refusal: 'No.' })).toMatchObject({ status: 409 })
    const key = v4()
    const back = await Promise.all([1, 2, 3].map(() => refund(bought, id, 2, key)))
    expect(back.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await boardOf(id)).toMatchObject({ status: 'settled', refunded: 99 })
    expect(await refund(bought, id, 1)).toMatchObject({ status: 409 })

    const swapped = await order()
    const swap = await asked(swapped, [line({ swap: swapped.m })])
    const parcel = v4()
    const sent = await Promise.all([1, 2, 3].map(() => sendSwap(swap, parcel)))
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await sendSwap(swap)).toMatchObject({ status: 409 })
    expect(await shop.rowOf(swapped.m)).toEqual({ onHand: 0, held: 0 })
    expect((await arrive(swap)).body.data).toMatchObject({ status: 'settled', lines: [{ arrived: 1 }] })
  })
})

describe('what cannot come back', () => {
  test('before it was sent, after the days, of no line, more than there is', async () => {
    const early = await order({ isSent: false })
    expect((await ask(early, [line()])).body.message).toContain('Nothing has been sent yet.')
    const bought = await order()
    for (const lines of [
      [],
      [line({ position: 7 })],
      [line({ quantity: 0 })],
      [line(), line()],
      [line({ reason: 'no' })],
    ])
      expect(await ask(bought, lines)).toMatchObject({ status: 400 })
    expect((await ask(bought, [line({ quantity: 2 })])).body.message).toMatch(/^Only 1 of /)
    shop.clock.move(48 * day)
    expect((await ask(bought, [line()])).body.message).toContain('The 30 days for returns are over.')
    shop.clock.move(-48 * day)
  })

  test('goods of a category that the policy excludes, unless they are faulty', async () => {
    const bought = await order()
    const settings = (await send('GET', 'settings/sections', undefined, shop.headers)).body.data
    const dress = settings.catalogue.value.categories.find(({ address }: { address: string }) => address === 'dress')
    const save = async (exempt: string[], version: number) =>
      await send(
        'PUT',
        'settings/sections/returns',
        { value: { days: 30, payer: 'shop', exempt, address: [], labelLink: '' }, version },
        shop.headers,
      )
    expect(await save([dress.id], settings.returns.version)).toMatchObject({ status: 200 })
    expect((await ask(bought, [line()])).body.message).toContain('cannot come back, unless something is wrong with it.')
    await asked(bought, [line({ reason: 'faulty' })])
    await shop.db.deleteFrom('shop_setting').where('section', '=', 'returns').execute()
  })
})

describe('pieces go back on the shelf once', () => {
  const withdraw = async (of: Order) => {
    const { number } = await shop.db
      .selectFrom('order')
      .select('number')
      .where('id', '=', of.id)
      .executeTakeFirstOrThrow()
    const id = v4()
    const statement = { id, name: 'Ada King', contract: `${number}`, email: 'ada@shop.test', pieces: null }
    expect((await send('POST', 'withdrawals', statement, {})).status).toBe(200)
    return id
  }
  const cancel = (of: Order) => send('POST', `orders/order/${of.order_id}/cancel`, undefined, asAda)

  test('of an order that was cancelled before it was sent, nothing arrives', async () => {
    const bought = await order({ quantity: 2, isSent: false })
    const id = await withdraw(bought)
    expect((await arrive(id, 2)).body.message).toBe(
      'This order was not sent yet, so nothing of it can arrive. Refund it, and put its pieces back.',
    )
    expect(await cancel(bought)).toMatchObject({ status: 200 })
    expect((await arrive(id, 2)).body.message).toBe('This order was cancelled, and its pieces are back on the shelf.')
    expect(await shop.rowOf(bought.s)).toMatchObject({ onHand: 9 })
  })

  test('an order of which pieces have come back cannot be cancelled', async () => {
    const bought = await order({ quantity: 2 })
    const id = await withdraw(bought)
    expect((await arrive(id, 2)).status).toBe(200)
    await shop.db.updateTable('order').set({ status: 'pending' }).where('id', '=', bought.id).execute()
    expect(await cancel(bought)).toMatchObject({ status: 409 })
    expect(await shop.rowOf(bought.s)).toMatchObject({ onHand: 9 })
    await shop.db.updateTable('order').set({ status: 'shipped' }).where('id', '=', bought.id).execute()
  })
})

describe('a change of several sizes locks all their stock before a product, as cancellations do', () => {
  /** An order of two products, of which the second has the larger ids. */
  async function orderOfTwo() {
    const [one, two] = [await order(), await order()]
    for (const { m } of [one, two]) await shop.count(m, 9, 1)
    const cart = [one, two].map(({ product, s }) => ({ _id: product, variantId: s, quantity: 1 }))
    const { session } = await shop.buy(cart, asAda)
    await shop.pay(session)
    await shop.confirm(session)
    const bought = (await shop.orderOf(session)) as Order
    await send('POST', 'orders/ship', { orders: [bought.id] })
    return { one, two, bought }
  }
  /** Does this while somebody who has locked the stock of a size comes to lock a product. */
  const meanwhile = async (size: string, product: string, change: () => ReturnType<typeof send>) =>
    await shop.db.transaction().execute(async tx => {
      await sql`select from stock where variant_id = ${size} for update`.execute(tx)
      const answer = change()
      await untilBlocked(tx)
      await sql`select from product where id = ${product} for update`.execute(tx)
      return { answer }
    })

  test('what has arrived, and the swaps that are asked for and sent', async () => {
    const { one, two, bought } = await orderOfTwo()
    const id = v4()
    const swaps = [line({ swap: one.m }), line({ position: 1, swap: two.m })]
    const asking = await meanwhile(two.m, one.product, () => ask(bought, swaps, asAda, id))
    expect((await asking.answer).body.message).toBe('We expect your parcel')
    const lines = [0, 1].map(position => ({ position, arrived: 1, restocked: 1 }))
    const arriving = await meanwhile(two.s, one.product, () => send('POST', `returns/${id}/arrival`, { lines }))
    expect((await arriving.answer).status).toBe(200)
    const sending = await meanwhile(two.m, one.product, () => sendSwap(id))
    expect((await sending.answer).status).toBe(200)
  })
})

test('a return of which the other size was sent is neither cancelled nor refused', async () => {
  const bought = await order()
  const id = await asked(bought, [line({ swap: bought.m })])
  expect((await sendSwap(id)).status).toBe(200)
  await shop.db.updateTable('return').set({ settled_at: null }).where('id', '=', id).execute() // as with a line for money
  expect((await send('POST', `returns/of/${bought.order_id}/${id}/cancel`, undefined, asAda)).body).toMatchObject({
    message: 'The other size was sent to you, so the return can no longer be cancelled. Write to us.',
  })
  expect((await send('POST', `returns/${id}/refuse`, { refusal: 'It was worn.' })).body).toMatchObject({
    message: 'The other size was sent, so it cannot be refused. Settle it once the first one has come back.',
  })
})

test('a refused return frees its swap, and tells the buyer why', async () => {
  const bought = await order()
  const id = await asked(bought, [line({ swap: bought.m })])
  expect(await send('POST', `returns/${id}/refuse`, { refusal: '  ' })).toMatchObject({ status: 400 })
  const refused = await send('POST', `returns/${id}/refuse`, { refusal: 'It was worn.' })
  expect(refused.body.data).toMatchObject({ status: 'refused', refusal: 'It was worn.' })
  expect(await shop.rowOf(bought.m)).toEqual({ onHand: 1, held: 0 })
  expect(await refund(bought, id)).toMatchObject({ status: 409 })
  expect(await arrive(id)).toMatchObject({ status: 409 })
  expect((await pageOf(bought)).pieces).toMatchObject([{ left: 1 }])
  expect(await emailsAbout(id)).toEqual(['return-asked', 'return-refused'])
})

test('a refund that fails leaves the return open, and another settles it', async () => {
  const bought = await order()
  const id = await asked(bought)
  shop.sandbox.faults.emptyBalance = 1
  expect(await refund(bought, id)).toMatchObject({ status: 409, body: { code: 'refund_refused' } })
  expect((await boardOf(id))?.status).toBe('asked')
  Object.assign(shop.sandbox.faults, noFaults)
  expect(await refund(bought, id)).toMatchObject({ status: 200 })
  expect((await boardOf(id))?.status).toBe('settled')
})

test('a swap whose money went back is not sent', async () => {
  const bought = await order({ quantity: 2 })
  const id = await asked(bought, [line({ swap: bought.m })])
  await send('POST', `orders/refund/${bought.id}`, { key: v4(), lines: [{ position: 0, quantity: 2 }] }, shop.headers)
  expect(await sendSwap(id)).toMatchObject({ status: 409, body: { message: expect.stringContaining('a gift') } })
  expect((await send('DELETE', `returns/${id}/swap`)).body.data).toMatchObject({
    lines: [{ swap: { state: 'ended' } }],
  })
  expect((await send('POST', `returns/${id}/close`)).body.data).toMatchObject({ status: 'settled' })
  const part = await order({ quantity: 2 })
  const other = await asked(part, [line({ swap: part.m })])
  await send('POST', `orders/refund/${part.id}`, { key: v4(), lines: [{ position: 0, quantity: 1 }] }, shop.headers)
  expect(await sendSwap(other)).toMatchObject({ status: 200 })
})

test('a swap that did not come back in three weeks is no longer held', async () => {
  const bought = await order()
  const id = await asked(bought, [line({ swap: bought.m })])
  await endOldSwaps(shop.context)
  expect(await shop.rowOf(bought.m)).toEqual({ onHand: 1, held: 1 })
  shop.clock.move(21 * day)
  await Promise.all([endOldSwaps(shop.context), endOldSwaps(shop.context)])
  expect(await shop.rowOf(bought.m)).toEqual({ onHand: 1, held: 0 })
  expect(await boardOf(id)).toMatchObject({ status: 'asked', lines: [{ swap: { state: 'ended' } }] })
  expect(await emailsAbout(id)).toEqual(['return-asked', 'swap-ended'])
  expect(await sendSwap(id)).toMatchObject({ status: 409 })
  shop.clock.move(-21 * day)
})

test('a withdrawal gets its order and its pieces by the shop, and counts nothing before', async () => {
  const bought = await order({ quantity: 2 })
  const id = v4()
  await shop.db
    .insertInto('return')
    .values({ id, kind: 'withdrawal', order_id: null, asked_at: shop.clock.now() })
    .execute()
  const statement = { name: 'Ada', contract: 'the red dress', email: 'ada@shop.test', pieces: 'one of the two' }
  await shop.db
    .insertInto('withdrawal')
    .values({ return_id: id, ...statement })
    .execute()
  expect(await boardOf(id)).toMatchObject({ order: null, withdrawal: statement, isOverdue: false })
  expect(await arrive(id)).toMatchObject({ status: 409 })
  expect(await send('POST', `returns/${id}/order`, { number: 999_999 })).toMatchObject({ status: 404 })
  expect(await send('POST', `returns/${id}/order`, { number: bought.number })).toMatchObject({ status: 200 })
  expect((await pageOf(bought)).pieces).toMatchObject([{ left: 2 }])
  expect((await arrive(id, 3)).status).toBe(409)
  expect((await arrive(id, 1)).body.data).toMatchObject({ status: 'arrived', lines: [{ quantity: 1, arrived: 1 }] })
  expect((await pageOf(bought)).pieces).toMatchObject([{ left: 1 }])
  shop.clock.move(15 * day)
  expect((await boardOf(id))?.isOverdue).toBe(true)
  await refund(bought, id)
  expect(await boardOf(id)).toMatchObject({ status: 'settled', isOverdue: false })
  shop.clock.move(-15 * day)
})

test('what came back because of its size is a vote on the fit, and stands in what was sold', async () => {
  const bought = await order({ quantity: 5 })
  const id = await asked(bought, [line({ quantity: 5 })])
  await arrive(id, 5, 4)
  const found = await send('GET', `products/${bought.product}`, undefined, {})
  expect(found.body.data.fitCounts).toContainEqual({ fit: -1, count: 1 })
  const products = (await send('GET', `stock/${bought.product}/sold-through`)).body.data
  expect(products[0].sizes[0]).toMatchObject({
    sold: 5,
    cameBack: 5,
    returned: 4,
    reasons: [{ reason: 'too small', pieces: 5 }],
  })
})
