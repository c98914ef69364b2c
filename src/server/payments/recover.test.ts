import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOrder, createProduct, createUser } from '../../../tests/support/builders.ts'
import { signIn } from '../../../tests/support/sign-in.ts'
import { noFaults } from '../../sandbox/faults.ts'
import { openCheckout } from '../orders/orders.fixture.ts'
import { ProviderUnavailable } from './provider.ts'
import { recoverPayments } from './recover.ts'

let shop: Awaited<ReturnType<typeof openCheckout>>
beforeAll(async () => {
  shop = await openCheckout()
})
afterAll(() => shop.close())

/** Removes an order, as the restore of an older backup does. */
async function removeOrder(orderId: string) {
  const { id } = await shop.stored(orderId)
  for (const table of ['order_line', 'address', 'order_event', 'payment_event'] as const)
    await shop.db.deleteFrom(table).where('order_id', '=', id).execute()
  await shop.db.deleteFrom('mail').where('order_id', '=', id).execute()
  await shop.db.deleteFrom('order').where('id', '=', id).execute()
}
const known = (orderId: string) =>
  shop.db
    .selectFrom('order')
    .select([
      'order_id',
      'number',
      'user_id',
      'email',
      'contact_email',
      'amount_cents',
      'payment_state',
      'payment_session',
    ])
    .select(['status', 'created_at'])
    .where('order_id', '=', orderId)
    .executeTakeFirst()
const linesOf = async (orderId: string) => {
  const { id } = await shop.stored(orderId)
  return await shop.db
    .selectFrom('order_line')
    .select(['position', 'product_id', 'name', 'image_id', 'unit_cents', 'quantity'])
    .where('order_id', '=', id)
    .orderBy('position')
    .execute()
}
const longAgo = new Date(0)
const wholeSecond = ({ created_at, ...order }: NonNullable<Awaited<ReturnType<typeof known>>>) => ({
  ...order,
  created_at: new Date(Math.floor(+created_at / 1000) * 1000),
})

test('a paid order that the shop has lost is recovered with its buyer, lines, address and payment', async () => {
  const ada = await createUser(shop.db, { email: 'ada@shop.test' })
  const headers = await signIn(shop.db, ada)
  const { id: dress } = await createProduct(shop.db, { name: 'Silk dress' })
  const { id: ring } = await createProduct(shop.db, { name: 'Gold ring' })
  const cart = [
    { _id: dress, quantity: 2 },
    { _id: ring, quantity: 1 },
  ]
  const { body } = await shop.checkout(cart, {}, undefined, headers)
  await shop.pay(body.id)
  await shop.confirm(body.id)
  const { order_id } = await shop.db
    .selectFrom('order')
    .select('order_id')
    .where('payment_session', '=', body.id)
    .executeTakeFirstOrThrow()
  const before = { order: await known(order_id), lines: await linesOf(order_id) }
  await removeOrder(order_id)

  expect(await recoverPayments(shop.context, longAgo)).toEqual({ orders: 1, payments: 0, owed: [] })
  if (!before.order) throw new Error('there was no order')
  expect(await known(order_id)).toEqual(wholeSecond(before.order))
  expect(await linesOf(order_id)).toEqual(before.lines)
  expect(await shop.history(order_id)).toEqual([
    'payment awaiting by reconcile',
    'payment paid by reconcile',
    'status pending by reconcile',
  ])
  const shown = await shop.order(order_id, headers)
  expect(shown.body.data.address).toMatchObject({ city: 'London', country: 'GB' })
  expect(await recoverPayments(shop.context, longAgo)).toEqual({ orders: 0, payments: 0, owed: [] })
})

const numberOf = async (orderId: string) => (await shop.stored(orderId)).number

test('a recovered order has its number again, and new orders get numbers above every one that was given', async () => {
  const first = await shop.orderSomething()
  const open = await shop.orderSomething()
  await shop.pay(first.sessionId)
  const [number, last] = [await numberOf(first.orderId), await numberOf(open.orderId)]
  await removeOrder(first.orderId)
  await removeOrder(open.orderId)
  await sql`select setval('order_number', ${number - 1})`.execute(shop.db) // as the restore of an older backup does

  await recoverPayments(shop.context, longAgo)
  expect(await numberOf(first.orderId)).toBe(number)
  const next = await shop.orderSomething()
  expect(await numberOf(next.orderId)).toBeGreaterThan(last)
  await recoverPayments(shop.context, longAgo)
  const another = await shop.orderSomething()
  expect(await numberOf(another.orderId)).toBe((await numberOf(next.orderId)) + 1)
})

test('a recovered order whose number has been given to another order gets a new one', async () => {
  const { sessionId, orderId } = await shop.orderSomething()
  await shop.pay(sessionId)
  const number = await numberOf(orderId)
  await removeOrder(orderId)
  await createOrder(shop.db, [await createProduct(shop.db)], { number })
  expect(await recoverPayments(shop.context, longAgo)).toEqual({ orders: 1, payments: 0, owed: [] })
  expect(await numberOf(orderId)).toBeGreaterThan(number)
})

test.each(['', '0', '-5', '1e3x', '4294967296', 'constructor'])(
  'a session whose number is "%s" is recovered with a new number',
  async orderNumber => {
    const { sessionId, orderId } = await shop.orderSomething()
    await shop.pay(sessionId)
    await removeOrder(orderId)
    await sql`update sandbox.session set params = jsonb_set(params::jsonb, '{metadata,orderNumber}', ${JSON.stringify(orderNumber)}::jsonb)
      where id = ${sessionId}`.execute(shop.db)
    expect(await recoverPayments(shop.context, longAgo)).toEqual({ orders: 1, payments: 0, owed: [] })
    expect(await numberOf(orderId)).toBeGreaterThan(1_000)
  },
)

test('a recovered order has the size and the color that were bought, and the plain name', async () => {
  const { id } = await createProduct(shop.db, { name: 'Silk dress', color: 'green', shade: 'Pine' })
  const variant = { id: randomUUID(), product_id: id, size: 'alpha-M', place: 0, sku: 'P-M', barcode: null }
  await shop.db.updateTable('variant').set({ deleted_at: new Date() }).where('product_id', '=', id).execute()
  await shop.db
    .insertInto('variant')
    .values({ ...variant, created_at: new Date() })
    .execute()
  const { body } = await shop.checkout([{ _id: id, variantId: variant.id, quantity: 2 }])
  await shop.pay(body.id)
  const before = await shop.payments.findSession(body.id)
  const orderId = before?.orderId ?? ''
  await removeOrder(orderId)
  await recoverPayments(shop.context, longAgo)
  const { id: order_id } = await shop.stored(orderId)
  const lines = await shop.db.selectFrom('order_line').selectAll().where('order_id', '=', order_id).execute()
  expect(lines).toMatchObject([
    { name: 'Silk dress', size: 'alpha-M', color: 'Pine', sku: 'P-M', variant_id: variant.id, quantity: 2 },
  ])
})

test('a guest’s order is recovered with the e-mail that was typed, and products that no longer exist keep their name', async () => {
  const { sessionId, orderId } = await shop.orderSomething(12.5)
  await shop.pay(sessionId, { email: 'guest@example.com' })
  await shop.confirm(sessionId)
  const [line] = await linesOf(orderId)
  await removeOrder(orderId)
  await shop.db
    .deleteFrom('product')
    .where('id', '=', line?.product_id ?? '')
    .execute()
  expect(await recoverPayments(shop.context, longAgo)).toEqual({ orders: 1, payments: 0, owed: [] })
  expect(await known(orderId)).toMatchObject({ user_id: null, email: 'guest@example.com', payment_state: 'paid' })
  expect(await linesOf(orderId)).toEqual([{ ...line, product_id: null }])
  const { body } = await shop.order(orderId)
  expect(body.data).toMatchObject({ orderId, paymentState: 'paid' })
})

test('a payment and a refund from after the backup are found, and an unpaid order stays as it is', async () => {
  const late = await shop.orderSomething()
  const refunded = await shop.orderSomething()
  const open = await shop.orderSomething()
  await shop.pay(late.sessionId)
  await shop.pay(refunded.sessionId)
  await shop.confirm(refunded.sessionId)
  await shop.refundAtProvider(refunded.sessionId)
  expect(await recoverPayments(shop.context, longAgo)).toEqual({ orders: 0, payments: 2, owed: [] })
  expect(await known(late.orderId)).toMatchObject({ payment_state: 'paid' })
  expect(await known(refunded.orderId)).toMatchObject({ payment_state: 'refunded' })
  expect(await known(open.orderId)).toMatchObject({ payment_state: 'awaiting' })
})

test('the buyer gets one e-mail about a refund that is recovered five times', async () => {
  const { sessionId, orderId } = await shop.orderSomething()
  await shop.pay(sessionId)
  await shop.confirm(sessionId)
  await shop.refundAtProvider(sessionId)
  await Promise.all(Array.from({ length: 5 }, () => recoverPayments(shop.context, longAgo)))
  const { id } = await shop.stored(orderId)
  const emails = shop.db.selectFrom('mail').select(['kind', 'due_at']).where('order_id', '=', id).orderBy('created_at')
  expect(await emails.orderBy('kind').execute()).toEqual([
    { kind: 'order-confirmation', due_at: null },
    { kind: 'order-refunded', due_at: shop.clock.now() },
  ])
})

test('only sessions opened since the given time are recovered', async () => {
  const { sessionId, orderId } = await shop.orderSomething()
  await shop.pay(sessionId)
  await removeOrder(orderId)
  shop.clock.move(60_000)
  expect(await recoverPayments(shop.context, shop.clock.now())).toEqual({ orders: 0, payments: 0, owed: [] })
  expect(await recoverPayments(shop.context, longAgo)).toEqual({ orders: 1, payments: 0, owed: [] })
})

test('two recoveries at the same time recover each of 130 orders once', async () => {
  const lost = []
  for (let n = 0; n < 130; n += 1) lost.push(await shop.orderSomething(10 + n))
  for (const { sessionId, orderId } of lost) {
    await shop.pay(sessionId)
    await removeOrder(orderId)
  }
  await Promise.all([recoverPayments(shop.context, longAgo), recoverPayments(shop.context, longAgo)])
  for (const { orderId } of lost) {
    expect(await known(orderId)).toMatchObject({ payment_state: 'paid' })
    expect(await shop.history(orderId)).toHaveLength(3)
    expect(await linesOf(orderId)).toHaveLength(1)
  }
})

test('a provider that does not answer ends the recovery with an error, and another run continues', async () => {
  const { sessionId, orderId } = await shop.orderSomething()
  await shop.pay(sessionId)
  await removeOrder(orderId)
  shop.sandbox.faults.api5xx = 1
  await expect(recoverPayments(shop.context, longAgo)).rejects.toThrow(ProviderUnavailable)
  Object.assign(shop.sandbox.faults, noFaults)
  expect(await recoverPayments(shop.context, longAgo)).toEqual({ orders: 1, payments: 0, owed: [] })
})
