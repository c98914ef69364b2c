import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAddress, createOrder, createProduct } from '../../../tests/support/builders.ts'
import { minutes } from '../payments/payments.fixture.ts'
import { openTestMail } from './mail.fixture.ts'
import { DeliveryError, forgetOld, sendDue } from './outbox.ts'
import { queueOrderRefunded, queueOrderShipped } from './queue.ts'
import { openSmtpServer, readable } from './transports/smtp.fixture.ts'
import { smtpMailer } from './transports/smtp.ts'

let post: Awaited<ReturnType<typeof openTestMail>>
beforeAll(async () => {
  post = await openTestMail()
})
beforeEach(async () => {
  await sql`truncate mail, "order" cascade`.execute(post.db)
  post.emails.length = 0
})
afterAll(() => post.close())

type Change = NonNullable<Parameters<typeof createOrder>[2]>

async function paidOrder(more: Change = {}) {
  const dress = await createProduct(post.db, { name: 'Silk <b>dress</b>\r\n& more', price_cents: 12_050 })
  return await createOrder(post.db, [dress, dress], { contact_email: 'ada@example.com', ...more })
}
const change = (id: string, fields: Change) => post.db.updateTable('order').set(fields).where('id', '=', id).execute()
async function ship(id: string) {
  await change(id, { status: 'shipped' })
  await post.db.transaction().execute(tx => queueOrderShipped(tx, id, post.source))
}
async function refund(id: string) {
  await change(id, { payment_state: 'refunded' })
  await post.db.transaction().execute(tx => queueOrderRefunded(tx, id, post.source))
}
/** How many wait for a row that another transaction has. */
async function waitingForRow() {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event = 'transactionid'`.execute(post.db)
  return rows.length
}
const unsent = { sent_at: null, due_at: null, next_try_at: null }

describe('an e-mail about shipping', () => {
  test('tells ten minutes later what was shipped, where it goes and where to look', async () => {
    const { id, order_id } = await paidOrder({ email: 'account@example.com' })
    await createAddress(post.db, id, { name: 'Ada <i>Lovelace</i>\r\nBcc: eve@example.com', phone: null })
    await ship(id)
    post.clock.move(minutes(10) - 1)
    expect(await sendDue(post.office)).toBe(0)
    post.clock.move(1)
    expect(await sendDue(post.office)).toBe(1)
    const [email] = post.emails
    expect(email).toMatchObject({ to: 'ada@example.com', subject: `Shipped: your order ${order_id.slice(0, 8)}` })
    expect(email?.text).toBe(`Your order has been shipped.

Order ${order_id}

1 × Silk <b>dress</b> & more
1 × Silk <b>dress</b> & more

It goes to:
Ada <i>Lovelace</i> Bcc: eve@example.com
12 St James Square
London SW1Y 4JH
United Kingdom

See how it is coming along: http://shop.test/orders/${order_id}

Vitrine
12 Arcade Row
London W1
hello@vitrine.example`)
    expect(email?.html).toContain('1 × Silk &lt;b&gt;dress&lt;/b&gt; &amp; more<br>1 ×')
    expect(email?.html).toContain('Ada &lt;i&gt;Lovelace&lt;/i&gt; Bcc: eve@example.com<br>12 St James Square')
    expect(email?.html).toContain(`<a href="http://shop.test/orders/${order_id}">`)
    expect(email?.html).not.toContain('<b>')
  })

  test('is sent once, however often and by however many it is asked for', async () => {
    const { id } = await paidOrder()
    await Promise.all(Array.from({ length: 5 }, () => ship(id)))
    post.clock.move(minutes(10))
    const counts = await Promise.all(Array.from({ length: 4 }, () => sendDue(post.office)))
    expect(counts.toSorted()).toEqual([0, 0, 0, 1])
    await ship(id)
    post.clock.move(minutes(60))
    expect(await sendDue(post.office)).toBe(0)
    expect(await post.rows()).toMatchObject([{ kind: 'order-shipped', attempts: 1, due_at: null }])
  })

  test.each<[string, Change]>([
    ['set back', { status: 'processing' }],
    ['refunded', { payment_state: 'refunded' }],
    ['deleted', { deleted_at: new Date() }],
  ])('is not sent about an order that was %s within ten minutes', async (_, fields) => {
    const { id } = await paidOrder()
    await ship(id)
    await change(id, fields)
    post.clock.move(minutes(10))
    expect(await sendDue(post.office)).toBe(0)
    expect(await post.rows()).toMatchObject([unsent])
  })

  test('is still sent about one that is completed by then', async () => {
    const { id } = await paidOrder()
    await ship(id)
    await change(id, { status: 'completed' })
    post.clock.move(minutes(10))
    expect(await sendDue(post.office)).toBe(1)
  })

  test('that was left unsent gets another turn when the order is shipped after all', async () => {
    const { id } = await paidOrder()
    await ship(id)
    await change(id, { status: 'pending' })
    post.clock.move(minutes(10))
    await sendDue(post.office)
    post.clock.move(minutes(60 * 24 * 5))
    await ship(id)
    expect(await sendDue(post.office)).toBe(0)
    post.clock.move(minutes(10))
    const isAway = { send: () => Promise.reject(new Error('no route to host')) }
    await expect(sendDue({ ...post.office, mailer: isAway })).rejects.toThrow(DeliveryError) // not given up: it is new
    post.clock.move(minutes(1))
    expect(await sendDue(post.office)).toBe(1)
    expect(await post.rows()).toHaveLength(1)
  })

  test('waits ten minutes again when the status was set back and forth', async () => {
    const { id } = await paidOrder()
    await ship(id)
    post.clock.move(minutes(9))
    await change(id, { status: 'pending' })
    await ship(id)
    post.clock.move(minutes(9))
    expect(await sendDue(post.office)).toBe(0)
    post.clock.move(minutes(1))
    expect(await sendDue(post.office)).toBe(1)
  })

  test('is not lost when the order is shipped again while the e-mail is being left unsent', async () => {
    const { id } = await paidOrder()
    await ship(id)
    await change(id, { status: 'pending' })
    post.clock.move(minutes(10))
    const [orders, email] = [await post.db.startTransaction().execute(), await post.db.startTransaction().execute()]
    await sql`lock table "order" in access exclusive mode`.execute(orders)
    const sending = sendDue(post.office)
    await expect.poll(async () => (await post.rows())[0]?.attempts).toBe(1)
    await email.selectFrom('mail').select('id').forUpdate().execute()
    await orders.commit().execute()
    await expect.poll(waitingForRow).toBe(1) // it has read that the order is pending
    await email.updateTable('order').set({ status: 'shipped' }).where('id', '=', id).execute()
    await queueOrderShipped(email, id, post.source)
    await email.commit().execute()
    expect(await sending).toBe(0)
    post.clock.move(minutes(10))
    expect(await sendDue(post.office)).toBe(1)
  })
})

describe('an e-mail about a refund', () => {
  test('tells at once which sum goes back, and that the bank takes its time', async () => {
    const { id, order_id } = await paidOrder({ email: 'account@example.com', contact_email: null })
    await refund(id)
    expect(await sendDue(post.office)).toBe(1)
    const [email] = post.emails
    expect(email).toMatchObject({ to: 'account@example.com', subject: `Refunded: your order ${order_id.slice(0, 8)}` })
    expect(email?.text).toBe(`This order was refunded. $241.00 goes back to you, the way you paid.

Order ${order_id}

How soon you see it is up to your bank: usually it takes no more than ten working days.

See your order: http://shop.test/orders/${order_id}

Vitrine
12 Arcade Row
London W1
hello@vitrine.example`)
    expect(email?.html).toContain(`<a href="http://shop.test/orders/${order_id}">`)
  })

  test('names no sum where another one was paid than the order says', async () => {
    const { id } = await paidOrder()
    const inReview = { order_id: id, kind: 'payment', value: 'review', actor: 'webhook', at: new Date() } as const
    await post.db.insertInto('order_event').values(inReview).execute()
    await refund(id)
    await sendDue(post.office)
    expect(post.emails[0]?.text).toContain('All that you paid goes back to you, the way you paid.')
    expect(post.emails[0]?.text).not.toContain('$')
  })

  test('is sent once, however often it is told, and after the one about shipping', async () => {
    const { id } = await paidOrder()
    await ship(id)
    post.clock.move(minutes(10))
    await sendDue(post.office)
    await Promise.all(Array.from({ length: 5 }, () => refund(id)))
    const counts = await Promise.all(Array.from({ length: 4 }, () => sendDue(post.office)))
    expect(counts.toSorted()).toEqual([0, 0, 0, 1])
    await refund(id)
    expect(await sendDue(post.office)).toBe(0)
    expect(post.emails.map(({ subject }) => subject.split(':')[0])).toEqual(['Shipped', 'Refunded'])
  })

  test('waits for a mail server that is away', async () => {
    const server = await openSmtpServer()
    const office = { ...post.office, mailer: smtpMailer(server.url, 'hello@shop.test') }
    await refund((await paidOrder()).id)
    server.state.mood = 'refuses'
    await expect(sendDue(office)).rejects.toThrow(DeliveryError)
    expect(await sendDue(office)).toBe(0)
    server.state.mood = 'takes'
    post.clock.move(minutes(1))
    expect(await sendDue(office)).toBe(1)
    expect(server.emails.map(({ to }) => to)).toEqual([['ada@example.com']])
    expect(readable(server.emails[0]?.raw ?? '')).toContain('$241.00 goes back')
    await server.close()
  })
})

test('what waits is not forgotten, what was sent a month ago is', async () => {
  await ship((await paidOrder()).id)
  post.clock.move(minutes(60 * 24 * 31))
  await forgetOld(post.office)
  expect(await sendDue(post.office)).toBe(1)
  await forgetOld(post.office)
  expect(await post.rows()).toEqual([])
})

test('a buyer of whom nothing is known any more is not written to', async () => {
  const [one, other] = [await paidOrder(), await paidOrder()]
  await ship(one.id)
  await refund(other.id)
  for (const { id } of [one, other]) await change(id, { email: null, contact_email: null })
  post.clock.move(minutes(10))
  expect(await sendDue(post.office)).toBe(0)
  expect(await post.rows()).toMatchObject([unsent, unsent])
})

// Releases side by side

test('the release before takes none of the e-mails that it cannot write', async () => {
  const { id } = await paidOrder()
  await ship(id)
  await refund(id)
  const asItDid = post.db.selectFrom('mail').select('id').where('next_try_at', '<=', new Date('2100-01-01'))
  expect(await asItDid.execute()).toEqual([])
})

test('an e-mail of the release after is left to it', async () => {
  const { id } = await paidOrder()
  await sql`alter table mail drop constraint mail_kind_check, drop constraint mail_order_check`.execute(post.db)
  const at = post.clock.now()
  await sql`insert into mail (id, kind, order_id, created_at, next_try_at, due_at)
    values (gen_random_uuid(), 'order-returned', ${id}, ${at}, ${at}, ${at})`.execute(post.db)
  await refund(id)
  expect(await sendDue(post.office)).toBe(1)
  const left = (await post.rows()).filter(({ sent_at }) => sent_at === null)
  expect(left).toMatchObject([{ kind: 'order-returned', attempts: 0, next_try_at: at, due_at: at }])
})
