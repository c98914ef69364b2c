import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { defaultSettings } from '#domain/settings/defaults.ts'
import { createAddress, createOrder, createProduct, createUser } from '../../../tests/support/builders.ts'
import { signIn } from '../../../tests/support/sign-in.ts'
import { addOrderKey } from '../orders/key-queries.ts'
import { openCheckout } from '../orders/orders.fixture.ts'
import { recoverPayments } from '../payments/recover.ts'
import { eraseOrders } from '../privacy/erase-related-rows.ts'
import { issueInvoices } from './issue-invoices.ts'
import { openGap } from './queries.ts'

const shop = await openCheckout()
const { app, db, clock, context, ids } = shop
afterAll(() => shop.close())
const year = clock.now().getUTCFullYear()
beforeEach(async () => {
  await sql`truncate "order", invoice_gap cascade`.execute(db)
})

const dress = await createProduct(db, { name: 'Silk dress', price_cents: 12_000 })
type Change = Parameters<typeof createOrder>[2]

/** An order that is being paid at this moment. */
async function payOrder(more: Change = {}) {
  const order = await createOrder(db, [dress], { payment_state: 'awaiting', contact_email: 'ada@example.com', ...more })
  await db
    .updateTable('order')
    .set({ payment_state: 'paid', updated_at: clock.now() })
    .where('id', '=', order.id)
    .execute()
  return order
}
async function refund(order_id: string, cents: number, more: object = {}) {
  const [id, at] = [ids.uuid(), clock.now()]
  const values = { id, order_id, cents, state: 'done', provider_id: null, reason: null, actor: 'provider' } as const
  await db
    .insertInto('refund')
    .values({ ...values, actor_id: null, at, updated_at: at, check_at: at, is_rest: false, ...more })
    .execute()
  return id
}
const issued = () => db.selectFrom('invoice').selectAll().orderBy('year').orderBy('number').execute()
const dueCount = async () => (await db.selectFrom('invoice_due').select('id').execute()).length
const numbers = async () => (await issued()).map(({ number }) => number)
const upTo = (n: number) => Array.from({ length: n }, (_, index) => index + 1)
const parts = {
  ...{ goods_cents: 12_000, discount_cents: 2_000, delivery_cents: 500, amount_cents: 10_500, tax_cents: 1_750 },
  ...{ tax_bp: 2_000, tax_label: 'VAT', discount_code: 'AUTUMN', delivery_method: 'Standard' },
}

describe('an invoice', () => {
  test('is given to an order that was paid, and to none before', async () => {
    const order = await createOrder(db, [dress], { payment_state: 'awaiting' })
    await createOrder(db, [dress]) // paid before the shop had invoices
    expect(await issueInvoices(context)).toBe(0)
    const set = (payment_state: 'review' | 'paid') =>
      db.updateTable('order').set({ payment_state }).where('id', '=', order.id).execute()
    await set('review')
    expect(await issueInvoices(context)).toBe(0)
    await set('paid')
    expect(await issueInvoices(context)).toBe(1)
    await set('review')
    await set('paid')
    await issueInvoices(context)
    expect(await issued()).toMatchObject([{ order_id: order.id, year, number: 1, amount_cents: 12_000, tax_cents: 0 }])
  })

  test('prints the seller, the buyer, the parts and the tax, as they were', async () => {
    const order = await payOrder(parts)
    await db
      .updateTable('order_line')
      .set({ discount_cents: 2_000, sku: 'SD-1', color: 'red', size: 'alpha-M' })
      .execute()
    await createAddress(db, order.id)
    const contact = { ...defaultSettings.contact, legal: 'VAT GB 123\n\nCompany 7' }
    const stored = { section: 'contact', value: JSON.stringify(contact), changed_at: clock.now() } as const
    await db.insertInto('shop_setting').values(stored).execute()
    await issueInvoices(context)
    await db.deleteFrom('shop_setting').where('section', '=', 'contact').execute()
    await db.updateTable('order').set({ tax_label: 'GST' }).execute()
    const [invoice] = await issued()
    expect(invoice?.snapshot).toEqual({
      number: `${year}-00001`,
      kind: 'invoice',
      corrects: null,
      issuedAt: clock.now().toISOString(),
      order: { orderId: order.order_id, number: order.number, placedAt: order.created_at.toISOString() },
      seller: {
        ...{ name: 'Vitrine', address: ['12 Arcade Row', 'London W1'], email: 'hello@vitrine.example' },
        legal: ['VAT GB 123', 'Company 7'],
      },
      buyer: {
        lines: ['Ada Lovelace', '12 St James Square', 'London SW1Y 4JH', 'United Kingdom'],
        email: 'ada@example.com',
      },
      lines: [
        { name: 'Silk dress, Red, M', sku: 'SD-1', quantity: 1, unitPrice: 120, discount: 20, net: 83.33, total: 100 },
        { name: 'Delivery, Standard', sku: null, quantity: null, unitPrice: null, discount: 0, net: 4.17, total: 5 },
      ],
      ...{ discountCode: 'AUTUMN', taxRate: 20, taxLabel: 'VAT', net: 87.5, tax: 17.5, total: 105, currency: 'usd' },
    })
  })

  test('has the year of its own date, and each year begins at 1', async () => {
    const newYear = new Date(Date.UTC(year + 1, 0, 1))
    const at = (ms: number) => ({ ...context, clock: { now: () => new Date(+newYear + ms) } })
    await payOrder()
    await issueInvoices(at(-1))
    await payOrder()
    await issueInvoices(at(0))
    expect((await issued()).map(row => [row.year, row.number])).toEqual([
      [year, 1],
      [year + 1, 1],
    ])
  })

  test('that cannot be issued holds up no other, and is tried again', async () => {
    const bad = await payOrder()
    await payOrder()
    await sql`alter table invoice add constraint planted check (order_id <> ${sql.lit(bad.id)})`.execute(db)
    await expect(issueInvoices(context)).rejects.toThrow('planted')
    expect(await numbers()).toEqual([1])
    await sql`alter table invoice drop constraint planted`.execute(db)
    expect(await issueInvoices(context)).toBe(1)
    expect(await numbers()).toEqual([1, 2])
  })
})

describe('numbers', () => {
  test('of 200 payments at once are 1 to 200, by two processes at once', async () => {
    let isOver = false
    const process = async () => {
      for (; !isOver; await setTimeout(20)) await issueInvoices(context)
    }
    const processes = [process(), process()]
    await Promise.all(Array.from({ length: 200 }, () => payOrder()))
    await expect.poll(dueCount, { timeout: 60_000, interval: 200 }).toBe(0)
    isOver = true
    await Promise.all(processes)
    expect(await numbers()).toEqual(upTo(200))
  })

  test('have no gap when a process ends between giving and committing one', async () => {
    for (let n = 0; n < 3; n++) await payOrder()
    await sql`
      create function planted_kill() returns trigger language plpgsql as $$
      begin raise exception 'killed'; end $$`.execute(db)
    await sql`create trigger planted_kill after delete on invoice_due for each row execute function planted_kill()`.execute(
      db,
    )
    await expect(issueInvoices(context)).rejects.toThrow('killed')
    await sql`drop function planted_kill cascade`.execute(db)
    expect(await numbers()).toEqual([])
    expect(await issueInvoices(context)).toBe(3)
    expect(await numbers()).toEqual([1, 2, 3])
  })

  test('that were given after a backup are never given again', async () => {
    await payOrder()
    await issueInvoices(context)
    // After the backup 2, 3 and 4 were given, to orders that only the provider knows now.
    await db.transaction().execute(openGap)
    const lost = [await shop.orderSomething(), await shop.orderSomething(), await shop.orderSomething()]
    for (const { sessionId } of lost) await shop.pay(sessionId)
    await payOrder() // in the backup, not invoiced yet
    expect(await issueInvoices(context)).toBe(0)
    const recovered = await recoverPayments(context, new Date(0))
    expect(recovered.lastInvoice).toBe(`${year}-00105`) // 1 before, 4 that are due, 100 for what nobody knows
    expect(await issueInvoices(context)).toBe(4)
    expect(await numbers()).toEqual([1, 106, 107, 108, 109])
    expect(await db.selectFrom('invoice_gap').select(['year', 'first', 'last']).execute()).toEqual([
      { year, first: 2, last: 105 },
    ])
    expect((await recoverPayments(context, new Date(0))).lastInvoice).toBeUndefined()
  })
})

describe('a credit note', () => {
  test('is given for each refund that is done, after the invoice, and all have its tax', async () => {
    const order = await payOrder(parts)
    await createAddress(db, order.id)
    const lines = JSON.stringify([{ position: 0, quantity: 1, cents: 3_333 }])
    await refund(order.id, 3_333, { lines })
    await refund(order.id, 500, { delivery: true })
    const asked = await refund(order.id, 6_667, { state: 'asked' })
    expect(await issueInvoices(context)).toBe(3)
    await db.updateTable('refund').set({ state: 'done' }).where('id', '=', asked).execute()
    expect(await issueInvoices(context)).toBe(1)
    const [invoice, ...notes] = await issued()
    expect(notes.map(({ kind, number, amount_cents }) => [kind, number, amount_cents])).toEqual([
      ['credit note', 2, 3_333],
      ['credit note', 3, 500],
      ['credit note', 4, 6_667],
    ])
    expect(notes.reduce((sum, { tax_cents }) => sum + tax_cents, 0)).toBe(invoice?.tax_cents)
    expect(notes[0]?.snapshot).toMatchObject({
      corrects: `${year}-00001`,
      buyer: invoice?.snapshot.buyer,
      lines: [{ name: 'Silk dress', quantity: 1, total: 33.33 }],
      total: 33.33,
    })
  })

  test('of a refund that failed afterwards stands for the next refund', async () => {
    const order = await payOrder()
    const first = await refund(order.id, 3_000)
    await issueInvoices(context)
    await db.updateTable('refund').set({ state: 'failed' }).where('id', '=', first).execute()
    await refund(order.id, 3_000)
    await issueInvoices(context)
    expect(await numbers()).toEqual([1, 2])
    await refund(order.id, 1_000)
    await issueInvoices(context)
    expect((await issued()).map(({ amount_cents }) => amount_cents)).toEqual([12_000, 3_000, 1_000])
  })

  test('is not given for an order without an invoice', async () => {
    const old = await createOrder(db, [dress])
    await refund(old.id, 100)
    await issueInvoices(context)
    expect(await issued()).toEqual([])
    expect(await db.selectFrom('invoice_due').selectAll().execute()).toEqual([])
  })
})

test('a credit note waits for its invoice that could not be issued', async () => {
  const order = await createOrder(db, [await createProduct(db)], { payment_state: 'awaiting' })
  const pay = (payment_state: 'paid' | 'refunded') =>
    db.updateTable('order').set({ payment_state, updated_at: clock.now() }).where('id', '=', order.id).execute()
  await pay('paid')
  const at = clock.now()
  const refund = {
    order_id: order.id,
    cents: order.amount_cents,
    state: 'done',
    provider_id: null,
    reason: null,
  } as const
  const times = { at, updated_at: at, check_at: at }
  await db
    .insertInto('refund')
    .values({ ...refund, ...times, id: randomUUID(), actor: 'provider', actor_id: null, is_rest: true })
    .execute()
  await pay('refunded')
  await sql`create function fails() returns trigger language plpgsql as $$ begin raise exception 'a passing fault'; end $$`.execute(
    db,
  )
  await sql`create trigger fails before insert on invoice for each row execute function fails()`.execute(db)
  await expect(issueInvoices(context)).rejects.toThrow('a passing fault')
  await sql`drop trigger fails on invoice`.execute(db)
  await issueInvoices(context)
  const issued = await db
    .selectFrom('invoice')
    .select('kind')
    .where('order_id', '=', order.id)
    .orderBy('number')
    .execute()
  expect(issued.map(({ kind }) => kind)).toEqual(['invoice', 'credit note'])
})

describe('the invoices of an order', () => {
  const get = (url: string, headers: Record<string, string> = {}) =>
    app.inject({ url: `/api/orders/order/${url}`, headers })

  async function invoiced() {
    const ada = await createUser(db)
    const order = await payOrder({ user_id: ada.id, email: ada.email, contact_email: ada.email })
    await issueInvoices(context)
    return { ada, order, list: `${order.order_id}/invoices`, file: `${order.order_id}/invoices/${year}-00001.pdf` }
  }

  test('are shown to the buyer, to anybody with a key, to staff and to admins, as data and as a file', async () => {
    const { ada, order, list, file } = await invoiced()
    const staff = await createUser(db, { role: 'staff' })
    const olga = await createUser(db, { role: 'admin' })
    const key = await addOrderKey(db, order.id, clock.now())
    const viewers: Record<string, string>[] = [{ 'order-key': key }]
    for (const user of [ada, staff, olga]) viewers.push(await signIn(db, user))
    for (const headers of viewers) {
      expect((await get(list, headers)).json().data).toMatchObject([{ number: `${year}-00001`, total: 120 }])
      const answer = await get(file, headers)
      expect(answer.headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="${year}-00001.pdf"`,
        'cache-control': 'no-store',
      })
      expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
      expect((await get(order.order_id, headers)).json().data.invoices).toEqual([
        { number: `${year}-00001`, kind: 'invoice' },
      ])
    }
    expect((await get(`${order.id}/invoices`, viewers[1])).statusCode).toBe(200)
  })

  test('are 404 for everybody else, the same as those of no order', async () => {
    const { ada, order, list, file } = await invoiced()
    const bea = await signIn(db, await createUser(db))
    const other = await payOrder()
    const othersKey = await addOrderKey(db, other.id, clock.now())
    const strangers: Record<string, string>[] = [
      {},
      bea,
      { 'order-key': othersKey },
      { 'order-key': randomBytes(32).toString('base64url') },
    ]
    for (const headers of strangers)
      for (const url of [list, file, `${'0'.repeat(32)}/invoices`])
        expect((await get(url, headers)).statusCode, `${url} ${JSON.stringify(headers)}`).toBe(404)
    expect((await get(order.order_id)).json().data.invoices).toBeUndefined()
    const asAda = await signIn(db, ada)
    await db.updateTable('order').set({ deleted_at: clock.now() }).where('id', '=', order.id).execute()
    expect((await get(list, asAda)).statusCode).toBe(404)
  })

  test.each(['2026-00099', 'x', '%00', '..%2f..', '2026-00001.pdf', 'a'.repeat(300), '%F0%9F%91%97'])(
    'with the number %s do not exist',
    async number => {
      const { ada, order } = await invoiced()
      const answer = await get(`${order.order_id}/invoices/${number}.pdf`, await signIn(db, ada))
      expect([400, 404]).toContain(answer.statusCode)
    },
  )

  test('lose the buyer when the buyer is erased, and keep their sums', async () => {
    const { order } = await invoiced()
    await createAddress(db, order.id)
    await refund(order.id, 100)
    await issueInvoices(context)
    await db.transaction().execute(tx => eraseOrders(tx, [order.id], []))
    for (const { snapshot } of await issued()) expect(snapshot.buyer).toEqual({ lines: [], email: null })
    expect((await issued()).map(({ amount_cents }) => amount_cents)).toEqual([12_000, 100])
  })
})
