import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeOrder } from '../../checkout/place-order.ts'
import { defaultCheckoutBounds } from '../../http/limits/checkout-bounds.ts'
import { settle } from '../../payments/settle.ts'
import { aBuyer, openCheckout, sell } from '../orders.fixture.ts'
import { savePaymentSession } from '../queries.ts'

let shop: Awaited<ReturnType<typeof openCheckout>>
beforeAll(async () => {
  shop = await openCheckout()
})
afterAll(() => shop.close())

test('an order is found by an index, however many more orders await payment than the statistics say', async () => {
  const fill = (state: string, many: number) =>
    sql`
    insert into "order" (id, order_id, payment_state, amount_cents, visitor, idempotency_key, address, check_at, created_at, updated_at)
    select gen_random_uuid(), gen_random_uuid(), ${state}, 100, gen_random_uuid(), gen_random_uuid(),
      uuid_send(gen_random_uuid()), now(), now(), now()
    from generate_series(1, ${many}::integer)`.execute(shop.db)
  const productId = await sell(shop.db, { price: 50 })
  await fill('paid', 2_000)
  await sql`analyze "order"`.execute(shop.db)
  await fill('awaiting', 2_000)

  const at = shop.clock.now()
  const id = shop.context.ids.uuid()
  const order = { orderId: id, amountCents: 5_000, currency: 'usd' }
  await shop.db.transaction().execute(async tx => {
    const lines = [{ line: 0, productId, quantity: 1 }]
    const expiresAt = new Date(+at + 60_000)
    const buyer = { ...aBuyer, isNewVisitor: false, idempotencyKey: 'a-key' }
    await placeOrder(
      tx,
      { id, orderId: id, at, expiresAt, buyer, lines, delivery: { taxBp: null } },
      defaultCheckoutBounds,
    )
    await savePaymentSession(tx, id, { id: 'cs_1', url: 'https://pay.test' })
    const paid = { ...order, id: 'cs_1', status: 'complete', paid: true } as const
    expect(await settle({ ...shop.context, db: tx }, paid, { actor: 'confirm' })).toBe(id)
    const { rows } = await sql<{ read: number }>`
      select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = 'order'`.execute(tx)
    expect(rows[0]?.read).toBeLessThan(20)
  })
  expect((await shop.stored(id)).payment_state).toBe('paid')
})
