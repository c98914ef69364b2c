import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCheckout, sell } from '../orders/orders.fixture.ts'
import { reconcile } from '../payments/reconcile.ts'

const front = 'http://front.test:5173'

let shop: Awaited<ReturnType<typeof openCheckout>>
beforeAll(async () => {
  shop = await openCheckout({ corsOrigins: [front, 'https://other.test'] })
})
afterAll(() => shop.close())

/** Buys from a front end, pays and follows the return link. */
async function buyFrom(origin?: string) {
  const products = [{ _id: await sell(shop.db) }]
  const { status, headers, body } = await shop.checkout(products, {}, undefined, origin ? { origin } : {})
  return { status, headers, session: body.id as string }
}
/** The final address of a browser that is redirected to this one. */
async function follow(location: unknown): Promise<string> {
  const url = String(location)
  if (!url.startsWith('http://shop.test/api/')) return url
  const { statusCode, headers } = await shop.app.inject(url.slice('http://shop.test'.length))
  expect(statusCode).toBe(303)
  expect(headers['cache-control']).toBe('no-store')
  return String(headers.location)
}
const afterPaying = async (session: string) => follow((await shop.pay(session)).headers.location)
const afterLeaving = async (session: string) =>
  follow((await shop.app.inject({ method: 'POST', url: `/sandbox/pay/${session}/cancel` })).headers.location)

test('a buyer from a front end on another origin returns to it, paid or not', async () => {
  const { status, headers, session } = await buyFrom(front)
  expect(status).toBe(200)
  expect(headers['access-control-allow-origin']).toBe(front)
  expect(await afterPaying(session)).toBe(`${front}/success?session_id=${session}`)
  expect(await afterLeaving((await buyFrom(front)).session)).toBe(`${front}/shop?cart=open`)
})

test('a buyer from the shop’s own pages, or from no page at all, returns to the shop', async () => {
  for (const origin of [undefined, 'http://shop.test']) {
    const { session } = await buyFrom(origin)
    expect(await afterPaying(session)).toBe(`http://shop.test/success?session_id=${session}`)
    expect(await afterLeaving((await buyFrom(origin)).session)).toBe('http://shop.test/shop?cart=open')
  }
})

test('an origin that is not listed gets no order', async () => {
  for (const origin of ['http://evil.test', 'null', `${front}.evil.test`, 'HTTP://FRONT.TEST:5173'])
    expect((await buyFrom(origin)).status).toBe(403)
})

test('an origin that was removed from the list meanwhile leads to the shop', async () => {
  const { session } = await buyFrom(front)
  await shop.db
    .updateTable('order')
    .set({ return_origin: 'http://gone.test' })
    .where('payment_session', '=', session)
    .execute()
  expect(await afterPaying(session)).toBe(`http://shop.test/success?session_id=${session}`)
})

test('the return link leads nowhere else, whatever its parameters', async () => {
  expect((await shop.app.inject('/api/orders/return/unknown')).statusCode).toBe(404)
  expect((await shop.app.inject('/api/orders/return/__proto__?session_id=x')).statusCode).toBe(404)
  const { session } = await buyFrom(front)
  const { order_id } = await shop.db
    .selectFrom('order')
    .select('order_id')
    .where('payment_session', '=', session)
    .executeTakeFirstOrThrow()
  const at = `http://shop.test/api/orders/return/${order_id}`
  expect(await follow(`${at}?session_id=${encodeURIComponent('//evil.test/&x=1#')}`)).toBe(
    `${front}/success?session_id=%2F%2Fevil.test%2F%26x%3D1%23`,
  )
  expect(await follow(`${at}?origin=http://evil.test&session_id=`)).toBe(`${front}/shop?cart=open`)
})

test('an order whose payment page was lost sends the same request again, including its return link', async () => {
  shop.sandbox.faults.apiCut = 1
  expect((await buyFrom(front)).status).toBe(503)
  shop.sandbox.faults.apiCut = 0
  shop.clock.move(2 * 60_000)
  await reconcile(shop.context)
  const { payment_session } = await shop.db
    .selectFrom('order')
    .select('payment_session')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(await afterPaying(payment_session ?? '')).toBe(`${front}/success?session_id=${payment_session}`)
})
