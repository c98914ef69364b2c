import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createUser } from '../../../tests/support/builders.ts'
import { signIn } from '../../../tests/support/sign-in.ts'
import { noFaults } from '../../sandbox/faults.ts'
import { sell } from '../orders/orders.fixture.ts'
import { minutes } from '../payments/payments.fixture.ts'
import { reconcile } from '../payments/reconcile.ts'
import { endUnpaidOrder } from '../payments/settle.ts'
import { openStock } from './stock.fixture.ts'

let shop: Awaited<ReturnType<typeof openStock>>
beforeAll(async () => {
  shop = await openStock()
})
beforeEach(() => {
  Object.assign(shop.sandbox.faults, noFaults)
})
afterAll(async () => {
  expect(await shop.countBroken()).toBe(0)
  expect(await shop.deadlocks()).toBe(0)
  await shop.close()
})

const numbersOf = (id: string) => shop.rowOf(id)
const pageOf = async (id: string) => {
  const { product } = (await shop.app.inject(`/api/products/${id}`)).json().data
  return product.sizes.map(({ state, left }: { state: string; left?: number }) => (left ? `${state} ${left}` : state))
}

describe('placing', () => {
  test('an order holds its pieces until it is paid, and then has sold them', async () => {
    const ring = await sell(shop.db)
    await shop.count(ring, 5)
    const { session, status } = await shop.buy([{ _id: ring, quantity: 2 }])
    expect(status).toBe(200)
    expect(await numbersOf(ring)).toEqual({ onHand: 5, held: 2 })
    await shop.pay(session)
    await shop.confirm(session)
    await shop.confirm(session)
    expect(await numbersOf(ring)).toEqual({ onHand: 3, held: 0 })
    expect(await shop.movementsOf(ring)).toEqual(['counted 5 0', 'held 0 2', 'sold -2 -2'])
  })

  test('what is not counted can always be bought', async () => {
    const ring = await sell(shop.db)
    expect((await shop.buy([{ _id: ring, quantity: 99 }])).status).toBe(200)
    expect(await numbersOf(ring)).toBeUndefined()
    expect(await pageOf(ring)).toEqual(['in'])
  })

  test('every short line is named with what is left, what is held and what is gone, and nothing is written', async () => {
    const { id, variants } = await shop.sellSizes('Aurelia', ['alpha-S', 'alpha-M', 'alpha-L', 'alpha-XL'])
    const [s = '', m = '', l = '', xl = ''] = variants
    await shop.count(s, 9)
    await shop.count(m, 1)
    await shop.count(l, 2)
    await shop.count(xl, 0)
    await shop.buy([{ _id: id, variantId: l, quantity: 2 }])
    const lines = [
      { _id: id, variantId: s, quantity: 1 },
      { _id: id, variantId: m, quantity: 2 },
      { _id: id, variantId: l },
      { _id: id, variantId: xl },
    ]
    const { status, body } = await shop.buy(lines)
    const by = new Date(+shop.clock.now() + 31 * 60_000).toISOString().slice(11, 16)
    expect({ status, ...body }).toMatchObject({
      status: 409,
      code: 'sold_out',
      message: `Line 2: only 1 left of Aurelia, Black, M. Line 3: All pieces of Aurelia, Black, L are being paid for by others; one may come free by ${by} UTC. Line 4: Aurelia, Black, XL is sold out.`,
    })
    expect(await numbersOf(s)).toEqual({ onHand: 9, held: 0 })
    expect(await pageOf(id)).toEqual(['in', 'low 1', 'held', 'out'])
  })

  test('sixty buyers with carts in any order buy ten pieces of each size, and not one more', async () => {
    const { id, variants } = await shop.sellSizes('Brera', ['alpha-S', 'alpha-M'])
    for (const variant of variants) await shop.count(variant, 10)
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => {
        const lines = variants.map(variantId => ({ _id: id, variantId }))
        return shop.buy(n % 3 === 0 ? lines.slice(0, 1) : n % 2 ? lines : lines.toReversed())
      }),
    )
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
    const bought = answers.filter(({ status }) => status === 200)
    for (const { session } of bought) await shop.pay(session)
    for (const { session } of bought) await shop.confirm(session)
    const [first] = await Promise.all(variants.map(numbersOf))
    expect(first).toEqual({ onHand: 0, held: 0 })
  })

  test('two lines of one size are held together', async () => {
    const { id, variants } = await shop.sellSizes('Camille', ['alpha-M'])
    const [m = ''] = variants
    await shop.count(m, 3)
    const { status, body } = await shop.buy([
      { _id: id, variantId: m, quantity: 2 },
      { _id: id, quantity: 2 },
    ])
    expect({ status, message: body.message }).toEqual({
      status: 409,
      message: 'Line 1: only 3 left of Camille, Black, M.',
    })
  })

  test('a double click holds once, and the same key finds its order although nothing is left', async () => {
    const ring = await sell(shop.db)
    await shop.count(ring, 1)
    const key = { 'idempotency-key': 'the-last-ring' }
    const answers = await Promise.all([1, 2, 3].map(() => shop.checkout([{ _id: ring }], {}, undefined, key)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(await numbersOf(ring)).toEqual({ onHand: 1, held: 1 })
  })

  test('nobody is blocked by an earlier checkout of their own: it is closed first', async () => {
    const ring = await sell(shop.db)
    await shop.count(ring, 1)
    const first = await shop.buy([{ _id: ring }])
    const second = await shop.buy([{ _id: ring }], first.cookie)
    expect(second.status).toBe(200)
    await shop.pay(first.session)
    await shop.confirm(first.session)
    expect((await shop.orderOf(first.session)).payment_state).toBe('expired')
    expect(await numbersOf(ring)).toEqual({ onHand: 1, held: 1 })
    expect((await shop.buy([{ _id: ring }])).status).toBe(409) // somebody else
  })

  test('one of their own that was paid meanwhile stays paid', async () => {
    const ring = await sell(shop.db)
    await shop.count(ring, 1)
    const first = await shop.buy([{ _id: ring }])
    await shop.pay(first.session)
    const second = await shop.buy([{ _id: ring }], first.cookie)
    expect(second).toMatchObject({ status: 409, body: { code: 'sold_out' } })
    expect((await shop.orderOf(first.session)).payment_state).toBe('paid')
    expect(await numbersOf(ring)).toEqual({ onHand: 0, held: 0 })
  })

  test('a provider that refuses, or cannot be reached, holds nothing for ever', async () => {
    const ring = await sell(shop.db)
    await shop.count(ring, 1)
    shop.sandbox.faults.api5xx = 1
    expect((await shop.buy([{ _id: ring }])).status).toBe(503)
    expect(await numbersOf(ring)).toEqual({ onHand: 1, held: 1 }) // a page may be open
    shop.sandbox.faults.api5xx = 0
    shop.clock.move(minutes(40))
    await reconcile(shop.context)
    expect(await numbersOf(ring)).toEqual({ onHand: 1, held: 0 })
  })
})

describe('freeing', () => {
  test('leaving the payment page frees at once, twice is harmless', async () => {
    const ring = await sell(shop.db)
    await shop.count(ring, 1)
    const { session } = await shop.buy([{ _id: ring }])
    const cancelled = await shop.app.inject({ method: 'POST', url: `/sandbox/pay/${session}/cancel` })
    const path = String(cancelled.headers.location).replace(shop.origin, '')
    for (const _ of [1, 2])
      expect((await shop.app.inject(path)).headers.location).toBe('http://shop.test/shop?cart=open')
    expect(await numbersOf(ring)).toEqual({ onHand: 1, held: 0 })
    expect(await shop.movementsOf(ring)).toEqual(['counted 1 0', 'held 0 1', 'released 0 -1'])
  })

  test('leaving while the provider is down still leads back to the shop', async () => {
    const ring = await sell(shop.db)
    await shop.count(ring, 1)
    const { session } = await shop.buy([{ _id: ring }])
    const { order_id } = await shop.orderOf(session)
    shop.sandbox.faults.api5xx = 1
    expect((await shop.app.inject(`/api/orders/return/${order_id}`)).statusCode).toBe(303)
    expect(await numbersOf(ring)).toEqual({ onHand: 1, held: 1 })
  })

  test('a checkout is given up by its session alone, any number of times', async () => {
    const letGo = async (session_id: unknown) => {
      const { statusCode, ...answer } = await shop.app.inject({
        ...{ method: 'POST', url: '/api/orders/let-go', payload: { session_id } },
      })
      return { status: statusCode, body: answer.json() }
    }
    const ring = await sell(shop.db)
    await shop.count(ring, 1)
    const { session } = await shop.buy([{ _id: ring }])
    for (const id of ['cs_unknown', '__proto__', session.slice(0, -1)]) expect((await letGo(id)).status).toBe(404)
    for (const id of [undefined, 7, '', 'x'.repeat(256)]) expect((await letGo(id)).status).toBe(400)
    shop.sandbox.faults.api5xx = 1
    expect((await letGo(session)).status).toBe(503)
    shop.sandbox.faults.api5xx = 0
    for (const _ of [1, 2])
      expect(await letGo(session)).toMatchObject({ status: 200, body: { data: { paymentState: 'expired' } } })
    expect(await numbersOf(ring)).toEqual({ onHand: 1, held: 0 })
    const paid = await shop.buy([{ _id: ring }])
    await shop.pay(paid.session)
    expect(await letGo(paid.session)).toMatchObject({ status: 200, body: { data: { paymentState: 'paid' } } })
    expect(await numbersOf(ring)).toEqual({ onHand: 0, held: 0 })
  })

  test('expiry and payment at the same instant: one of both, thirty times', async () => {
    const ring = await sell(shop.db)
    await shop.count(ring, 30)
    let paid = 0
    for (let n = 0; n < 30; n++) {
      const { session } = await shop.buy([{ _id: ring }])
      await Promise.all([
        shop.pay(session),
        shop.app.inject({ method: 'POST', url: '/api/orders/let-go', payload: { session_id: session } }),
      ])
      await shop.confirm(session)
      if ((await shop.orderOf(session)).payment_state === 'paid') paid += 1
    }
    expect(await numbersOf(ring)).toEqual({ onHand: 30 - paid, held: 0 })
  })
})

describe('money that comes late', () => {
  /** An order that was ended here while the provider still took the money. */
  async function payLate(
    lines: Parameters<typeof shop.buy>[0],
    before: () => Promise<unknown> = async () => undefined,
  ) {
    const { session } = await shop.buy(lines)
    const { id } = await shop.orderOf(session)
    const { endUnpaidOrder } = await import('../payments/settle.ts')
    await endUnpaidOrder(shop.context, id, 'expired', 'a test')
    await before()
    await shop.pay(session)
    await shop.sendEventsToShop()
    return await shop.orderOf(session)
  }

  test('is paid when everything is still there', async () => {
    const ring = await sell(shop.db)
    await shop.count(ring, 3)
    expect(await payLate([{ _id: ring, quantity: 2 }])).toMatchObject({ payment_state: 'paid', review_reason: null })
    expect(await numbersOf(ring)).toEqual({ onHand: 1, held: 0 })
  })

  test('takes what is there, and asks the owner about the rest', async () => {
    const { id, variants } = await shop.sellSizes('Elara', ['alpha-M'])
    const [m = ''] = variants
    await shop.count(m, 3)
    const order = await payLate([{ _id: id, variantId: m, quantity: 3 }], async () => {
      const { session } = await shop.buy([{ _id: id, variantId: m, quantity: 2 }])
      await shop.pay(session)
      await shop.confirm(session)
    })
    expect(order).toMatchObject({
      payment_state: 'review',
      review_reason: 'The payment came after the order was expired. Missing: 2 of 3 Elara, Black, M.',
    })
    expect((await shop.linesOf(order.id)).map(({ owed }) => owed)).toEqual([2])
    const { products } = (await shop.order(order.order_id, shop.headers)).body.data
    expect(products).toMatchObject([{ quantity: 3, owed: 2 }])
    expect(await numbersOf(m)).toEqual({ onHand: 0, held: 0 })

    // The next pieces that are counted are for this order: 4 lie on the shelf, 3 of them to be packed.
    await shop.count(m, 4, 3)
    expect((await shop.linesOf(order.id)).map(({ owed }) => owed)).toEqual([1])
    expect(await numbersOf(m)).toEqual({ onHand: 0, held: 0 })
  })

  test('asks the owner when nothing of it is counted', async () => {
    expect(await payLate([{ _id: await sell(shop.db) }])).toMatchObject({ payment_state: 'review' })
  })

  test('asks the owner when its first count was taken back meanwhile, and takes nothing', async () => {
    const ring = await sell(shop.db)
    await shop.count(ring, 3)
    const order = await payLate([{ _id: ring, quantity: 2 }], async () => {
      const { id } = await shop.db
        .selectFrom('audit')
        .select('id')
        .where('record_id', '=', ring)
        .where('action', '=', 'count')
        .executeTakeFirstOrThrow()
      const undone = await shop.app.inject({ method: 'POST', url: `/api/admin/undo/${id}`, headers: shop.headers })
      expect(undone.statusCode).toBe(200)
    })
    expect(order).toMatchObject({ payment_state: 'review' })
    expect(await shop.linesOf(order.id)).toMatchObject([{ takes_stock: false, owed: 0 }])
    expect(await shop.countBroken()).toBe(0)
  })
})

describe('counting', () => {
  test('is for admins', async () => {
    const ring = await sell(shop.db)
    const customer = await signIn(shop.db, await createUser(shop.db))
    expect((await shop.put([{ variantId: ring, shelf: 1, seen: null }], customer)).status).toBe(403)
    expect((await shop.put([{ variantId: ring, shelf: 1, seen: null }], {})).status).toBe(401)
    expect((await shop.app.inject({ url: `/api/stock/${ring}`, headers: customer })).statusCode).toBe(403)
    expect((await shop.app.inject({ url: `/api/stock/${ring}` })).statusCode).toBe(401)
  })

  test('refuses what is no count with one sentence', async () => {
    const ring = await sell(shop.db)
    const id = { variantId: ring, shelf: 1, seen: null }
    for (const [counts, message] of [
      [undefined, 'Send at least one count.'],
      [[], 'Send at least one count.'],
      [Array(501).fill(id), 'At most 500 counts can be sent at once.'],
      [[null], 'Count 1 names no size.'],
      [[{ ...id, variantId: '__proto__' }], 'Count 1 names no size.'],
      [[id, id], 'Count 2 names a size that is there twice.'],
      [[{ ...id, seen: 'many' }], 'Count 1: the number seen before must be a whole number, or null.'],
      ...[-1, 1.5, '5', 1_000_001, Number.NaN, null, true, []].map(shelf => [
        [{ ...id, shelf }],
        'Count 1 must be a whole number from 0 to 1,000,000.',
      ]),
    ] as const)
      expect(await shop.put(counts)).toMatchObject({ status: 400, body: { message } })
    const unknown = '0191b7a0-0000-7000-8000-000000000000'
    expect((await shop.put([{ ...id, variantId: unknown }])).status).toBe(404)
    expect(await numbersOf(ring)).toBeUndefined()
  })

  test('never overwrites a sale that the screen did not show, nor goes below what is promised', async () => {
    const ring = await sell(shop.db, { name: 'Fiorella' })
    await shop.count(ring, 5)
    const { session } = await shop.buy([{ _id: ring, quantity: 2 }])
    const paid = await shop.buy([{ _id: ring }])
    await shop.pay(paid.session)
    await shop.confirm(paid.session)
    const read = (await shop.app.inject({ url: `/api/stock/${ring}`, headers: shop.headers })).json().data
    expect(read).toEqual({
      isAnythingCounted: true,
      counts: [{ variantId: ring, size: 'one', label: 'One size', shelf: 5, held: 2, toPack: 1, owed: 0 }],
    })
    const answer = async (shelf: number, seen: number | null) =>
      (await shop.put([{ variantId: ring, shelf, seen }])).body.data.counts[0]
    expect(await answer(9, 4)).toEqual({
      ...{ variantId: ring, result: 'changed', shelf: 5, message: 'It is 5 by now: look again before you count.' },
    })
    expect(await answer(2, 5)).toEqual({
      ...{ variantId: ring, result: 'being_paid', shelf: 5 },
      message:
        '2 held for buyers, 1 paid and not yet shipped: it cannot be below 3. If a paid piece is missing, refund its order first.',
    })
    for (const _ of [1, 2]) expect(await answer(3, 5)).toEqual({ variantId: ring, result: 'counted', shelf: 3 })
    expect((await shop.movementsOf(ring)).filter(text => text.startsWith('counted'))).toEqual([
      'counted 5 0',
      'counted -2 0',
    ])
    expect(await numbersOf(ring)).toEqual({ onHand: 2, held: 2 })
    await shop.app.inject({ method: 'POST', url: '/api/orders/let-go', payload: { session_id: session } })
    expect(await numbersOf(ring)).toEqual({ onHand: 2, held: 0 })
    const audit = (await shop.app.inject({ url: `/api/audit?q=${ring}`, headers: shop.headers })).json().data
    expect(audit.entries?.[0] ?? audit[0]).toMatchObject({
      ...{ action: 'count', before: { 'One size': 5 }, after: { 'One size': 3 } },
    })
  })

  test('of two counts at once one is stored, the first ones too', async () => {
    const ring = await sell(shop.db)
    for (const [seen, shelves] of [
      [null, [5, 6]],
      [undefined, [7, 8]],
    ] as const) {
      const known = seen === null ? null : (await numbersOf(ring))?.onHand
      const answers = await Promise.all(shelves.map(shelf => shop.put([{ variantId: ring, shelf, seen: known }])))
      const results = answers.map(({ body }) => body.data.counts[0].result)
      expect(results.toSorted()).toEqual(['changed', 'counted'])
      expect((await numbersOf(ring))?.onHand).toBe(shelves[results.indexOf('counted')])
    }
  })

  test('the first count holds the pieces of orders that await their payment', async () => {
    const ring = await sell(shop.db)
    const { session } = await shop.buy([{ _id: ring, quantity: 2 }])
    const tooFew = (await shop.put([{ variantId: ring, shelf: 1, seen: null }])).body.data.counts[0]
    expect(tooFew).toMatchObject({ result: 'being_paid', shelf: null })
    await shop.count(ring, 2)
    expect(await numbersOf(ring)).toEqual({ onHand: 2, held: 2 })
    expect((await shop.buy([{ _id: ring }])).status).toBe(409)
    await shop.pay(session)
    await shop.confirm(session)
    expect(await numbersOf(ring)).toEqual({ onHand: 0, held: 0 })
  })

  test('first counts among orders and payments at once: every piece is held or sold once', async () => {
    for (let round = 0; round < 8; round++) {
      const { id, variants } = await shop.sellSizes(`Giulia ${round}`, ['alpha-S', 'alpha-M'])
      const [s = '', m = ''] = variants
      await shop.count(s, 40)
      const waiting = await Promise.all([1, 2, 3].map(() => shop.buy([{ _id: id, variantId: m }])))
      const results = await Promise.all([
        shop.put([{ variantId: m, shelf: 40, seen: null }]),
        ...waiting.map(({ session }) => shop.pay(session).then(() => shop.confirm(session))),
        ...[1, 2, 3, 4].map(n =>
          shop.buy(n % 2 ? [{ _id: id, variantId: m }] : variants.map(variantId => ({ _id: id, variantId }))),
        ),
      ])
      expect(results[0]).toMatchObject({ status: 200, body: { data: { counts: [{ result: 'counted' }] } } })
      const held = (
        await sql<{ n: number }>`
        select coalesce(sum(quantity), 0)::int as n from order_line join "order" on "order".id = order_line.order_id
        where variant_id = ${m} and payment_state = 'awaiting'`.execute(shop.db)
      ).rows[0]?.n
      expect((await numbersOf(m))?.held).toBe(held)
    }
    expect(await shop.countBroken()).toBe(0)
  })

  test('is refused while a process of an older release is connected', async () => {
    const ring = await sell(shop.db)
    await shop.db.connection().execute(async older => {
      await sql`set application_name = 'vitrine listens'`.execute(older)
      expect(await shop.put([{ variantId: ring, shelf: 1, seen: null }])).toMatchObject({
        status: 409,
        body: {
          message:
            'A process of an older release is still connected, and it sells without counting. Stop it, then count again.',
        },
      })
      await sql`reset application_name`.execute(older)
    })
    await shop.count(ring, 1)
  })
})

describe('sizes', () => {
  const update = async (id: string, sizes: string[]) => {
    const payload = { sizes: sizes.map(size => ({ size })) }
    const { statusCode, ...answer } = await shop.app.inject({
      ...{ method: 'PATCH', url: `/api/products/update-product/${id}`, payload, headers: shop.headers },
    })
    return { status: statusCode, message: answer.json().message }
  }

  test('one whose pieces are held stays; another that is removed is corrected to 0', async () => {
    const { id, variants } = await shop.sellSizes('Hebrides', ['alpha-S', 'alpha-M', 'alpha-L'])
    const [s = '', m = '', l = ''] = variants
    for (const variant of variants) await shop.count(variant, 4)
    await shop.buy([{ _id: id, variantId: m }])
    expect(await update(id, ['alpha-S', 'alpha-L'])).toEqual({
      ...{
        status: 409,
        message: 'Hebrides, M cannot be removed while a piece is set aside for a checkout or a size swap.',
      },
    })
    expect((await update(id, ['alpha-S', 'alpha-M'])).status).toBe(200)
    expect(await numbersOf(l)).toEqual({ onHand: 0, held: 0 })
    expect(await shop.movementsOf(l)).toEqual(['counted 4 0', 'corrected -4 0'])
    expect(await numbersOf(s)).toEqual({ onHand: 4, held: 0 })
    expect((await update(id, ['alpha-S', 'alpha-M', 'alpha-L'])).status).toBe(200)
    expect(await pageOf(id)).toEqual(['in', 'low 3', 'out'])
  })

  test('lists leave out the sizes that cannot be bought, and mark what is sold out', async () => {
    const { id, variants } = await shop.sellSizes('Isola', ['alpha-S', 'alpha-M'])
    const [s = '', m = ''] = variants
    const card = async () =>
      (await shop.app.inject(`/api/products?q=Isola`))
        .json()
        .data.products.find((each: { _id: string }) => each._id === id)
    await shop.count(s, 1)
    expect((await card()).sizes.map(({ label }: { label: string }) => label)).toEqual(['S', 'M'])
    const { session } = await shop.buy([{ _id: id, variantId: s }])
    expect((await card()).sizes.map(({ label }: { label: string }) => label)).toEqual(['M'])
    await shop.pay(session)
    await shop.confirm(session)
    await shop.count(m, 0)
    expect(await card()).toMatchObject({ soldOut: true, sizes: [] })
    await shop.count(s, 3, 1)
    expect((await card()).soldOut).toBeUndefined()
  })
})

describe('the database', () => {
  test('refuses negative and overheld stock, and changes to the ledger', async () => {
    const ring = await sell(shop.db)
    await shop.count(ring, 1)
    for (const change of [
      sql`update stock set held = 2 where variant_id = ${ring}`,
      sql`update stock set on_hand = -1 where variant_id = ${ring}`,
      sql`update stock set held = -1 where variant_id = ${ring}`,
      sql`update stock_movement set on_hand = 9 where variant_id = ${ring}`,
      sql`delete from stock_movement where variant_id = ${ring}`,
      sql`insert into stock_movement (variant_id, kind, on_hand, at) values (${ring}, 'sold', 1, now())`,
    ])
      await expect(change.execute(shop.db)).rejects.toThrow()
  })
})

test('pieces whose money went back are not taken from the next delivery', async () => {
  const { id, variants } = await shop.sellSizes('Late', ['alpha-M'])
  const [m = ''] = variants
  await shop.count(m, 3)
  const { session } = await shop.buy([{ _id: id, variantId: m, quantity: 3 }])
  const late = await shop.orderOf(session)
  await endUnpaidOrder(shop.context, late.id, 'expired', 'reconcile')
  const others = await shop.buy([{ _id: id, variantId: m, quantity: 2 }])
  await shop.pay(others.session)
  await shop.confirm(others.session)
  await shop.pay(session)
  await shop.confirm(session)
  const post = (url: string, payload?: object) =>
    shop.app.inject({ method: 'POST', url: `/api/${url}`, headers: shop.headers, payload })
  expect((await post(`orders/accept/${late.id}`)).statusCode).toBe(200)
  const lines = [{ position: 0, quantity: 1 }]
  expect((await post(`orders/refund/${late.id}`, { key: randomUUID(), lines })).statusCode).toBe(200)
  await post('stock/deliveries', { id: randomUUID(), note: '', lines: [{ variantId: m, pieces: 2 }] })
  expect(await shop.rowOf(m)).toEqual({ onHand: 1, held: 0 }) // one of the two that are owed is still wanted
  expect(await shop.linesOf(late.id)).toMatchObject([{ quantity: 3, owed: 1 }])
})

test('an order whose missing pieces were refunded waits for nothing and is shipped', async () => {
  const { id, variants } = await shop.sellSizes('Rest', ['alpha-M'])
  const [m = ''] = variants
  await shop.count(m, 2)
  const { session } = await shop.buy([{ _id: id, variantId: m, quantity: 2 }])
  const late = await shop.orderOf(session)
  await endUnpaidOrder(shop.context, late.id, 'expired', 'reconcile')
  const others = await shop.buy([{ _id: id, variantId: m }])
  await shop.pay(others.session)
  await shop.confirm(others.session)
  await shop.pay(session)
  await shop.confirm(session)
  const send = async (method: 'GET' | 'POST', url: string, payload?: object) =>
    (await shop.app.inject({ method, url: `/api/${url}`, headers: shop.headers, payload })).json().data
  await send('POST', `orders/accept/${late.id}`)
  const packing = async () => (await send('GET', `orders/packing?view=waiting&q=${late.number}`)) as object[]
  const owed = async () => (await send('GET', `stock/${id}`)).counts[0].owed
  expect(await send('POST', 'orders/ship', { orders: [late.id] })).toMatchObject([{ outcome: 'waiting' }])
  expect([await owed(), await packing()]).toMatchObject([1, [{ products: [{ owed: 1 }] }]])
  await send('POST', `orders/refund/${late.id}`, { key: randomUUID(), lines: [{ position: 0, quantity: 1 }] })
  expect([await owed(), await packing()]).toEqual([0, []])
  const [ready] = await send('GET', `orders/packing?view=ready&q=${late.number}`)
  expect(ready.products).toEqual([expect.not.objectContaining({ owed: expect.anything() })])
  expect(await send('POST', 'orders/ship', { orders: [late.id] })).toMatchObject([{ outcome: 'shipped' }])
})
