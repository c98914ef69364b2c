import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { setCurrency } from '#domain/money.ts'
import { sell } from '../orders/orders.fixture.ts'
import { openShopOfCurrency } from './currency.fixture.ts'

const { db, send, choose, orderSomething, stored, close, checkout, payments } = await openShopOfCurrency()
afterAll(close)

beforeEach(async () => {
  await sql`truncate product, "order", shop_setting, shop_setting_change, product_import cascade`.execute(db)
  setCurrency('USD')
})

const current = async () => (await send('GET', 'settings')).data.currency
const undoLast = async () => {
  const [{ _id }] = (await send('GET', 'audit')).data
  return await send('POST', `admin/undo/${_id}`, {})
}
const isFixed = { status: 409, message: 'The currency stays as it is, because there are orders in it.' }

test('a shop begins with US dollars and the four price bands', async () => {
  expect((await send('GET', 'settings')).data).toMatchObject({ currency: 'USD', priceBands: [50, 100, 200] })
  expect((await send('GET', 'settings/sections')).data.currencyIsFixed).toBe('')
})

test.each([
  [{ code: 'XXX' }, 'Choose one of the currencies.'],
  [{ code: 'eur' }, 'Choose one of the currencies.'],
  [{ code: ['EUR'] }, 'Choose one of the currencies.'],
  [{ priceBands: [] }, 'Type at least one amount at which a price band ends.'],
  [{ priceBands: [50, 50] }, 'A price band ends at a whole amount from 1 to 10,000,000, each above the one before.'],
  [{ priceBands: [9.5] }, 'A price band ends at a whole amount from 1 to 10,000,000, each above the one before.'],
  [{ priceBands: ['50'] }, 'A price band ends at a whole amount from 1 to 10,000,000, each above the one before.'],
  [{ priceBands: [1, 2, 3, 4, 5, 6] }, 'There can be at most 5 price bands.'],
  [{ priceBands: 'all' }, 'Price bands must be a list.'],
])('%o is refused', async (change, message) => {
  const value = { code: 'USD', priceBands: [50], ...change }
  expect(await send('PUT', 'settings/sections/currency', { value, version: 0 })).toMatchObject({ status: 400, message })
})

test('the owner chooses a currency, takes it back and chooses again', async () => {
  await sell(db, { price: 19.99 })
  expect((await choose('EUR', [30, 60])).status).toBe(200)
  expect((await send('GET', 'settings')).data).toMatchObject({ currency: 'EUR', priceBands: [30, 60] })
  expect((await send('GET', 'products')).data.products[0].price).toBe(19.99)
  expect((await undoLast()).status).toBe(200)
  expect(await current()).toBe('USD')
  expect((await choose('GBP')).status).toBe(200)
})

test('from the first order on the currency stays, whatever became of the order; the price bands may change', async () => {
  await choose('EUR')
  const { orderId } = await orderSomething()
  expect((await stored(orderId)).currency).toBe('eur')
  expect(await choose('USD')).toMatchObject(isFixed)
  expect(await undoLast()).toMatchObject(isFixed)
  await db.updateTable('order').set({ payment_state: 'expired', deleted_at: new Date() }).execute()
  expect(await choose('USD')).toMatchObject(isFixed)
  expect((await choose('EUR', [10])).status).toBe(200)
  expect((await send('GET', 'settings/sections')).data).toMatchObject({
    currency: { value: { code: 'EUR', priceBands: [10] } },
    currencyIsFixed: isFixed.message,
  })
})

test('a checkout at once with a change is in the currency that the shop has afterwards', async () => {
  const product = await sell(db)
  for (const [round, code] of ['EUR', 'SEK', 'USD', 'GBP', 'CHF', 'USD'].entries()) {
    await sql`truncate "order" cascade`.execute(db)
    const pause = () => new Promise(resolve => setTimeout(resolve, round))
    const [changed, bought] = await Promise.all([
      choose(code),
      pause().then(() => checkout([{ _id: product, quantity: 1 }])),
    ])
    const { currency } = await db.selectFrom('order').select('currency').executeTakeFirstOrThrow()
    expect([bought.status, currency]).toEqual([200, (await current()).toLowerCase()])
    expect([200, 409]).toContain(changed.status)
    expect((await payments.findSession(bought.body.id))?.currency).toBe(currency)
  }
})

test('a currency with other decimals is chosen before the first amount', async () => {
  const file = 'name,category,color,description,price,old_price,image\nRing,jewellery,gold,x,20,,\n'
  expect((await send('POST', 'products/imports', file, 'text/csv')).data).toMatchObject({ added: 1, faults: 0 })
  expect((await choose('JPY')).status).toBe(200)
  expect(await db.selectFrom('product_import').select('id').execute()).toEqual([]) // it was read in dollars
  const product = await sell(db, { price: 1_980 })
  expect(await choose('USD')).toMatchObject({
    status: 409,
    message:
      'USD does not have the decimals of JPY, and there are products already: such a currency is chosen before the first amount.',
  })
  expect((await undoLast()).status).toBe(409)
  await db.deleteFrom('variant').execute()
  await db.deleteFrom('product').where('id', '=', product).execute()
  const { version, value } = (await send('GET', 'settings/sections')).data.staff
  await send('PUT', 'settings/sections/staff', { value: { ...value, refundLimitCents: 500 }, version })
  expect((await choose('USD')).message).toContain('and there is a refund limit for staff already')
})

test('a product of a process that does not know the new currency yet is refused, and then accepted', async () => {
  await choose('JPY')
  setCurrency('USD')
  const kimono = { name: 'Kimono', description: 'Silk.', category: 'dress', color: 'red', price: 120 }
  expect((await send('POST', 'products/create-product', kimono)).status).toBe(503)
  expect((await send('POST', 'products/create-product', kimono)).status).toBe(201)
  const [row] = await db.selectFrom('product').select('price_cents').execute()
  expect(row?.price_cents).toBe(120)
})
