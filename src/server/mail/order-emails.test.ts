import { type Insertable, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAddress, createOrder, createProduct } from '../../../tests/support/builders.ts'
import type { Tables } from '../db/tables.ts'
import { minutes } from '../payments/payments.fixture.ts'
import { openTestMail } from './mail.fixture.ts'
import { DeliveryError, deleteOldMail, sendDue } from './outbox.ts'
import { queueOrderRefunded, queueOrderShipped, queuePartRefunded } from './queue.ts'
import { openSmtpServer, readable } from './transports/smtp.fixture.ts'
import { smtpMailer } from './transports/smtp.ts'

let mail: Awaited<ReturnType<typeof openTestMail>>
beforeAll(async () => {
  mail = await openTestMail()
})
beforeEach(async () => {
  await sql`truncate mail, "order" cascade`.execute(mail.db)
  mail.emails.length = 0
})
afterAll(() => mail.close())

const keyIn = (email: { text: string } | undefined) => /#([\w-]{43})\n/.exec(email?.text ?? '')?.[1]

type Change = NonNullable<Parameters<typeof createOrder>[2]>

async function paidOrder(more: Change = {}) {
  const dress = await createProduct(mail.db, { name: 'Silk <b>dress</b>\r\n& more', price_cents: 12_050 })
  return await createOrder(mail.db, [dress, dress], { contact_email: 'ada@example.com', ...more })
}
const change = (id: string, fields: Change) => mail.db.updateTable('order').set(fields).where('id', '=', id).execute()
async function ship(id: string) {
  await change(id, { status: 'shipped' })
  await mail.db.transaction().execute(tx => queueOrderShipped(tx, id, mail.source))
}
async function refund(id: string) {
  await change(id, { payment_state: 'refunded' })
  await mail.db.transaction().execute(tx => queueOrderRefunded(tx, id, mail.source))
}
/** How many sessions wait for a row that another transaction has locked. */
async function waitingForRow() {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event = 'transactionid'`.execute(mail.db)
  return rows.length
}
const unsent = { sent_at: null, due_at: null, next_try_at: null }

describe('an e-mail about shipping', () => {
  test('says of an order to be fetched that it is ready, and where', async () => {
    const { id, number } = await paidOrder()
    await mail.db.updateTable('order').set({ is_pickup: true }).where('id', '=', id).execute()
    await createAddress(mail.db, id, { name: 'Ada Lovelace' })
    await ship(id)
    mail.clock.move(minutes(10))
    await sendDue(mail.context)
    const [email] = mail.emails
    expect(email?.subject).toBe(`Ready: your order #${number}`)
    expect(email?.text).toContain('Your order is ready to be fetched.')
    expect(email?.text).toContain('Fetch it at\nVitrine\n12 Arcade Row\nLondon W1')
    expect(email?.text).not.toContain('It goes to')
  })

  test('goes out ten minutes later with the products, the address and a link to the order', async () => {
    const { id, order_id, number } = await paidOrder({ email: 'account@example.com' })
    await createAddress(mail.db, id, { name: 'Ada <i>Lovelace</i>\r\nBcc: eve@example.com', phone: null })
    await ship(id)
    mail.clock.move(minutes(10) - 1)
    expect(await sendDue(mail.context)).toBe(0)
    mail.clock.move(1)
    expect(await sendDue(mail.context)).toBe(1)
    const [email] = mail.emails
    expect(email).toMatchObject({ to: 'ada@example.com', subject: `Shipped: your order #${number}` })
    expect(email?.text).toBe(`Your order has been shipped.

1 × Silk <b>dress</b> & more
1 × Silk <b>dress</b> & more

It goes to
Ada <i>Lovelace</i> Bcc: eve@example.com
12 St James Square
London SW1Y 4JH
United Kingdom

See your order: http://shop.test/orders/${order_id}#${keyIn(email)}

Withdraw from contract here: http://shop.test/withdraw?order=${number}

Order #${number}, ${order_id}

Vitrine
12 Arcade Row
London W1
hello@vitrine.example`)
    expect(email?.html).toContain('1 × Silk &lt;b&gt;dress&lt;/b&gt; &amp; more<')
    expect(email?.html).toContain('Ada &lt;i&gt;Lovelace&lt;/i&gt; Bcc: eve@example.com<br>12 St James Square')
    expect(email?.html).toContain(`href="http://shop.test/orders/${order_id}#${keyIn(email)}"`)
    expect(email?.html).not.toContain('<b>')
  })

  test('is sent once, however often it is queued and however many workers send', async () => {
    const { id } = await paidOrder()
    await Promise.all(Array.from({ length: 5 }, () => ship(id)))
    mail.clock.move(minutes(10))
    const counts = await Promise.all(Array.from({ length: 4 }, () => sendDue(mail.context)))
    expect(counts.toSorted()).toEqual([0, 0, 0, 1])
    await ship(id)
    mail.clock.move(minutes(60))
    expect(await sendDue(mail.context)).toBe(0)
    expect(await mail.rows()).toMatchObject([{ kind: 'order-shipped', attempts: 1, due_at: null }])
  })

  test.each<[string, Change]>([
    ['set back', { status: 'processing' }],
    ['refunded', { payment_state: 'refunded' }],
    ['deleted', { deleted_at: new Date() }],
  ])('is not sent for an order that was %s within ten minutes', async (_, fields) => {
    const { id } = await paidOrder()
    await ship(id)
    await change(id, fields)
    mail.clock.move(minutes(10))
    expect(await sendDue(mail.context)).toBe(0)
    expect(await mail.rows()).toMatchObject([unsent])
  })

  test('is sent for an order that is completed by then', async () => {
    const { id } = await paidOrder()
    await ship(id)
    await change(id, { status: 'completed' })
    mail.clock.move(minutes(10))
    expect(await sendDue(mail.context)).toBe(1)
  })

  test('that was not sent is queued again when the order is shipped after all', async () => {
    const { id } = await paidOrder()
    await ship(id)
    await change(id, { status: 'pending' })
    mail.clock.move(minutes(10))
    await sendDue(mail.context)
    mail.clock.move(minutes(60 * 24 * 5))
    await ship(id)
    expect(await sendDue(mail.context)).toBe(0)
    mail.clock.move(minutes(10))
    const isAway = { send: () => Promise.reject(new Error('no route to host')) }
    await expect(sendDue({ ...mail.context, mailer: isAway })).rejects.toThrow(DeliveryError) // not given up: it was queued anew
    mail.clock.move(minutes(1))
    expect(await sendDue(mail.context)).toBe(1)
    expect(await mail.rows()).toHaveLength(1)
  })

  test('waits ten minutes again when the status was set back and forth', async () => {
    const { id } = await paidOrder()
    await ship(id)
    mail.clock.move(minutes(9))
    await change(id, { status: 'pending' })
    await ship(id)
    mail.clock.move(minutes(9))
    expect(await sendDue(mail.context)).toBe(0)
    mail.clock.move(minutes(1))
    expect(await sendDue(mail.context)).toBe(1)
  })

  test('is not lost when the order is shipped again while a worker drops the e-mail', async () => {
    const { id } = await paidOrder()
    await ship(id)
    await change(id, { status: 'pending' })
    mail.clock.move(minutes(10))
    const [orders, email] = [await mail.db.startTransaction().execute(), await mail.db.startTransaction().execute()]
    await sql`lock table "order" in access exclusive mode`.execute(orders)
    const sending = sendDue(mail.context)
    await expect.poll(async () => (await mail.rows())[0]?.attempts).toBe(1)
    await email.selectFrom('mail').select('id').forUpdate().execute()
    await orders.commit().execute()
    await expect.poll(waitingForRow).toBe(1) // the worker has read that the order is pending
    await email.updateTable('order').set({ status: 'shipped' }).where('id', '=', id).execute()
    await queueOrderShipped(email, id, mail.source)
    await email.commit().execute()
    expect(await sending).toBe(0)
    mail.clock.move(minutes(10))
    expect(await sendDue(mail.context)).toBe(1)
  })
})

describe('an e-mail about a refund', () => {
  test('goes out at once with the sum, and says that the bank may take days', async () => {
    const { id, order_id, number } = await paidOrder({ email: 'account@example.com', contact_email: null })
    await refund(id)
    expect(await sendDue(mail.context)).toBe(1)
    const [email] = mail.emails
    expect(email).toMatchObject({ to: 'account@example.com', subject: `Refunded: your order #${number}` })
    expect(email?.text).toBe(`This order was refunded.

$241.00 goes back to you, the way you paid.

How soon you see it is up to your bank: usually it takes no more than ten working days.

See your order: http://shop.test/orders/${order_id}#${keyIn(email)}

Order #${number}, ${order_id}

Vitrine
12 Arcade Row
London W1
hello@vitrine.example`)
    expect(email?.html).toContain(`href="http://shop.test/orders/${order_id}#${keyIn(email)}"`)
  })

  test('names no sum when the payment differed from the amount of the order', async () => {
    const { id } = await paidOrder()
    const inReview = { order_id: id, kind: 'payment', value: 'review', actor: 'webhook', at: new Date() } as const
    await mail.db.insertInto('order_event').values(inReview).execute()
    await refund(id)
    await sendDue(mail.context)
    expect(mail.emails[0]?.text).toContain('All that you paid goes back to you, the way you paid.')
    expect(mail.emails[0]?.text).not.toContain('$')
  })

  test('says where the credit note is, when the order has an invoice', async () => {
    const { id } = await paidOrder({ payment_state: 'awaiting' })
    await change(id, { payment_state: 'paid' })
    await refund(id)
    await sendDue(mail.context)
    expect(mail.emails[0]?.text).toContain('The credit note is on the page of your order, to print or as a PDF.')
  })

  test('is sent once, however often it is queued, and after the one about shipping', async () => {
    const { id } = await paidOrder()
    await ship(id)
    mail.clock.move(minutes(10))
    await sendDue(mail.context)
    await Promise.all(Array.from({ length: 5 }, () => refund(id)))
    const counts = await Promise.all(Array.from({ length: 4 }, () => sendDue(mail.context)))
    expect(counts.toSorted()).toEqual([0, 0, 0, 1])
    await refund(id)
    expect(await sendDue(mail.context)).toBe(0)
    expect(mail.emails.map(({ subject }) => subject.split(':')[0])).toEqual(['Shipped', 'Refunded'])
  })

  test('is sent later when the mail server refuses it at first', async () => {
    const server = await openSmtpServer()
    const context = { ...mail.context, mailer: smtpMailer(server.url, 'hello@shop.test') }
    await refund((await paidOrder()).id)
    server.state.behaviour = 'refuses'
    await expect(sendDue(context)).rejects.toThrow(DeliveryError)
    expect(await sendDue(context)).toBe(0)
    server.state.behaviour = 'accepts'
    mail.clock.move(minutes(1))
    expect(await sendDue(context)).toBe(1)
    expect(server.emails.map(({ to }) => to)).toEqual([['ada@example.com']])
    expect(readable(server.emails[0]?.raw ?? '')).toContain('$241.00 goes back')
    await server.close()
  })
})

describe('an e-mail about a refund of a part', () => {
  const lines = JSON.stringify([{ position: 1, quantity: 1, cents: 12_050 }])
  /** Refunds a part of an order, and queues its e-mail as often as its confirmations arrive. */
  async function refundPart(order_id: string, more: Partial<Insertable<Tables['refund']>> = {}) {
    const id = mail.source.ids.uuid()
    const at = mail.clock.now()
    const values = {
      id,
      order_id,
      cents: 12_600,
      state: 'done',
      provider_id: null,
      reason: null,
      is_rest: false,
    } as const
    await mail.db
      .insertInto('refund')
      .values({ ...values, actor: 'olga@shop.test', actor_id: null, at, updated_at: at, check_at: at, ...more })
      .execute()
    for (let n = 0; n < 3; n++) await mail.db.transaction().execute(tx => queuePartRefunded(tx, id, mail.source))
    return id
  }

  test('says once what came back, and what remains', async () => {
    const { id, order_id, number } = await paidOrder({ delivery_cents: 500 })
    await refundPart(id, { lines, delivery: true, note: 'A seam was open' })
    expect(await sendDue(mail.context)).toBe(1)
    expect(await sendDue(mail.context)).toBe(0)
    const [email] = mail.emails
    expect(email).toMatchObject({ to: 'ada@example.com', subject: `Refunded: $126.00 of your order #${number}` })
    expect(email?.text).toBe(`A part of your order was refunded.

$126.00 goes back to you, the way you paid.

1 × Silk <b>dress</b> & more: $120.50
Delivery: $5.00
Further amount: $0.50
Refunded: $126.00

Of the $241.00 of this order $126.00 has gone back in all; $115.00 remains paid.

How soon you see it is up to your bank: usually it takes no more than ten working days.

See your order: http://shop.test/orders/${order_id}#${keyIn(email)}

Order #${number}, ${order_id}

Vitrine
12 Arcade Row
London W1
hello@vitrine.example`)
    expect(email?.html).not.toContain('seam')
  })

  test('is one for each, and the last one says that all has gone back', async () => {
    const { id } = await paidOrder()
    await refundPart(id, { cents: 100 })
    await refundPart(id, { cents: 24_000 })
    await change(id, { payment_state: 'refunded' })
    expect(await sendDue(mail.context)).toBe(2)
    for (const { text } of mail.emails) expect(text).toContain('all that you paid for this order has gone back')
  })

  test('is not sent about a refund that has failed meanwhile', async () => {
    const { id } = await paidOrder()
    const refundId = await refundPart(id)
    await mail.db.updateTable('refund').set({ state: 'failed' }).where('id', '=', refundId).execute()
    expect(await sendDue(mail.context)).toBe(0)
  })
})

test('a queued e-mail is not deleted, one sent a month ago is', async () => {
  await ship((await paidOrder()).id)
  mail.clock.move(minutes(60 * 24 * 31))
  await deleteOldMail(mail.context)
  expect(await sendDue(mail.context)).toBe(1)
  await deleteOldMail(mail.context)
  expect(await mail.rows()).toEqual([])
})

test('no e-mail is sent to a buyer whose addresses were erased', async () => {
  const [one, other] = [await paidOrder(), await paidOrder()]
  await ship(one.id)
  await refund(other.id)
  for (const { id } of [one, other]) await change(id, { email: null, contact_email: null })
  mail.clock.move(minutes(10))
  expect(await sendDue(mail.context)).toBe(0)
  expect(await mail.rows()).toMatchObject([unsent, unsent])
})

// Two releases on one database

test('the previous release takes none of the e-mails that it cannot write', async () => {
  const { id } = await paidOrder()
  await ship(id)
  await refund(id)
  const dueForIt = mail.db.selectFrom('mail').select('id').where('next_try_at', '<=', new Date('2100-01-01'))
  expect(await dueForIt.execute()).toEqual([])
})

test('an e-mail of a newer release is left to that release', async () => {
  const { id } = await paidOrder()
  await sql`alter table mail drop constraint mail_kind_check, drop constraint mail_order_check`.execute(mail.db)
  const at = mail.clock.now()
  await sql`insert into mail (id, kind, order_id, created_at, next_try_at, due_at)
    values (gen_random_uuid(), 'order-returned', ${id}, ${at}, ${at}, ${at})`.execute(mail.db)
  await refund(id)
  expect(await sendDue(mail.context)).toBe(1)
  const left = (await mail.rows()).filter(({ sent_at }) => sent_at === null)
  expect(left).toMatchObject([{ kind: 'order-returned', attempts: 0, next_try_at: at, due_at: at }])
})
