import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { costsOf, type DiscountKind } from '#domain/costs/costs.ts'
import type { Delivery, DeliveryMethod, Tax } from '#domain/costs/delivery.ts'
import { createUser } from '../../../tests/support/builders.ts'
import { noLimits } from '../../../tests/support/limits.ts'
import { signIn } from '../../../tests/support/sign-in.ts'
import { shopLimits } from '../http/limits/rate-limit.ts'
import { randomIds } from '../lib/clock.ts'
import { cookieOf, openCheckout, sell } from '../orders/orders.fixture.ts'
import { orderCostsFunction } from './costs-sql.ts'

let shop: Awaited<ReturnType<typeof openCheckout>>
let olga: { cookie: string }
beforeAll(async () => {
  shop = await openCheckout({ limits: { ...noLimits, openCheckouts: 1e6, discountCode: shopLimits.discountCode } })
  olga = await signIn(shop.db, await createUser(shop.db, { role: 'admin' }))
})
afterAll(() => shop.close())

const standard: DeliveryMethod = {
  name: 'Standard',
  priceCents: 700,
  freeFromCents: 10_000,
  minDays: 2,
  maxDays: 4,
  isPickup: false,
}
const pickup = { ...standard, name: 'In the shop', priceCents: 0, freeFromCents: null, minDays: 0, isPickup: true }
const germany = { name: 'Germany', countries: ['DE'], methods: [standard, pickup] }
const zones = [
  germany,
  { name: 'Neighbours', countries: ['FR', 'AT'], methods: [{ ...standard, name: 'Parcel', priceCents: 1_500 }] },
]
const tax: Tax = {
  kind: 'included',
  label: 'VAT',
  rates: [
    { country: 'DE', bp: 1_900 },
    { country: 'FR', bp: 2_000 },
  ],
}

const save = async (section: 'delivery' | 'tax', value: Delivery | Tax) => {
  await shop.db
    .insertInto('shop_setting')
    .values({ section, value: JSON.stringify(value), version: 1, changed_at: new Date() })
    .onConflict(conflict => conflict.column('section').doUpdateSet({ value: JSON.stringify(value) }))
    .execute()
}
beforeEach(async () => {
  await save('delivery', { zones })
  await save('tax', tax)
  shop.clock.move(61_000)
})

const quote = async (products: object[], more: object = {}, headers = {}) => {
  const response = await shop.app.inject({
    method: 'POST',
    url: '/api/orders/quote',
    payload: { products, ...more },
    headers,
  })
  return { status: response.statusCode, ...response.json() }
}
const orderOf = (session: string) =>
  shop.db.selectFrom('order').selectAll().where('payment_session', '=', session).executeTakeFirstOrThrow()
const linesOf = (id: string) =>
  shop.db.selectFrom('order_line').selectAll().where('order_id', '=', id).orderBy('position').execute()

async function makeCode(code: string, fields: object = {}) {
  const payload = {
    fields: { code, kind: 'percent', value: 1_000, minCents: 0, isOnce: false, isActive: true, ...fields },
  }
  const response = await shop.app.inject({ method: 'POST', url: '/api/discount-codes', payload, headers: olga })
  return { status: response.statusCode, ...response.json() }
}

test('10,000 amounts are the same in the database and in the rule', async () => {
  const amounts = fc.sample(
    fc.record({
      priceCents: fc.integer({ min: 1, max: 9_999_999 }),
      other: fc.integer({ min: 1, max: 9_999_999 }),
      kind: fc.constantFrom<DiscountKind | null>('percent', 'fixed', 'delivery', null),
      value: fc.integer({ min: 1, max: 10_000 }),
      delivery_price: fc.integer({ min: 0, max: 99_999 }),
      free_from: fc.option(fc.integer({ min: 0, max: 20_000_000 })),
      tax_bp: fc.option(fc.integer({ min: 0, max: 3_000 })),
    }),
    10_000,
  )
  const { rows } = await sql<{ discount: number; delivery: number; tax: number; total: number }>`
    select costs.* from jsonb_to_recordset(${JSON.stringify(amounts.map((amount, n) => ({ ...amount, n })))}::jsonb) as given("priceCents" bigint, other bigint, kind text, value bigint, delivery_price bigint, free_from bigint, tax_bp bigint, n integer),
      ${sql.raw(orderCostsFunction.name)}("priceCents" + other, "priceCents", kind, value, delivery_price, free_from, tax_bp) costs
    order by n`.execute(shop.db)
  const expected = amounts.map(({ priceCents, other, kind, value, ...given }) => {
    const lines = [
      { priceCents, quantity: 1, category: 'dress' },
      { priceCents: other, quantity: 1, category: 'shoes' },
    ]
    const discount = kind ? { kind, value, category: 'dress' } : undefined
    const rules = { deliveryCents: given.delivery_price, freeFromCents: given.free_from, taxBp: given.tax_bp, discount }
    const { discountCents, deliveryCents, taxCents, totalCents } = costsOf(lines, rules)
    return { discount: discountCents, delivery: deliveryCents, tax: taxCents, total: totalCents }
  })
  expect(rows).toEqual(expected)
})

test('a quote leaves out a size that is no longer sold, as the checkout would refuse it', async () => {
  const [dress, hat] = [await sell(shop.db, { price: 20 }), await sell(shop.db, { price: 5 })]
  const { id: gone } = await shop.db
    .insertInto('variant')
    .values({
      id: randomIds.uuid(),
      product_id: dress,
      size: 'alpha-S',
      place: 1,
      sku: null,
      barcode: null,
      created_at: new Date(),
      deleted_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const cart = [
    { _id: dress, variantId: gone, quantity: 1 },
    { _id: hat, quantity: 1 },
  ]
  expect((await quote(cart, { country: 'FR' })).data.goods).toBe(5)
  expect((await shop.checkout(cart, { country: 'FR' })).status).toBe(409)
})

test('an order has the parts of its amount, the provider charges exactly them, in the chosen country only', async () => {
  const dress = await sell(shop.db, { price: 33.33 })
  await makeCode('SPRING-10')
  const cart = [{ _id: dress, quantity: 2 }]
  const choice = { country: 'FR', method: 'Parcel', code: ' spring-10 ' }
  expect(await quote(cart, choice)).toMatchObject({
    status: 200,
    data: { goods: 66.66, discount: 6.67, delivery: 15, tax: 12.5, taxRate: 20, total: 74.99, missingForFree: 40.01 },
  })
  const { status, body } = await shop.checkout(cart, choice)
  expect(status).toBe(200)
  const order = await orderOf(body.id)
  expect(order).toMatchObject({
    goods_cents: 6_666,
    discount_cents: 667,
    delivery_cents: 1_500,
    tax_cents: 1_250,
    tax_bp: 2_000,
    amount_cents: 7_499,
    country: 'FR',
    delivery_method: 'Parcel',
    discount_code: 'SPRING-10',
  })
  expect(await linesOf(order.id)).toMatchObject([{ unit_cents: 3_333, quantity: 2, discount_cents: 667 }])
  const session = await shop.dashboard.checkout.sessions.retrieve(body.id)
  expect(session).toMatchObject({ amount_total: 7_499, shipping_cost: { amount_total: 1_500 } })
  await shop.pay(body.id, { country: 'FR' })
  await shop.confirm(body.id)
  expect(await orderOf(body.id)).toMatchObject({ payment_state: 'paid' })
})

test('a total other than the shopper was shown places no order and takes no code, whatever changed meanwhile', async () => {
  const products = [{ _id: await sell(shop.db, { price: 50 }), quantity: 1 }]
  const { data } = await quote(products, { country: 'DE' })
  expect(data.total).toBe(57)
  const orders = async () => (await shop.db.selectFrom('order').select('id').execute()).length
  const before = await orders()
  await save('delivery', { zones: [{ ...germany, methods: [{ ...standard, priceCents: 900 }] }] })
  const refused = await shop.checkout(products, { country: 'DE', total: data.total })
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'total_changed', message: 'Something in your cart has changed. Please look it over, then proceed.' },
  })
  for (const total of ['57', -1, null, 1e12]) expect((await shop.checkout(products, { total })).status).toBe(400)
  expect(await orders()).toBe(before)
  const key = { 'idempotency-key': randomIds.uuid() }
  const placed = await shop.checkout(products, { country: 'DE', total: 59 }, undefined, key)
  const again = { ...key, ...cookieOf(placed) }
  const same = await shop.checkout(products, { country: 'DE', total: 59 }, undefined, again)
  expect([placed.status, same.body.id]).toEqual([200, placed.body.id])
  expect(await shop.checkout(products, { country: 'DE', total: 57 }, undefined, again)).toMatchObject({
    ...{ status: 409, body: { message: expect.stringContaining('stands for another cart') } },
  })
})

test('a checkout that chooses nothing goes to the first country with its first way of delivery', async () => {
  const { body } = await shop.checkout([{ _id: await sell(shop.db, { price: 50 }) }])
  expect(await orderOf(body.id)).toMatchObject({
    country: 'DE',
    delivery_cents: 700,
    amount_cents: 5_700,
    tax_cents: 910,
  })
})

test('what is fetched in the shop has no address', async () => {
  const { body } = await shop.checkout([{ _id: await sell(shop.db) }], { country: 'DE', method: 'In the shop' })
  await shop.pay(body.id)
  await shop.confirm(body.id)
  const order = await orderOf(body.id)
  expect(order).toMatchObject({ payment_state: 'paid', is_pickup: true, delivery_cents: 0 })
  const address = await shop.db.selectFrom('address').selectAll().where('order_id', '=', order.id).executeTakeFirst()
  expect(address).toMatchObject({ line1: null, name: 'Ada Lovelace' })
})

test('a shop that sets nothing delivers free, and the provider asks for the country', async () => {
  await save('delivery', { zones: [] })
  await save('tax', { ...tax, kind: 'none' })
  const { body } = await shop.checkout([{ _id: await sell(shop.db, { price: 20 }) }])
  expect(await orderOf(body.id)).toMatchObject({ amount_cents: 2_000, goods_cents: 2_000, country: null, tax_bp: null })
  const shipping = (await shop.app.inject('/api/shipping')).json().data
  expect(shipping).toMatchObject({ country: 'US', methods: [] })
})

test('the ways of delivery to a country have prices and working days of arrival', async () => {
  const { data } = (await shop.app.inject('/api/shipping?country=AT')).json()
  expect(data.countries.map(({ name }: { name: string }) => name)).toEqual(['Austria', 'France', 'Germany'])
  expect(data.methods).toEqual([
    {
      name: 'Parcel',
      price: 15,
      freeFrom: 100,
      isPickup: false,
      earliest: expect.any(String),
      latest: expect.any(String),
    },
  ])
})

test.each([
  [{ country: 'BR' }, 400, 'We do not deliver to Brazil.'],
  [{ country: 'ZZ' }, 400, /We do not deliver to/],
  [
    { country: 'DE', method: 'Drone' },
    400,
    'Drone is not offered for Germany any more. Please choose another delivery.',
  ],
  [{ country: 'de' }, 400, /country/],
  [{ code: 'NO SUCH' }, 409, 'This code cannot be used.'],
  [{ code: 'SPRІNG-10' }, 409, 'This code cannot be used.'], // with a Cyrillic І
  [{ code: 'UNKNOWN' }, 409, 'This code cannot be used.'],
  [{ code: '\0' }, 400, /./],
  [{ code: ['A'] }, 400, /./],
])('a checkout with %j is refused and begins nothing', async (more, status, message) => {
  const before = await shop.db.selectFrom('order').select('id').execute()
  const answer = await shop.checkout([{ _id: await sell(shop.db) }], more)
  expect(answer.status).toBe(status)
  expect(answer.body.message).toMatch(message)
  expect(await shop.db.selectFrom('order').select('id').execute()).toHaveLength(before.length)
})

describe('a discount code', () => {
  const buy = async (code: string, more: { price?: number; headers?: object } = {}) =>
    await shop.checkout(
      [{ _id: await sell(shop.db, { price: more.price ?? 50 }) }],
      { code },
      undefined,
      more.headers as never,
    )

  test('for 10 orders is used by exactly 10 of 60 buyers at once', async () => {
    await makeCode('TEN', { maxUses: 10 })
    const answers = await Promise.all(Array.from({ length: 60 }, () => buy('TEN')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    const refused = answers.filter(({ status, body }) => status === 409 && body.message === 'This code cannot be used.')
    expect(refused.length + answers.filter(({ status }) => status === 429 || status === 503).length).toBe(50)
  })

  test('comes back when its order ends unpaid, and a visitor is not kept from it by their own page', async () => {
    await makeCode('LAST', { maxUses: 1 })
    const first = await buy('LAST')
    const visitor = cookieOf(first)
    expect((await buy('LAST')).status).toBe(409)
    const again = await buy('LAST', { headers: visitor })
    expect(again.status).toBe(200)
    expect((await orderOf(first.body.id)).payment_state).toBe('expired')
    await shop.pay(again.body.id, { country: 'DE' })
    await shop.confirm(again.body.id)
    expect((await buy('LAST', { headers: visitor })).status).toBe(409)
  })

  test('once for each customer needs an account, and counts only what was paid', async () => {
    await makeCode('HELLO', { isOnce: true })
    const ada = await signIn(shop.db, await createUser(shop.db))
    expect((await buy('HELLO')).body.message).toContain('Please log in')
    await buy('HELLO', { headers: ada })
    const second = await buy('HELLO', { headers: ada }) // the first page was closed
    expect(second.status).toBe(200)
    const cart = [{ _id: await sell(shop.db, { price: 50 }) }]
    expect((await quote(cart, { code: 'HELLO' }, ada)).data.codeError).toBeUndefined()
    await shop.pay(second.body.id, { country: 'DE' })
    await shop.confirm(second.body.id)
    expect((await buy('HELLO', { headers: ada })).body.message).toContain('You have used this code before')
    expect((await quote(cart, { code: 'HELLO' }, ada)).data.codeError).toContain('You have used this code before')
  })

  test.each([
    [{ startsAt: '2099-01-01T00:00:00Z' }, 'This code cannot be used.'],
    [{ endsAt: '2020-01-01T00:00:00Z' }, 'This code cannot be used.'],
    [{ isActive: false }, 'This code cannot be used.'],
    [{ minCents: 10_000 }, 'This code is for orders with goods for at least $100.00.'],
    [{ category: 'jewellery' }, 'This code is for Jewellery only, and your cart has none.'],
  ])('with %j is refused in the cart as in the checkout', async (fields, sentence) => {
    const code = `NOT-${Math.abs(JSON.stringify(fields).length)}-${sentence.length}`
    expect((await makeCode(code, fields)).status).toBe(201)
    expect((await buy(code)).body.message).toBe(sentence)
    expect((await quote([{ _id: await sell(shop.db, { price: 50 }) }], { code })).data.codeError).toBe(sentence)
  })

  test('that takes more than the provider’s least off is refused in one sentence, and is not used up', async () => {
    await save('delivery', { zones: [] })
    await makeCode('ALL', { value: 10_000, maxUses: 1 })
    await makeCode('MOST', { value: 9_990, maxUses: 1 })
    for (const _ of [1, 2]) {
      expect((await buy('ALL')).body.message).toContain('With this code nothing is left to pay by card.')
      expect((await buy('MOST')).body.message).toBe('A card payment must come to at least $0.50.')
    }
  })

  test('of spaces alone is none, in the cart as in the checkout', async () => {
    expect((await buy('  ')).status).toBe(200)
    expect((await quote([{ _id: await sell(shop.db) }], { code: '  ' })).data.codeError).toBeUndefined()
  })

  test('can be tried 20 times a minute', async () => {
    const answers = []
    for (let n = 0; n < 21; n += 1) answers.push(await quote([{ _id: await sell(shop.db) }], { code: `GUESS-${n}` }))
    expect(answers.map(({ status }) => status)).toEqual([...Array(20).fill(200), 429])
  })

  test.each([
    [{ code: 'SPRING 20' }, 'no spaces'],
    [{ code: 'ЅPRING' }, 'A code has'],
    [{ code: 'AB' }, 'A code has'],
    [{ value: 0 }, 'The percentage'],
    [{ value: 10_001 }, 'The percentage'],
    [{ value: '5' }, 'The percentage'],
    [{ kind: 'fixed', value: -1 }, 'The amount'],
    [{ kind: 'gift' }, 'Choose what'],
    [{ maxUses: 0 }, 'The number of orders'],
    [{ minCents: -1 }, 'The least sum'],
    [{ startsAt: '2026-02-01T00:00:00Z', endsAt: '2026-01-01T00:00:00Z' }, 'The end must come after'],
    [{ category: 'no such' }, 'This category is not there'],
  ])('with %j is not made', async (fields, sentence) => {
    const { status, message } = await makeCode('WRONG', fields)
    expect(status).toBe(400)
    expect(message).toContain(sentence)
  })

  test('is changed by one of two admins at once, audited, and only by admins', async () => {
    const { data } = await makeCode('CHANGED')
    const url = `/api/discount-codes/${data._id}`
    const payload = { version: 1, fields: { ...data, value: 2_000 } }
    const put = (headers: object) => shop.app.inject({ method: 'PUT', url, payload, headers: headers as never })
    const answers = await Promise.all([put(olga), put(olga)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    const stella = await signIn(shop.db, await createUser(shop.db, { role: 'staff' }))
    expect((await put(stella)).statusCode).toBe(403)
    expect((await put({})).statusCode).toBe(401)
    expect((await makeCode('changed ')).message).toBe('There is a code CHANGED already.')
    const entries = await shop.db
      .selectFrom('audit')
      .select(['action', 'after'])
      .where('record_id', '=', data._id)
      .orderBy('at')
      .execute()
    expect(entries).toMatchObject([{ action: 'create' }, { action: 'update', after: { discount: '20 %' } }])
  })

  test('shows the owner its use, sum and buyers', async () => {
    const { data } = await makeCode('COUNTED', { kind: 'fixed', value: 500 })
    const { body } = await buy('COUNTED')
    await buy('COUNTED')
    await shop.pay(body.id, { country: 'DE' })
    await shop.confirm(body.id)
    const list = (await shop.app.inject({ url: '/api/discount-codes', headers: olga })).json().data
    expect(list.find(({ _id }: { _id: string }) => _id === data._id)).toMatchObject({ uses: 2, sum: 5 })
    const uses = await shop.app.inject({ url: `/api/discount-codes/${data._id}/uses?limit=1`, headers: olga })
    expect(uses.headers['x-total-count']).toBe('2')
    expect(uses.json().data).toHaveLength(1)
  })
})
