// The small forms of `npm run trials -- stock`, within one process.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sell } from '../orders/orders.fixture.ts'
import { minutes } from '../payments/payments.fixture.ts'
import { reconcile } from '../payments/reconcile.ts'
import { findStock } from './queries.ts'
import { openStock } from './stock.fixture.ts'

let shop: Awaited<ReturnType<typeof openStock>>
beforeAll(async () => {
  shop = await openStock()
})
afterAll(async () => {
  expect(await shop.countBroken()).toBe(0)
  expect(await shop.deadlocks()).toBe(0)
  await shop.close()
})

/** Numbers from 0 to below 1, the same in every run. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}

async function letGo(session: string): Promise<void> {
  const request = { method: 'POST', url: '/api/orders/let-go', payload: { session_id: session } } as const
  expect((await shop.app.inject(request)).statusCode).toBeLessThan(500)
}

async function payAndConfirm(session: string): Promise<void> {
  await shop.pay(session)
  expect((await shop.confirm(session)).status).toBeLessThan(500)
}

async function sellCounted(products: number, pieces: number): Promise<string[]> {
  const ids = await Promise.all(Array.from({ length: products }, () => sell(shop.db)))
  for (const id of ids) await shop.count(id, pieces)
  return ids
}

test('sixty buyers with carts in any order share the last pieces, and nobody gets more', async () => {
  const random = randomFrom(1)
  const goods = await sellCounted(5, 3)
  const carts = Array.from({ length: 60 }, () =>
    goods.toSorted(() => random() - 0.5).slice(0, 1 + Math.floor(random() * 3)),
  )
  const answers = await shop.lookingTogether(goods, () => carts.map(cart => shop.buy(cart.map(_id => ({ _id })))))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
  const refused = answers.filter(({ status }) => status === 409)
  for (const { body } of refused) expect(body.message).toMatch(/^Line \d: (only|All pieces)/)
  const served = carts.filter((_, at) => answers[at]?.status === 200)
  for (const id of goods) {
    const promised = served.filter(cart => cart.includes(id)).length
    expect(promised).toBeLessThanOrEqual(3)
    expect(await shop.rowOf(id)).toEqual({ onHand: 3, held: promised })
  }
  const sessions = answers.flatMap(({ status, session }) => (status === 200 ? session : []))
  await Promise.all(sessions.map((session, at) => (at % 2 ? letGo(session) : payAndConfirm(session))))
  for (const id of goods) expect(await shop.rowOf(id)).toMatchObject({ held: 0 })
})

test('a payment page that is paid and given up at the same instant ends in one of both', async () => {
  const [ring = ''] = await sellCounted(1, 30)
  const bought = await Promise.all(Array.from({ length: 30 }, () => shop.buy([{ _id: ring }])))
  await Promise.all(bought.flatMap(({ session }) => [payAndConfirm(session), letGo(session)]))
  const states = await Promise.all(bought.map(async ({ session }) => (await shop.orderOf(session)).payment_state))
  expect(new Set(states)).toEqual(new Set(states.map(state => (state === 'paid' ? 'paid' : 'expired'))))
  const paid = states.filter(state => state === 'paid').length
  expect(await shop.rowOf(ring)).toEqual({ onHand: 30 - paid, held: 0 })
})

test('histories of everything that changes stock, four at a time, break no rule', async () => {
  const random = randomFrom(7)
  const goods = await sellCounted(4, 6)
  const open: string[] = []
  const any = (of: string[]) => of[Math.floor(random() * of.length)] ?? ''
  const steps: (() => Promise<unknown>)[] = [
    async () => {
      const { status, session } = await shop.buy([{ _id: any(goods), quantity: 1 + Math.floor(random() * 2) }])
      if (status === 200) open.push(session)
    },
    () => payAndConfirm(any(open)),
    () => letGo(any(open)),
    async () => {
      const id = any(goods)
      const { counts } = await findStock(shop.db, id)
      await shop.put([{ variantId: id, shelf: Math.floor(random() * 9), seen: counts[0]?.shelf ?? null }])
    },
    async () => {
      const order = await shop.orderOf(any(open))
      const url = `/api/orders/refund/${order.id}`
      expect((await shop.app.inject({ method: 'POST', url, headers: shop.headers })).statusCode).toBeLessThan(500)
    },
    async () => {
      shop.clock.move(minutes(10))
      await reconcile(shop.context)
    },
  ]
  for (let n = 0; n < 60; n++) {
    await steps[0]?.()
    await Promise.all([0, 1, 2, 3].map(() => steps[Math.floor(random() * steps.length)]?.()))
  }
  shop.clock.move(minutes(40))
  await reconcile(shop.context)
  for (const id of goods) expect(await shop.rowOf(id)).toMatchObject({ held: 0 })
  const ended = await shop.db.selectFrom('order').select('payment_state').distinct().execute()
  expect(ended.map(({ payment_state }) => payment_state).toSorted()).toEqual(['expired', 'paid', 'refunded'])
})

test('a new product of a file is counted from the moment on at which it can be bought', async () => {
  const rows = Array.from({ length: 200 }, (_, n) => `Drop ${n},dress,blue,A gown.,10,,,one,,,1`)
  const file = ['name,category,color,description,price,old_price,image,size,sku,barcode,counted', ...rows].join('\n')
  const headers = { ...shop.headers, 'content-type': 'text/csv' }
  const url = '/api/products/imports'
  const read = await shop.app.inject({ method: 'POST', url: `${url}?file=drop.csv`, headers, payload: file })
  const applied = shop.app.inject({
    method: 'POST',
    url: `${url}/${read.json().data._id}/apply`,
    headers: shop.headers,
  })
  const find = () => shop.db.selectFrom('product').select('id').where('name', '=', 'Drop 199').executeTakeFirst()
  const { id = '' } = (await vi.waitUntil(find, { timeout: 20_000, interval: 2 })) ?? {}
  const buys = await Promise.all([1, 2, 3].map(() => shop.buy([{ _id: id }])))
  expect(buys.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect((await applied).json().data).toMatchObject({ counts: 200, counted: 200, notCounted: 0 })
})
