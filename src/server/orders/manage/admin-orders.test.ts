import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../../tests/support/app.ts'
import { createUser } from '../../../../tests/support/builders.ts'
import { signIn } from '../../../../tests/support/sign-in.ts'

const { app, db } = await testApp()
const headers = await signIn(db, await createUser(db, { role: 'admin' }))

const paid = 10_050
await sql`
  insert into "order" (id, order_id, email, payment_state, status, amount_cents, created_at, updated_at)
  select gen_random_uuid(), lpad(n::text, 32, '0'), case when n % 1000 = 0 then 'rare' else 'often' end || n || '@shop.test',
    case when n % 3000 = 0 then 'refunded' else 'paid' end, case when n % 5000 = 0 then 'shipped' else 'pending' end,
    n, timestamptz '2026-01-01Z' + n * interval '1 second', now()
  from generate_series(1, ${paid}) n`.execute(db)

const ask = async (query: string) => {
  const answer = await app.inject({ url: `/api/orders/?${query}`, headers })
  expect(answer.statusCode).toBe(200)
  const { data } = answer.json() as { data: { amount: number }[] }
  return { total: Number(answer.headers['x-total-count']), orders: data.map(({ amount }) => Math.round(amount * 100)) }
}

test.each([
  ['', paid, [10_050, 10_049]],
  ['sort=oldest', paid, [1, 2]],
  ['payment=refunded', 3, [9_000, 6_000]],
  ['status=shipped', 2, [10_000, 5_000]],
  ['status=shipped&payment=refunded', 0, []],
  ['status=pending', paid - 2 - 3, [10_050, 10_049]], // refunded orders need nothing more
  ['status=pending&payment=refunded', 3, [9_000, 6_000]],
  ['status=pending&q=rare', 10 - 2 - 3, [8_000, 7_000]],
  ['q=rare', 10, [10_000, 9_000]],
  ['q=rare&sort=oldest', 10, [1_000, 2_000]],
  ['q=rare&payment=refunded', 3, [9_000, 6_000]],
  ['q=nobody', 0, []],
])('the query %j finds %i orders, in the right order', async (query, total, first) => {
  expect(await ask(`${query}&limit=2`)).toEqual({ total, orders: first })
})

test('an order is found by its number, with and without #', async () => {
  await sql`update "order" set number = 5000000 + amount_cents`.execute(db)
  expect(await ask('q=%235000003')).toEqual({ total: 1, orders: [3] })
  expect(await ask('q=5000003%20')).toEqual({ total: 1, orders: [3] })
  expect(await ask('q=%235000003&status=shipped')).toEqual({ total: 0, orders: [] })
  for (const none of ['%23500000', '%23', '%235000003x', '%2399999999999', '%230'])
    expect(await ask(`q=${none}`)).toEqual({ total: 0, orders: [] })
})

test('a search counts at most 10,000 orders, and still lists them in the right order', async () => {
  expect(await ask('q=shop.test&limit=2')).toEqual({ total: 10_000, orders: [10_050, 10_049] })
  expect(await ask('q=shop.test&limit=2&sort=oldest')).toEqual({ total: 10_000, orders: [1, 2] })
  expect(await ask('q=shop.test&limit=1000&page=10&sort=oldest')).toMatchObject({
    total: 10_000,
    orders: { 999: 10_000 },
  })
})

test('a page past the end is empty, with the total', async () => {
  expect(await ask('limit=1000&page=12')).toEqual({ total: paid, orders: [] })
  expect(await ask('q=rare&limit=10&page=2')).toEqual({ total: 10, orders: [] })
})
