import { afterAll, beforeAll, expect, test } from 'vitest'
import { cookieOf, openCheckout, sell } from '../orders/orders.fixture.ts'

let shop: Awaited<ReturnType<typeof openCheckout>>
beforeAll(async () => {
  shop = await openCheckout()
})
afterAll(() => shop.close())

const atOnce = 64

test('while the maximum of checkouts waits for the provider, one more waits in line and payments go on', async () => {
  const dress = await sell(shop.db)
  const buy = (n: number) => shop.checkout([{ _id: dress, quantity: 1 }], {}, `192.0.2.${n}`)
  const [first, second] = [await shop.orderSomething(), await shop.orderSomething()]
  const { createSession } = shop.payments
  const { promise: isAnswering, resolve: answer } = Promise.withResolvers<void>()
  shop.payments.createSession = async order => {
    await isAnswering
    return await createSession(order)
  }
  const waiting = Array.from({ length: atOnce }, (_, n) => buy(n))

  const late = await buy(atOnce)
  expect(late).toMatchObject({
    status: 503,
    headers: { 'retry-after': '1' },
    body: { code: 'busy', line: { place: 1, seconds: 1 } },
  })
  const overHttp = await fetch(shop.webhookUrl.replace('payments/webhook', 'orders/create-checkout-session'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ products: [{ _id: dress, quantity: 1 }] }),
  })
  expect([overHttp.status, overHttp.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d$/)])
  expect(await overHttp.json()).toEqual({
    success: false,
    code: 'busy',
    message: expect.stringMatching(/^You are number 2 in the line\. /),
    line: { place: 2, seconds: expect.any(Number) }, // more on a busy machine
    requestId: expect.any(String),
  })

  await shop.pay(first.sessionId)
  expect((await shop.confirm(first.sessionId)).status).toBe(200)
  await shop.pay(second.sessionId)
  await shop.sendEventsToShop()
  expect(await shop.history(second.orderId)).toContain('payment paid by webhook')

  answer()
  for (const { status } of await Promise.all(waiting)) expect(status).toBe(200)
  const cookie = cookieOf({ headers: late.headers })
  const again = await shop.checkout([{ _id: dress, quantity: 1 }], {}, `192.0.2.${atOnce}`, cookie)
  expect(again.status).toBe(200)
  shop.payments.createSession = createSession
})
