import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ShownOrder } from '#domain/orders/order.ts'
import { createUser } from '../../../tests/support/builders.ts'
import { signIn } from '../../../tests/support/sign-in.ts'
import { openCheckout } from '../orders/orders.fixture.ts'

let shop: Awaited<ReturnType<typeof openCheckout>>
let stella: { id: string; email: string }
let asStella: { cookie: string }
let asOlga: { cookie: string }
beforeAll(async () => {
  shop = await openCheckout()
  stella = await createUser(shop.db, { role: 'staff', email: 'stella@shop.test' })
  asStella = await signIn(shop.db, stella)
  asOlga = await signIn(shop.db, await createUser(shop.db, { role: 'admin', email: 'olga@shop.test' }))
})
beforeEach(async () => {
  await shop.db.deleteFrom('shop_setting').execute()
  await shop.db.updateTable('user').set({ role: 'staff' }).where('id', '=', stella.id).execute()
})
afterAll(() => shop.close())

async function send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, headers = asStella) {
  const response = await shop.app.inject({ method, url: `/api/${url}`, payload, headers })
  return { status: response.statusCode, body: response.json() }
}
const refund = (id: string, headers?: typeof asStella) => send('POST', `orders/refund/${id}`, undefined, headers)
const shown = async (id: string, headers?: typeof asStella) =>
  (await send('GET', `orders/order/${id}`, undefined, headers)).body.data as ShownOrder
const setLimit = async (refundLimitCents: unknown, version = 0) =>
  await send('PUT', 'settings/sections/staff', { value: { refundLimitCents }, version }, asOlga)
const refunds = (id: string) =>
  shop.db.selectFrom('refund').select(['state', 'cents', 'by_staff']).where('order_id', '=', id).execute()

/** An order of $49.50 that was paid at the provider. */
async function paidOrder() {
  const { sessionId, orderId } = await shop.orderSomething(49.5)
  await shop.pay(sessionId, {})
  await shop.confirm(sessionId)
  return await shop.stored(orderId)
}

const onlyAdmin = 'Only an admin can refund an order.'
const tooMuch = 'Staff can refund up to $49.49 of an order. An admin can refund this one.'

test('without a limit of the owner staff see the whole order, and refund nothing', async () => {
  const { id } = await paidOrder()
  expect(await shown(id)).toMatchObject({ amount: 49.5, history: expect.any(Array), refundRefusal: onlyAdmin })
  expect(await shown(id, asOlga)).not.toHaveProperty('refundRefusal')
  expect(await refund(id)).toMatchObject({ status: 403, body: { code: 'forbidden', message: onlyAdmin } })
  expect(await refunds(id)).toEqual([])
  expect((await refund(id, asOlga)).status).toBe(200)
  expect(await refunds(id)).toEqual([{ state: 'done', cents: 4950, by_staff: false }])
})

test('up to the limit staff refund, once also when ten requests arrive at once; a cent above it they do not', async () => {
  const { id } = await paidOrder()
  expect(await setLimit(4949)).toMatchObject({ status: 200, body: { data: { version: 1 } } })
  expect(await refund(id)).toMatchObject({ status: 403, body: { message: tooMuch } })
  expect(await shown(id)).toMatchObject({ refundable: { amount: 49.5, max: 49.49 } })
  expect(await shown(id)).not.toHaveProperty('refundRefusal')
  await setLimit(4950, 1)
  expect(await shown(id)).toMatchObject({ refundable: { amount: 49.5, max: 49.5 } })
  const answers = await Promise.all(Array.from({ length: 10 }, () => refund(id)))
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect(await refunds(id)).toEqual([{ state: 'done', cents: 4950, by_staff: true }])
  const entry = shop.db.selectFrom('audit').select(['actor', 'action']).where('record_id', '=', id)
  expect(await entry.execute()).toEqual([{ actor: stella.id, action: 'refund' }])
})

test('what staff have refunded of an order before counts towards the limit, what an admin has does not', async () => {
  const at = shop.clock.now()
  const part = {
    state: 'done',
    reason: null,
    actor: stella.email,
    actor_id: stella.id,
    at,
    updated_at: at,
    check_at: at,
  }
  const add = async (order_id: string, by_staff: boolean) => {
    const id = shop.context.ids.uuid()
    await shop.db
      .insertInto('refund')
      .values({ ...part, state: 'done', id, order_id, cents: 1000, by_staff, provider_id: `re_${id}` })
      .execute()
  }
  const [byStaff, byAdmin] = [await paidOrder(), await paidOrder()]
  await setLimit(4000)
  await add(byStaff.id, true)
  await add(byAdmin.id, false)
  expect((await refund(byStaff.id)).status).toBe(403)
  expect((await refund(byAdmin.id)).status).toBe(200)
})

test('a payment in review is not for staff, whatever the limit', async () => {
  const { id } = await paidOrder()
  await setLimit(99_999_999)
  await shop.db.updateTable('order').set({ payment_state: 'review' }).where('id', '=', id).execute()
  expect(await refund(id)).toMatchObject({ status: 403, body: { message: expect.stringMatching(/in review/) } })
  expect((await send('POST', `orders/accept/${id}`)).status).toBe(403)
})

test('staff cannot delete an order or undo anything, and who is no longer staff refunds nothing', async () => {
  const { id } = await paidOrder()
  await setLimit(99_999_999)
  const denied = { status: 403, body: { message: 'Access denied! You must be an admin' } }
  expect(await send('DELETE', `orders/delete-order/${id}`)).toMatchObject(denied)
  expect(await send('POST', `admin/undo/${shop.context.ids.uuid()}`)).toMatchObject(denied)
  expect(await send('GET', 'settings/sections')).toMatchObject(denied)
  await shop.db.updateTable('user').set({ role: 'user' }).where('id', '=', stella.id).execute()
  expect(await refund(id)).toMatchObject(denied)
})

test.each([-1, 0.5, 100_000_000, '50', null, undefined, Number.NaN, [5], {}])(
  'the limit %j is refused',
  async limit => {
    expect(await setLimit(limit)).toMatchObject({
      status: 400,
      body: { message: 'The limit must be an amount from $0 to $999,999.99.' },
    })
  },
)
