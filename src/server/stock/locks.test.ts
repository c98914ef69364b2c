import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '../db/connection.ts'
import { sell } from '../orders/orders.fixture.ts'
import { recoverPayments } from '../payments/recover.ts'
import { lockStockOf } from './queries.ts'
import { openStock, untilBlocked } from './stock.fixture.ts'

let shop: Awaited<ReturnType<typeof openStock>>
beforeAll(async () => {
  shop = await openStock()
})
afterAll(() => shop.close())

const lockProduct = (tx: Tx, id: string) => sql`select from product where id = ${id} for update`.execute(tx)

test('a checkout and a change of two products never wait for each other', async () => {
  const [first = '', second = ''] = [await sell(shop.db), await sell(shop.db)].toSorted()
  await shop.count(second, 2)
  const buying = await shop.db.transaction().execute(async tx => {
    await lockProduct(tx, first)
    const answer = shop.buy([{ _id: second }, { _id: first }]) // of the second, fewer are shown then
    await untilBlocked(tx)
    await lockProduct(tx, second)
    return { answer }
  })
  expect((await buying.answer).status).toBe(200)
})

test('a checkout and the form of a product never wait for each other', async () => {
  const [ring, scarf] = [await sell(shop.db), await sell(shop.db)]
  await shop.count(ring, 1)
  const buying = await shop.db.transaction().execute(async tx => {
    await lockStockOf(tx, ring)
    const answer = shop.buy([{ _id: ring }, { _id: scarf }])
    await untilBlocked(tx)
    await lockProduct(tx, ring)
    return { answer }
  })
  expect((await buying.answer).status).toBe(200)
})

test('a recovery and the form of a product never wait for each other', async () => {
  const ring = await sell(shop.db)
  const { session } = await shop.buy([{ _id: ring }])
  await shop.pay(session)
  await sql`truncate "order" cascade`.execute(shop.db)
  await shop.count(ring, 2)
  const recovering = await shop.db.transaction().execute(async tx => {
    await lockStockOf(tx, ring)
    const done = recoverPayments(shop.context, new Date(0))
    await untilBlocked(tx)
    await lockProduct(tx, ring)
    return { done }
  })
  expect(await recovering.done).toMatchObject({ orders: 1, owed: [] })
  expect(await shop.rowOf(ring)).toEqual({ onHand: 1, held: 0 })
})
