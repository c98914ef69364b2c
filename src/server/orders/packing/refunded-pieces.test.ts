import { v4 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '../../../../tests/support/builders.ts'
import { signIn } from '../../../../tests/support/sign-in.ts'
import { openTestMail } from '../../mail/mail.fixture.ts'
import { sendDue } from '../../mail/outbox.ts'
import { minutes } from '../../payments/payments.fixture.ts'
import { endUnpaidOrder } from '../../payments/settle.ts'
import { openStock } from '../../stock/stock.fixture.ts'

let shop: Awaited<ReturnType<typeof openStock>>
let asAda: { cookie: string }
const mail = await openTestMail()
await mail.close()
beforeAll(async () => {
  shop = await openStock()
  asAda = await signIn(shop.db, await createUser(shop.db, { email: 'ada@shop.test' }))
  const late = new Date('2099-01-01')
  await shop.db.updateTable('session').set({ expires_at: late, seen_at: late }).execute()
  const { version } = (await send('GET', 'settings/sections')).data.delivery
  const post = { name: 'Post', priceCents: 495, freeFromCents: null, minDays: 1, maxDays: 3, isPickup: false }
  const value = { zones: [{ name: 'Home', countries: ['GB'], methods: [post] }] }
  expect((await send('PUT', 'settings/sections/delivery', { value, version })).status).toBe(200)
})
afterAll(() => shop.close())

async function send(method: 'GET' | 'POST' | 'PUT' | 'PATCH', url: string, payload?: object) {
  const answer = await shop.app.inject({ ...{ method, url: `/api/${url}`, payload, headers: shop.headers } })
  const { message, data } = answer.json()
  return { status: answer.statusCode, message, data }
}

async function twoLines() {
  const goods = await Promise.all(['Red robe', 'Blue hat'].map(name => shop.sellSizes(name, ['alpha-S'])))
  for (const { variants } of goods) await shop.count(variants[0] ?? '', 5)
  const lines = goods.map(({ id, variants }) => ({ _id: id, variantId: variants[0] ?? '', quantity: 1 }))
  const { session } = await shop.buy(lines, asAda)
  await shop.pay(session, { country: 'GB' })
  await shop.confirm(session)
  const order = await shop.orderOf(session)
  return { ...order, lines: await shop.linesOf(order.id) }
}
const refund = (id: string, positions: number[]) =>
  send('POST', `orders/refund/${id}`, { key: v4(), lines: positions.map(position => ({ position, quantity: 1 })) })

test('an order of which all goods were refunded, but not its delivery, is not packed and shipped without a question', async () => {
  const order = await twoLines()
  expect((await refund(order.id, [0, 1])).status).toBe(200)
  const ready = (await send('GET', 'orders/packing?view=ready&limit=50')).data as { _id: string }[]
  expect.soft(ready.map(({ _id }) => _id)).not.toContain(order.id)
  const [answer] = (await send('POST', 'orders/ship', { orders: [order.id] })).data
  expect.soft(answer.outcome).not.toBe('shipped')
})

test('its pieces, which nobody gets, can be put back on the shelf', async () => {
  const order = await twoLines()
  await refund(order.id, [0, 1])
  expect((await send('PATCH', `orders/${order.id}/put-back`, {})).status).toBe(200) // 409: "its pieces are still for the buyer"
})

test('the e-mail "Your order has been shipped" does not name what was refunded before', async () => {
  const context = { ...mail.context, db: shop.db, clock: shop.clock }
  const order = await twoLines()
  const [refunded, sent] = order.lines
  await refund(order.id, [refunded?.position ?? 0])
  await sendDue(context)
  mail.emails.length = 0
  await send('POST', 'orders/ship', { orders: [order.id] })
  shop.clock.move(minutes(11))
  await sendDue(context)
  const text = mail.emails.find(({ subject }) => subject.startsWith('Shipped'))?.text
  expect(text).toContain(`1 × ${sent?.name}`)
  expect(text).not.toContain(`1 × ${refunded?.name}`)
})

test('an order of which the missing pieces were refunded no longer waits for them', async () => {
  const { id, variants } = await shop.sellSizes('Late', ['alpha-M'])
  const [m = ''] = variants
  await shop.count(m, 3)
  const cart = (quantity: number) => [{ _id: id, variantId: m, quantity }]
  const { session } = await shop.buy(cart(3), asAda)
  const { id: late } = await shop.orderOf(session)
  await endUnpaidOrder(shop.context, late, 'expired', 'reconcile')
  const others = await shop.buy(cart(1), asAda)
  await shop.pay(others.session, { country: 'GB' })
  await shop.confirm(others.session)
  await shop.pay(session, { country: 'GB' })
  await shop.sendEventsToShop()
  expect((await shop.linesOf(late)).map(({ owed }) => owed)).toEqual([1])
  expect((await send('POST', `orders/accept/${late}`)).status).toBe(200)
  expect((await refund(late, [0])).status).toBe(200)
  expect.soft((await send('GET', 'orders/packing/counts')).data.waiting).toBe(0)
  await send('POST', 'stock/deliveries', { id: v4(), note: '', lines: [{ variantId: m, pieces: 3 }] })
  const { products } = (await send('GET', `orders/order/${late}`)).data
  expect.soft(products[0].owed).toBeUndefined() // the buyer reads "1 not here yet · 1 refunded", for ever
  const [answer] = (await send('POST', 'orders/ship', { orders: [late] })).data
  expect(answer.outcome).toBe('shipped') // "Pieces of it are missing"
})

test('the e-mail "Your order has been shipped" counts no pieces that are still owed', async () => {
  const context = { ...mail.context, db: shop.db, clock: shop.clock }
  const order = await twoLines()
  const [owed] = order.lines
  await shop.db
    .updateTable('order_line')
    .set({ owed: 1 })
    .where('order_id', '=', order.id)
    .where('position', '=', 0)
    .execute()
  await sendDue(context)
  mail.emails.length = 0
  await send('PATCH', `orders/update-order-status/${order.id}`, { status: 'shipped' }) // "ship it on its own page if it goes without them"
  shop.clock.move(minutes(11))
  await sendDue(context)
  expect(mail.emails.find(({ subject }) => subject.startsWith('Shipped'))?.text).not.toContain(`1 × ${owed?.name}`)
})
