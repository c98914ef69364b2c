import { sql } from 'kysely'
import { expect } from 'vitest'
import { createUser } from '../../../tests/support/builders.ts'
import { signIn } from '../../../tests/support/sign-in.ts'
import type { Tx } from '../db/connection.ts'
import { countBroken } from '../integrity/check-shop.ts'
import { randomIds } from '../lib/clock.ts'
import { cookieOf, openCheckout, sell } from '../orders/orders.fixture.ts'
import { lockForLines } from './queries.ts'

/** Waits until at least so many statements wait for a lock. They may have taken all other connections of the pool. */
export const untilBlocked = (tx: Tx, atLeast = 1) =>
  expect
    .poll(async () => {
      await sql`select pg_stat_clear_snapshot()`.execute(tx)
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        tx,
      )
      return rows[0]?.n
    })
    .toBeGreaterThanOrEqual(atLeast)

/** A checkout whose admin counts. */
export async function openStock(options: Parameters<typeof openCheckout>[0] = {}) {
  const shop = await openCheckout(options)
  const { db, app } = shop
  const admin = await createUser(db, { role: 'admin', email: 'olga@shop.test' })
  const headers = await signIn(db, admin)

  const put = async (counts: unknown, by: Record<string, string> = headers) => {
    const response = await app.inject({ method: 'PUT', url: '/api/stock/counts', payload: { counts }, headers: by })
    return { status: response.statusCode, body: response.json() }
  }
  const rowOf = async (variantId: string) =>
    await db
      .selectFrom('stock')
      .select(['on_hand as onHand', 'held'])
      .where('variant_id', '=', variantId)
      .executeTakeFirst()

  return {
    ...shop,
    admin,
    headers,
    put,
    rowOf,
    /** Counts one size, and throws unless it was counted. */
    async count(variantId: string, shelf: number, seen: number | null = null) {
      const { status, body } = await put([{ variantId, shelf, seen }])
      const result = body.data?.counts[0]?.result
      if (status !== 200 || result !== 'counted') throw new Error(JSON.stringify(body))
    },
    /** A dress in these sizes. @returns its id and the variant of each size */
    async sellSizes(name: string, sizes: string[]) {
      const id = await sell(db, { name })
      const at = new Date()
      await db.updateTable('variant').set({ deleted_at: at }).where('product_id', '=', id).execute()
      const rows = sizes.map((size, place) => ({
        ...{ id: randomIds.uuid(), product_id: id, size, place, sku: null, barcode: null, created_at: at },
      }))
      if (rows.length > 0) await db.insertInto('variant').values(rows).execute()
      return { id, variants: rows.map(row => row.id) }
    },
    /** Buys pieces as one browser. @returns the answer, with the browser's cookie */
    async buy(lines: { _id: string; variantId?: string; quantity?: number }[], cookie?: Record<string, string>) {
      const answer = await shop.checkout(lines, {}, undefined, cookie)
      return { ...answer, session: answer.body.id as string, cookie: cookie ?? cookieOf(answer) }
    },
    orderOf: (session: string) =>
      db.selectFrom('order').selectAll().where('payment_session', '=', session).executeTakeFirstOrThrow(),
    linesOf: (order: string) =>
      db.selectFrom('order_line').selectAll().where('order_id', '=', order).orderBy('position').execute(),
    async movementsOf(variantId: string) {
      const rows = await db
        .selectFrom('stock_movement')
        .select(['kind', 'on_hand', 'held'])
        .where('variant_id', '=', variantId)
        .orderBy('id')
        .execute()
      return rows.map(({ kind, on_hand, held }) => `${kind} ${on_hand} ${held}`)
    },
    /** Begins work that has looked at the stock of these variants before anybody may change it. */
    async lookingTogether<T>(variants: string[], begin: () => Promise<T>[]): Promise<T[]> {
      const work = await db.transaction().execute(async tx => {
        await lockForLines(tx, variants)
        const begun = begin()
        await untilBlocked(tx, 5)
        return { begun }
      })
      return await Promise.all(work.begun)
    },
    countBroken: () => countBroken(db, shop.origin),
    async deadlocks() {
      const { rows } = await sql<{ n: number }>`
        select deadlocks as n from pg_stat_database where datname = current_database()`.execute(db)
      return rows[0]?.n
    },
  }
}
