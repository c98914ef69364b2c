import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invoiceRules } from '../integrity/invoice-rules.ts'
import { issueInvoices } from '../invoices/issue-invoices.ts'
import { openShopOfCurrency } from './currency.fixture.ts'

const shop = await openShopOfCurrency({ subscribes: true })
const { send, db } = shop
afterAll(shop.close)

const fields = { name: 'Kimono', description: 'Silk.', category: 'dress', color: 'red', price: '19800' }
let id = ''
beforeAll(async () => {
  expect((await shop.choose('JPY', [5_000, 20_000])).status).toBe(200)
  const created = await send('POST', 'products/create-product', { ...fields, oldPrice: 25_000 })
  expect(created).toMatchObject({ status: 201, data: { price: 19_800, oldPrice: 25_000 } })
  id = created.data._id
})

test('a price is stored in yen, and has no decimals', async () => {
  const row = await db.selectFrom('product').select(['price_cents', 'old_price_cents']).executeTakeFirstOrThrow()
  expect(row).toEqual({ price_cents: 19_800, old_price_cents: 25_000 })
  expect(await send('POST', 'products/create-product', { ...fields, price: 19.5 })).toMatchObject({
    status: 400,
    message: 'The price can have no decimals.',
  })
})

test('lists, their counts and the search filter by yen', async () => {
  const counts = async () => (await send('GET', 'products/counts')).data.price
  expect((await send('GET', 'products?minPrice=5000&maxPrice=20000')).data.totalProducts).toBe(1)
  expect((await send('GET', 'products?maxPrice=19799')).data.totalProducts).toBe(0)
  expect((await counts())['1']).toBe(1)
  for (const [q, n] of [
    ['kimono under 20,000', 1],
    ['kimono under ¥19799', 0],
    ['kimono over 19000 yen', 1],
  ] as const)
    expect([q, (await send('GET', `search?q=${encodeURIComponent(q)}`)).data.totalProducts]).toEqual([q, n])
  expect((await send('GET', 'search/counts?q=kimono')).data.price).toEqual({ 1: 1 })
})

test('a file of products is written and read in yen', async () => {
  const file = (await send('GET', 'products/export')).text
  expect(file).toContain(',19800,25000,')
  const read = await send('POST', 'products/imports', file.replace('19800', '21000'), 'text/csv')
  expect(read.data).toMatchObject({ changed: 1, faults: 0 })
  const changes = await send('GET', `products/imports/${read.data._id}/changes`)
  expect(changes.data[0].fields).toEqual([{ column: 'price', before: '19800', after: '21000' }])
  const wrong =
    'name,category,color,description,price,old_price,image\nRing,jewellery,gold,x,"¥1,200",,\nHat,accessories,red,x,12.5,,\n'
  const { data } = await send('POST', 'products/imports', wrong, 'text/csv')
  const faults = await send('GET', `products/imports/${data._id}/faults`)
  expect(JSON.stringify(faults.data)).toContain('write it as 1200.')
  expect(JSON.stringify(faults.data)).toContain('The price can have no decimals.')
})

test('too small a payment is refused with the provider’s minimum', async () => {
  const { data } = await send('POST', 'products/create-product', { ...fields, name: 'Button', price: 49 })
  expect(await shop.checkout([{ _id: data._id, quantity: 1 }])).toMatchObject({
    status: 400,
    body: { message: 'A card payment must come to at least ¥50.' },
  })
})

test('an order is placed, paid, listed, exported and refunded in yen', async () => {
  const { body } = await shop.checkout([{ _id: id, quantity: 2 }])
  const page = await shop.app.inject(`/sandbox/pay/${body.id}`)
  expect(page.body).toContain('¥39,600')
  expect((await shop.pay(body.id)).statusCode).toBe(303)
  expect((await shop.confirm(body.id)).status).toBe(200)
  const order = await db
    .selectFrom('order')
    .selectAll()
    .where('payment_session', '=', body.id)
    .executeTakeFirstOrThrow()
  expect(order).toMatchObject({ amount_cents: 39_600, currency: 'jpy', payment_state: 'paid' })
  expect((await send('GET', `orders/order/${order.order_id}`)).data).toMatchObject({
    amount: 39_600,
    products: [{ price: 19_800, quantity: 2 }],
  })
  expect((await send('GET', 'stats/admin-stats')).totalEarnings).toBe(39_600)
  expect((await send('GET', 'orders/export')).text).toContain(',2,19800,39600,39600,JPY,')
  const refund = (more: object) => send('POST', `orders/refund/${order.id}`, { key: randomUUID(), ...more })
  expect(await refund({ amount: 0.5 })).toMatchObject({ status: 400, message: 'An amount can have no decimals.' })
  expect((await refund({ amount: 9_600 })).status).toBe(200)
  expect((await refund({})).status).toBe(200)
  const session = await shop.payments.refundsOf(body.id)
  expect(session?.refunds.map(({ cents }) => cents).sort()).toEqual([30_000, 9_600])
  await issueInvoices(shop)
  const sums = invoiceRules(new Date()).find(({ rule }) => rule === 'invoice-sums')
  expect(await db.transaction().execute(async tx => sums?.find(tx))).toMatchObject({ checked: 3, broken: 0 })
})

test('money in another currency than the order’s is looked at by the owner', async () => {
  const { body } = await shop.checkout([{ _id: id, quantity: 1 }])
  await db.updateTable('order').set({ currency: 'usd' }).where('payment_session', '=', body.id).execute()
  await shop.pay(body.id)
  await shop.confirm(body.id)
  const order = await db
    .selectFrom('order')
    .selectAll()
    .where('payment_session', '=', body.id)
    .executeTakeFirstOrThrow()
  expect(order).toMatchObject({
    payment_state: 'review',
    review_reason: 'Paid ¥19,800, the order says 19800 USD in its smallest unit.',
  })
})
