import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { createOrder, createProduct, createReview, createUser } from '../../../tests/support/builders.ts'
import { signIn } from '../../../tests/support/sign-in.ts'
import { movableClock } from '../payments/payments.fixture.ts'

const { app, db } = await testApp({ clock: movableClock(new Date('2026-06-15T12:00:00Z')) })
let headers: { cookie: string }
beforeAll(async () => {
  headers = await signIn(db, await createUser(db, { role: 'admin' }))
  await db
    .updateTable('session')
    .set({ expires_at: new Date('2030-01-01') })
    .execute()
})

const ask = async (query = '') => {
  const response = await app.inject({ url: `/api/stats/admin-stats${query}`, headers })
  expect(response.statusCode).toBe(200)
  return response.json()
}
const earnings = (body: { monthlyEarnings: { earnings: number }[] }) =>
  body.monthlyEarnings.map(month => month.earnings)
const at = (time: string) => ({ created_at: new Date(time), updated_at: new Date(time) })
const none = Array(12).fill(0)

test('an empty shop has zeros and twelve months, flat and under data', async () => {
  const body = await ask()
  const { success, message, data, ...flat } = body
  expect(data).toEqual(flat)
  expect({ success, message }).toEqual({ success: true, message: 'OK' })
  expect(flat).toEqual({
    totalEarnings: 0,
    totalOrders: 0,
    totalUsers: 1,
    totalProducts: 0,
    totalReviews: 0,
    monthlyEarnings: none.map((_, index) => ({ month: index + 1, earnings: 0 })),
  })
})

test('only paid, undeleted orders count, each in its month of the requested year', async () => {
  const dress = await createProduct(db, { price_cents: 10_010 })
  const ring = await createProduct(db, { price_cents: 33 })
  await createProduct(db, { deleted_at: new Date() })
  const ada = await createUser(db)
  await createUser(db, { deleted_at: new Date() })
  await createReview(db, { user_id: ada.id, product_id: dress.id })

  await createOrder(db, [dress, ring], at('2026-01-01T00:00:00Z'))
  await createOrder(db, [dress], at('2026-01-31T23:59:59.999Z'))
  await createOrder(db, [ring], at('2026-12-31T23:59:59.999Z'))
  await createOrder(db, [dress], at('2025-12-31T23:59:59.999Z'))
  for (const payment_state of ['awaiting', 'failed', 'expired', 'review', 'refunded'] as const)
    await createOrder(db, [dress], { ...at('2026-03-01T00:00:00Z'), payment_state })
  await createOrder(db, [dress], { ...at('2026-03-01T00:00:00Z'), deleted_at: new Date() })

  const body = await ask()
  expect(body).toMatchObject({
    totalEarnings: 300.96,
    totalOrders: 4,
    totalUsers: 2,
    totalProducts: 2,
    totalReviews: 1,
  })
  expect(earnings(body)).toEqual([200.53, ...Array(10).fill(0), 0.33])
  expect(earnings(await ask('?year=2025'))).toEqual([...Array(11).fill(0), 100.1])
  expect(earnings(await ask('?year=2024'))).toEqual(none)
})

test.each(['', '0', '99999', '-1', 'abc', '2026;drop', '1e3'])('the year %j counts as the current year', async year => {
  expect(earnings(await ask(`?year=${encodeURIComponent(year)}`))).toEqual(earnings(await ask()))
})

describe('the figures are exact', () => {
  const figures = async () => {
    const { totalOrders, totalEarnings, totalUsers, totalReviews } = await ask()
    return { totalOrders, totalEarnings, totalUsers, totalReviews }
  }
  const counted = async () => {
    const { rows } = await sql<Awaited<ReturnType<typeof figures>>>`
      select count(*)::int as "totalOrders", coalesce(sum(amount_cents), 0)::float8 / 100 as "totalEarnings",
        (select count(*)::int from "user" where deleted_at is null) as "totalUsers",
        (select count(*)::int from review) as "totalReviews"
      from "order" where payment_state = 'paid' and deleted_at is null`.execute(db)
    return rows[0]
  }
  const change = (order: { id: string }, to: object) =>
    db.updateTable('order').set(to).where('id', '=', order.id).execute()

  test('after every kind of change to orders, also concurrent ones', async () => {
    const gown = await createProduct(db, { price_cents: 4_999 })
    const orders = await Promise.all(
      Array.from({ length: 24 }, () => createOrder(db, [gown], { payment_state: 'awaiting' })),
    )
    const changes = [
      { payment_state: 'paid' as const },
      { status: 'shipped' as const },
      { amount_cents: 1_234 },
      { created_at: new Date('2025-07-01') },
      { deleted_at: new Date() },
      { deleted_at: null },
      { payment_state: 'refunded' as const },
      { payment_state: 'paid' as const },
    ]
    for (const each of changes) {
      await Promise.all(orders.slice(0, 20).map(order => change(order, each)))
      expect(await figures(), JSON.stringify(each)).toEqual(await counted())
    }
    await db.deleteFrom('order_line').execute()
    await db.deleteFrom('order').where('status', '=', 'shipped').execute()
    expect(await figures()).toEqual(await counted())
  })

  test('after changes to users and reviews', async () => {
    const [dress, ada] = [await createProduct(db), await createUser(db)]
    const { id } = await createReview(db, { user_id: ada.id, product_id: dress.id })
    for (const to of [{ role: 'admin' }, { deleted_at: new Date() }, { deleted_at: null }] as const) {
      await db.updateTable('user').set(to).where('id', '=', ada.id).execute()
      expect(await figures()).toEqual(await counted())
    }
    await db.deleteFrom('review').where('id', '=', id).execute()
    expect(await figures()).toEqual(await counted())
    await sql`truncate review, "order" cascade`.execute(db)
    expect(await figures()).toEqual(await counted())
  })

  test('without a lock: an order is paid while another one is being paid', async () => {
    const gown = await createProduct(db)
    await createOrder(db, [gown])
    const [first, second] = [
      await createOrder(db, [gown], { payment_state: 'awaiting' }),
      await createOrder(db, [gown], { payment_state: 'awaiting' }),
    ]
    await db.transaction().execute(async tx => {
      await tx.updateTable('order').set({ payment_state: 'paid' }).where('id', '=', first.id).execute()
      await change(second, { payment_state: 'paid' })
      expect(await figures()).toMatchObject({ totalOrders: 2 })
    })
    expect(await figures()).toMatchObject({ totalOrders: 3 })
  })
})
