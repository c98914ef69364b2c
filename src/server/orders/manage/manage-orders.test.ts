import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AdminOrder, ShownOrder } from '#domain/orders/order.ts'
import { createOrder, createProduct, createUser } from '../../../../tests/support/builders.ts'
import { signIn } from '../../../../tests/support/sign-in.ts'
import { noFaults } from '../../../sandbox/faults.ts'
import type { CheckoutContext } from '../../checkout/context.ts'
import { minutes } from '../../payments/payments.fixture.ts'
import { openCheckout } from '../orders.fixture.ts'
import { refundOrder } from './manage-orders.ts'

let shop: Awaited<ReturnType<typeof openCheckout>>
let olga: { id: string; email: string }
let asOlga: { cookie: string }
let asAda: { cookie: string }
beforeAll(async () => {
  shop = await openCheckout()
  olga = await createUser(shop.db, { role: 'admin', email: 'olga@shop.test' })
  asOlga = await signIn(shop.db, olga)
  asAda = await signIn(shop.db, await createUser(shop.db, { email: 'ada@shop.test' }))
})
beforeEach(async () => {
  Object.assign(shop.sandbox.faults, noFaults)
  await shop.db.deleteFrom('audit').execute()
})
afterAll(() => shop.close())

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
async function send(method: Method, url: string, payload?: object, headers = asOlga) {
  const response = await shop.app.inject({ method, url: `/api/orders/${url}`, payload, headers })
  return { status: response.statusCode, body: response.json(), total: Number(response.headers['x-total-count']) }
}
const setStatus = (id: string, status: unknown) => send('PATCH', `update-order-status/${id}`, { status })
const refund = (id: string) => send('POST', `refund/${id}`)
const list = async (query = '') => {
  const { body, total } = await send('GET', query)
  return { ids: (body.data as AdminOrder[]).map(order => order._id), orders: body.data as AdminOrder[], total }
}
const auditEntries = () => shop.db.selectFrom('audit').select(['action', 'before', 'after']).orderBy('id').execute()
const nobody = '00000000-0000-7000-8000-000000000000'

/** Places an order and pays it at the provider. */
async function paidOrder() {
  const { sessionId, orderId } = await shop.orderSomething()
  await shop.pay(sessionId)
  await shop.confirm(sessionId)
  return await shop.stored(orderId)
}
const refunds = async () => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from sandbox.refund`.execute(shop.db)
  return rows[0]?.n ?? 0
}

describe('the status of an order', () => {
  test('can be set to any of the four from any other, and the buyer sees it', async () => {
    const { id, order_id } = await paidOrder()
    for (const status of ['completed', 'pending', 'shipped', 'processing', 'pending'] as const) {
      const { status: code, body } = await setStatus(id, status)
      expect(code).toBe(200)
      expect(body).toMatchObject({ message: 'Updated order status', data: { _id: id, status } })
    }
    const shown = (await shop.order(order_id)).body.data as ShownOrder
    expect(shown.status).toBe('pending')
    expect(shown.events.map(({ status }) => status)).toEqual([
      'pending',
      'completed',
      'pending',
      'shipped',
      'processing',
      'pending',
    ])
    expect(shown).not.toHaveProperty('history')
    expect((await auditEntries())[0]).toEqual({
      action: 'change status',
      before: { status: 'pending' },
      after: { status: 'completed' },
    })
    const { body } = await send('GET', `order/${id}`)
    expect(body.data.history.at(-1)).toMatchObject({ kind: 'status', value: 'pending', actor: 'olga@shop.test' })
  })

  test('that the order already has changes nothing', async () => {
    const { id, updated_at } = await paidOrder()
    expect((await setStatus(id, 'pending')).body.data.updatedAt).toBe(updated_at.toISOString())
    expect(await auditEntries()).toEqual([])
  })

  test.each([undefined, null, '', 'Pending', 'paid', 7, ['pending']])('cannot be %j', async status => {
    const { id } = await createOrder(shop.db, [await createProduct(shop.db)])
    expect((await setStatus(id, status)).status).toBe(400)
  })

  test('is not changed when there is no such order, or no money has arrived for it', async () => {
    const waiting = await createOrder(shop.db, [await createProduct(shop.db)], { payment_state: 'awaiting' })
    for (const id of [nobody, 'x', waiting.id]) {
      expect(await setStatus(id, 'shipped')).toMatchObject({ status: 404, body: { message: 'Order not found' } })
    }
  })
})

describe('a refund', () => {
  test('returns the money, and leaves the order in the list', async () => {
    const { id } = await paidOrder()
    const before = await refunds()
    const { status, body } = await refund(id)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ paymentState: 'refunded', status: 'pending' })
    expect(await refunds()).toBe(before + 1)
    expect((await list()).ids).toContain(id)
    expect(await auditEntries()).toEqual([
      { action: 'refund', before: { paymentState: 'paid' }, after: { paymentState: 'refunded' } },
    ])
  })

  test('requested ten times at once is made once', async () => {
    const { id } = await paidOrder()
    const before = await refunds()
    const answers = await Promise.all(Array.from({ length: 10 }, () => refund(id)))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(await refunds()).toBe(before + 1)
    expect(await auditEntries()).toHaveLength(1)
  })

  test('that the provider does not answer changes nothing in the shop', async () => {
    const { id } = await paidOrder()
    shop.sandbox.faults.api5xx = 1
    expect((await refund(id)).status).toBe(503)
    expect((await send('GET', `order/${id}`)).body.data.paymentState).toBe('paid')
    expect(await auditEntries()).toEqual([])
  })

  test('that was interrupted is finished by another request', async () => {
    const { id } = await paidOrder()
    const refundOnly: CheckoutContext['payments']['refund'] = async asked => {
      await shop.payments.refund(asked)
      throw new Error('killed')
    }
    const killed = { ...shop.context, payments: { ...shop.payments, refund: refundOnly } }
    await expect(refundOrder(killed, olga, id)).rejects.toThrow('killed')
    const given = await refunds()
    expect((await refund(id)).body.data.paymentState).toBe('refunded')
    expect(await refunds()).toBe(given)
  })

  test('is recorded even if its order is deleted meanwhile', async () => {
    const { id } = await paidOrder()
    shop.sandbox.faults.apiDelay = 300
    const refunding = refund(id)
    await new Promise(resolve => setTimeout(resolve, 100))
    const { body } = await send('DELETE', `delete-order/${id}?force=true`)
    expect(await refunding).toMatchObject({ status: 200, body: { data: { _id: id, paymentState: 'refunded' } } })
    await shop.app.inject({ method: 'POST', url: `/api/admin/undo/${body.data.auditId}`, headers: asOlga })
    expect((await send('GET', `order/${id}`)).body.data.paymentState).toBe('refunded')
    expect((await auditEntries()).map(({ action }) => action).toSorted()).toEqual(['delete', 'refund', 'undo'])
  })

  test('of an order that was never paid at the provider is refused with a plain message', async () => {
    const order = await createOrder(shop.db, [await createProduct(shop.db)])
    expect(await refund(order.id)).toMatchObject({
      status: 409,
      body: { code: 'refund_refused', message: 'Nothing was paid, so nothing can be given back.' },
    })
  })
})

describe('a payment in review', () => {
  async function inReview() {
    const { sessionId, orderId } = await shop.orderSomething()
    await shop.db
      .updateTable('order')
      .set({ amount_cents: 4_000, goods_cents: null })
      .where('order_id', '=', orderId)
      .execute()
    await shop.pay(sessionId)
    await shop.confirm(sessionId)
    return await shop.stored(orderId)
  }

  test('is listed with its reason, and becomes paid when an admin accepts it', async () => {
    const { id, order_id } = await inReview()
    const { orders } = await list('?payment=review')
    expect(orders).toMatchObject([{ _id: id, reviewReason: 'Paid $49.50, the order says $40.00.' }])
    const answers = await Promise.all(Array.from({ length: 5 }, () => send('POST', `accept/${id}`)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
    expect(await shop.history(order_id)).toEqual([
      'payment awaiting by checkout',
      'payment review by confirm',
      'payment paid by olga@shop.test',
      'status pending by olga@shop.test',
    ])
    const emails = await shop.db.selectFrom('mail').select('kind').where('order_id', '=', id).execute()
    expect(emails).toEqual([{ kind: 'order-confirmation' }])
    expect((await list('?payment=review')).ids).toEqual([])
  })

  test('can be refunded instead', async () => {
    const { id } = await inReview()
    expect((await refund(id)).body.data).toMatchObject({ paymentState: 'refunded', reviewReason: null })
    expect((await send('POST', `accept/${id}`)).status).toBe(409)
    const emails = await shop.db.selectFrom('mail').select('kind').where('order_id', '=', id).execute()
    expect(emails).toEqual([{ kind: 'order-refunded' }])
  })
})

test('a deleted order leaves the list, and the deletion can be undone', async () => {
  const { id, order_id } = await paidOrder()
  const { body } = await send('DELETE', `delete-order/${id}`)
  expect(body.message).toBe(`Delete order ${id}`)
  expect((await list()).ids).not.toContain(id)
  expect((await shop.order(order_id)).status).toBe(404)
  expect((await send('DELETE', `delete-order/${id}`)).status).toBe(404)
  const undo = await shop.app.inject({
    method: 'POST',
    url: `/api/admin/undo/${body.data.auditId}`,
    headers: asOlga,
  })
  expect(undo.statusCode).toBe(200)
  expect((await list()).ids).toContain(id)
})

test('the list is searched by order id and e-mail, filtered by status, and split into pages', async () => {
  const dress = await createProduct(shop.db)
  const at = (day: number) => ({ created_at: new Date(Date.UTC(2001, 0, day)) })
  const first = await createOrder(shop.db, [dress], { ...at(1), email: 'Grace_H@shop.test', status: 'shipped' })
  const second = await createOrder(shop.db, [dress], { ...at(2), contact_email: 'grace.h@guest.test' })
  await createOrder(shop.db, [dress], { ...at(3), email: 'grace@shop.test', payment_state: 'expired' })

  expect((await list('?q=grace')).ids).toEqual([second.id, first.id])
  expect((await list('?q=grace_h')).ids).toEqual([first.id])
  expect((await list('?q=grace&status=shipped')).ids).toEqual([first.id])
  expect((await list('?q=grace&sort=oldest')).ids).toEqual([first.id, second.id])
  expect(await list('?q=grace&limit=1&page=2')).toMatchObject({ ids: [first.id], total: 2 })
  expect(await list('?q=grace&limit=1&page=3')).toMatchObject({ ids: [], total: 2 })
  expect((await list(`?q=${second.order_id.slice(0, 20)}`)).ids).toContain(second.id)
  expect((await list('?q=grace&status=lost&payment=expired&sort=x&limit=-5&page=zero')).ids).toEqual([second.id])
})

describe('an e-mail to the buyer', () => {
  const emails = (id: string) =>
    shop.db.selectFrom('mail').select(['kind', 'due_at']).where('order_id', '=', id).orderBy('kind').execute()
  const confirmed = { kind: 'order-confirmation', due_at: null }

  test('about a shipment is due in ten minutes, once, however often the status is set', async () => {
    const { id } = await paidOrder()
    await Promise.all(Array.from({ length: 5 }, () => setStatus(id, 'shipped')))
    await setStatus(id, 'processing')
    await setStatus(id, 'shipped')
    await setStatus(id, 'completed')
    const due_at = new Date(+shop.clock.now() + minutes(10))
    expect(await emails(id)).toEqual([confirmed, { kind: 'order-shipped', due_at }])
  })

  test.each(['pending', 'processing', 'completed'] as const)(
    'is not queued when the order becomes %s',
    async status => {
      const { id } = await paidOrder()
      await setStatus(id, status)
      expect(await emails(id)).toEqual([confirmed])
    },
  )

  test('about a shipment is not queued when the payment is refunded', async () => {
    const { id } = await createOrder(shop.db, [await createProduct(shop.db)], { payment_state: 'refunded' })
    expect((await send('PATCH', `update-order-status/${id}`, { status: 'shipped', force: true })).status).toBe(200)
    expect(await emails(id)).toEqual([])
  })

  test('about a refund is due at once, and once, however often the refund is requested', async () => {
    const { id } = await paidOrder()
    shop.sandbox.faults.api5xx = 1
    expect((await refund(id)).status).toBe(503)
    expect(await emails(id)).toEqual([confirmed])
    shop.sandbox.faults.api5xx = 0
    await Promise.all(Array.from({ length: 5 }, () => refund(id)))
    expect(await emails(id)).toEqual([confirmed, { kind: 'order-refunded', due_at: shop.clock.now() }])
  })
})

test('the routes are for admins only', async () => {
  const { id } = await createOrder(shop.db, [await createProduct(shop.db)])
  const calls: [Method, string, object?][] = [
    ['GET', ''],
    ['PATCH', `update-order-status/${id}`, { status: 'shipped' }],
    ['DELETE', `delete-order/${id}`],
    ['POST', `refund/${id}`],
    ['POST', `accept/${id}`],
  ]
  for (const [method, url, payload] of calls) {
    expect((await send(method, url, payload, asAda)).status, url).toBe(403)
    expect((await send(method, url, payload, { cookie: '' })).status, url).toBe(401)
  }
})
