import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createOrder, createProduct, createUser } from '../../../tests/support/builders.ts'
import { minutes } from '../payments/payments.fixture.ts'
import { openTestMail } from './mail.fixture.ts'
import { deleteOldMail, sendDue } from './outbox.ts'
import { startOutbox } from './outbox-job.ts'
import { queueAdminDigest } from './queue-admin-digest.ts'

let mail: Awaited<ReturnType<typeof openTestMail>>
beforeAll(async () => {
  mail = await openTestMail()
})
beforeEach(async () => {
  await sql`truncate mail, "order", contact_message, "user" cascade`.execute(mail.db)
  mail.clock.move(minutes(16))
  await queueAdminDigest(mail)
  await createUser(mail.db, { role: 'admin', email: 'olga@shop.test' })
  mail.emails.length = 0
})
afterAll(() => mail.close())

async function note(order_id: string, kind: 'payment' | 'status', value: string) {
  const event = { order_id, kind, value, actor: 'webhook', at: mail.clock.now() }
  await mail.db.insertInto('order_event').values(event).execute()
}
async function sell(more: Parameters<typeof createOrder>[2] = {}, pieces = 1) {
  const dress = await createProduct(mail.db, { name: 'Silk dress', price_cents: 10_000 })
  const order = await createOrder(mail.db, Array<typeof dress>(pieces).fill(dress), more)
  await note(order.id, 'payment', 'awaiting')
  await note(order.id, 'payment', order.payment_state)
  if (order.payment_state === 'paid') await note(order.id, 'status', 'pending')
  return order
}
async function write(subject = 'A hem') {
  const texts = { name: 'Eve', email: 'eve@example.com', subject, message: 'Buy this: http://evil.test' }
  const row = { ...texts, id: mail.source.ids.uuid(), created_at: mail.clock.now() }
  await mail.db.insertInto('contact_message').values(row).execute()
}
/** Moves the clock on, and runs the job every half minute. */
async function wait(forMs: number) {
  for (let ms = 0; ms < forMs; ms += 30_000) {
    mail.clock.move(30_000)
    await queueAdminDigest(mail)
    await sendDue(mail.context)
  }
}
const subjects = () => mail.emails.map(({ to, subject }) => `${subject} for ${to}`)
const state = () => mail.db.selectFrom('house_news').selectAll().executeTakeFirstOrThrow()

test('an admin gets the new returns and withdrawals, which have a deadline', async () => {
  const { id: order_id } = await sell()
  await wait(minutes(1))
  mail.emails.length = 0
  const asked = (kind: 'return' | 'withdrawal') => ({
    id: crypto.randomUUID(),
    kind,
    order_id,
    asked_at: mail.clock.now(),
  })
  await mail.db
    .insertInto('return')
    .values([asked('return'), asked('withdrawal'), { ...asked('return'), cancelled_at: mail.clock.now() }])
    .execute()
  await wait(minutes(16))
  expect(subjects()).toEqual(['1 new withdrawal, 1 new return for olga@shop.test'])
  expect(mail.emails[0]?.text).toContain('1 withdrawal: the money has to go back within 14 days.')
  expect(mail.emails[0]?.link).toBe('http://shop.test/dashboard/returns')
  await wait(minutes(16))
  expect(subjects()).toHaveLength(1)
})

test('an admin gets the new orders, payments in review and messages, with links to them', async () => {
  const two = await sell({}, 2)
  const odd = await sell({ payment_state: 'review', review_reason: 'Paid $49.50, the order says $100.00.' })
  for (let n = 0; n < 3; n++) await write()
  await wait(minutes(1))
  expect(subjects()).toEqual(['2 new orders, 1 to look at, 3 new messages for olga@shop.test'])
  const [email] = mail.emails
  expect(email?.link).toBe('http://shop.test/dashboard/manage-orders')
  expect(email?.text).toBe(`In review, to be looked at before anything is sent:

$100.00 for 1 × Silk dress: order #${odd.number}. Paid $49.50, the order says $100.00.

Paid:

$200.00 for 1 × Silk dress, 1 × Silk dress: order #${two.number}

Manage Orders: http://shop.test/dashboard/manage-orders

3 messages from visitors: http://shop.test/dashboard/messages

Vitrine
12 Arcade Row
London W1
hello@vitrine.example`)
  for (const link of ['manage-orders', 'messages'])
    expect(email?.html).toContain(`href="http://shop.test/dashboard/${link}"`)
  expect(email?.html).toContain('>$200.00 for 1 × Silk dress, 1 × Silk dress<br>')
  expect(email?.html).toContain(`<a href="http://shop.test/orders/${two.order_id}">order #${two.number}</a>`)
  expect(`${email?.text}${email?.html}`).not.toMatch(/evil|Eve|eve@/)
})

test('for a large order the digest names three products and counts the other pieces', async () => {
  const lace = await createProduct(mail.db, { name: 'Lace <hem>\n& more' })
  const order = await createOrder(mail.db, Array<typeof lace>(6).fill(lace))
  await note(order.id, 'payment', 'paid')
  await wait(minutes(1))
  const [email] = mail.emails
  expect(email?.text).toMatch(/ for (1 × Lace <hem> & more(, )?){3} and 3 more pieces: order /)
  expect(email?.html).toContain('1 × Lace &lt;hem&gt; &amp; more and 3 more pieces<br>')
})

test('a single sale is reported within a minute, and once', async () => {
  await sell()
  await wait(minutes(1))
  expect(subjects()).toEqual(['1 new order for olga@shop.test'])
  await wait(minutes(60))
  expect(mail.emails).toHaveLength(1)
})

test('a single message is reported within a minute, and once', async () => {
  await write()
  await wait(minutes(1))
  expect(subjects()).toEqual(['1 new message for olga@shop.test'])
  expect(mail.emails[0]).toMatchObject({ link: 'http://shop.test/dashboard/messages' })
  await wait(minutes(60))
  expect(mail.emails).toHaveLength(1)
})

test('orders of fifteen minutes share an e-mail, which comes sixteen minutes after the first at the latest', async () => {
  for (let minute = 0; minute < 45; minute++) {
    await sell()
    await wait(minutes(1))
  }
  await wait(minutes(16))
  const counts = mail.emails.map(({ subject }) => Number.parseInt(subject, 10))
  expect(counts).toEqual([1, 15, 15, 14])
  for (const { text } of mail.emails) expect(text).not.toContain('more order')
  const named = mail.emails.flatMap(({ text }) => text.match(/(?<=: order )#\d+/g) ?? [])
  expect(named).toHaveLength(45)
  expect(new Set(named).size).toBe(45)
  const { rows } = await sql<{ minutes: number }>`
    select extract(epoch from max(mail.created_at - order_event.at))::int / 60.0 as minutes
    from mail, jsonb_array_elements_text(news -> 'orders') told (id)
      join order_event on order_id = told.id::uuid and order_event.value = 'paid'`.execute(mail.db)
  expect(Number(rows[0]?.minutes)).toBeGreaterThan(14)
  expect(Number(rows[0]?.minutes)).toBeLessThanOrEqual(16)
})

test('the digest names twenty orders, those in review first, and counts the others', async () => {
  for (let n = 0; n < 24; n++) await sell()
  const odd = await sell({ payment_state: 'review', review_reason: 'The payment came after the order was expired.' })
  await wait(minutes(1))
  expect(subjects()).toEqual(['25 new orders, 1 to look at for olga@shop.test'])
  const text = mail.emails[0]?.text ?? ''
  expect(text.match(/(?<=: order )#\d+/g)).toHaveLength(20)
  expect(text).toContain(
    `$100.00 for 1 × Silk dress: order #${odd.number}. The payment came after the order was expired.`,
  )
  expect(text).toContain('\n\nand 5 more orders\n\n')
})

describe('no e-mail is written', () => {
  test('when nothing happened, or orders only began, expired or changed their status', async () => {
    const { id } = await sell()
    await wait(minutes(20))
    mail.emails.length = 0
    await wait(minutes(20))
    const { last_event } = await state()
    const later = await createOrder(mail.db, [await createProduct(mail.db)], { payment_state: 'expired' })
    await note(later.id, 'payment', 'awaiting')
    await note(later.id, 'payment', 'expired')
    await note(id, 'status', 'shipped')
    await wait(minutes(20))
    expect(mail.emails).toEqual([])
    expect((await state()).last_event).toBe(last_event + 3)
    await sell()
    await wait(minutes(1))
    expect(mail.emails).toHaveLength(1)
  })

  test('about orders that were deleted or refunded meanwhile', async () => {
    await sell({ deleted_at: new Date() })
    const { id } = await sell()
    await note(id, 'payment', 'refunded')
    await mail.db.updateTable('order').set({ payment_state: 'refunded' }).where('id', '=', id).execute()
    await wait(minutes(20))
    expect(mail.emails).toEqual([])
    expect(await mail.rows()).toEqual([])
  })

  test('when all its orders were deleted before it is written', async () => {
    const { id } = await sell()
    mail.clock.move(minutes(1))
    await queueAdminDigest(mail)
    await mail.db.updateTable('order').set({ deleted_at: new Date() }).where('id', '=', id).execute()
    expect(await sendDue(mail.context)).toBe(0)
    expect(await mail.rows()).toMatchObject([{ kind: 'house-news', due_at: null, sent_at: null }])
  })

  test('to somebody who is not an admin, or no longer one', async () => {
    await createUser(mail.db, { email: 'ada@shop.test' })
    await createUser(mail.db, { role: 'admin', email: 'gone@shop.test', deleted_at: new Date() })
    for (const email of ['demoted@shop.test', 'leaving@shop.test']) await createUser(mail.db, { role: 'admin', email })
    await sell()
    mail.clock.move(minutes(1))
    await queueAdminDigest(mail)
    expect((await mail.rows()).map(({ address }) => address).toSorted()).toEqual([
      'demoted@shop.test',
      'leaving@shop.test',
      'olga@shop.test',
    ])
    const change = (email: string, fields: object) =>
      mail.db.updateTable('user').set(fields).where('email', '=', email).execute()
    await change('demoted@shop.test', { role: 'user' })
    await change('leaving@shop.test', { deleted_at: new Date() })
    await sendDue(mail.context)
    expect(subjects()).toEqual(['1 new order for olga@shop.test'])
  })
})

test('a payment that an admin accepts is reported again, as paid', async () => {
  const { id } = await sell({ payment_state: 'review', review_reason: 'Paid $49.50, the order says $100.00.' })
  await wait(minutes(1))
  await mail.db.updateTable('order').set({ payment_state: 'paid', review_reason: null }).where('id', '=', id).execute()
  await note(id, 'payment', 'paid')
  await wait(minutes(16))
  expect(mail.emails.map(({ subject }) => subject)).toEqual(['1 new order, 1 to look at', '1 new order'])
})

test('every admin gets one e-mail, however many processes run the job at once', async () => {
  await createUser(mail.db, { role: 'admin', email: 'Otto@shop.test' })
  const rounds: [string, () => Promise<unknown>][] = [
    ['1 new order', sell],
    ['1 new message', write],
    ['1 new order, 1 new message', () => Promise.all([sell(), write()])],
  ]
  for (const [subject, happen] of rounds) {
    await happen()
    mail.clock.move(minutes(1))
    await Promise.all(Array.from({ length: 8 }, () => queueAdminDigest(mail)))
    await Promise.all(Array.from({ length: 4 }, () => sendDue(mail.context)))
    expect(subjects().toSorted()).toEqual([`${subject} for Otto@shop.test`, `${subject} for olga@shop.test`])
    mail.emails.length = 0
    await wait(minutes(15))
  }
})

test('an order whose payment is committed after the run is reported later', async () => {
  const first = await createOrder(mail.db, [await createProduct(mail.db)])
  const paying = await mail.db.startTransaction().execute()
  const paid = { order_id: first.id, kind: 'payment', value: 'paid', actor: 'webhook' } as const
  await paying
    .insertInto('order_event')
    .values({ ...paid, at: mail.clock.now() })
    .execute()
  await sell()
  await queueAdminDigest(mail)
  expect(await mail.rows()).toEqual([])
  await paying.commit().execute()
  await wait(minutes(1))
  expect(subjects()).toEqual(['2 new orders for olga@shop.test'])
})

test('events from before the first digest are not reported, nor are they a month later', async () => {
  await sell()
  await write()
  mail.clock.move(minutes(1))
  await sql`delete from house_news`.execute(mail.db)
  await sql`insert into house_news (last_event, messages_until, next_at)
    select max(id), ${mail.clock.now()}, ${mail.clock.now()} from order_event`.execute(mail.db)
  await wait(minutes(20))
  expect(mail.emails).toEqual([])
  await sell()
  await wait(minutes(1))
  expect(mail.emails).toHaveLength(1)
  mail.clock.move(minutes(60 * 24 * 31))
  await deleteOldMail(mail.context)
  expect(await mail.rows()).toEqual([])
  await wait(minutes(20))
  expect(mail.emails).toHaveLength(1)
})

test('a run scans no table, and writes nothing when there is nothing to report', async () => {
  await sql`insert into "order" (id, order_id, payment_state, amount_cents, created_at, updated_at)
    select gen_random_uuid(), 'o' || n, 'paid', 100, now(), now() from generate_series(1, 20000) n`.execute(mail.db)
  await sql`insert into order_event (order_id, kind, value, actor, at)
    select id, 'payment', 'paid', 'webhook', ${mail.clock.now()} from "order"`.execute(mail.db)
  await sql`insert into contact_message (id, name, email, subject, message, created_at)
    select gen_random_uuid(), 'Ada', 'ada@shop.test', 'A hem', 'Hello', ${mail.clock.now()} from generate_series(1, 20000)`.execute(
    mail.db,
  )
  await mail.db.deleteFrom('user').execute() // so that the digest has no recipient
  await sql`analyze`.execute(mail.db)
  await wait(minutes(1))
  mail.clock.move(minutes(15))
  const scans = async () => {
    await sql`select pg_stat_force_next_flush()`.execute(mail.db)
    const { rows } = await sql<{ n: number }>`
      select sum(seq_scan)::int as n from pg_stat_user_tables
      where relname in ('order', 'order_event', 'contact_message')`.execute(mail.db)
    return rows[0]?.n
  }
  const version = async () => (await sql`select xmin::text, ctid::text from house_news`.execute(mail.db)).rows
  const before = { scans: await scans(), version: await version() }
  await mail.db.connection().execute(async db => {
    for (let n = 0; n < 10; n++) await queueAdminDigest({ ...mail, db })
    await sql`select pg_stat_force_next_flush()`.execute(db)
  })
  expect({ scans: await scans(), version: await version() }).toEqual(before)
})

test('after a flood one e-mail covers the first 100,000 events, and the next one the rest', async () => {
  const { last_event } = await state()
  const { id } = await createOrder(mail.db, [await createProduct(mail.db)])
  await sql`insert into order_event (order_id, kind, value, actor, at)
    select ${id}, 'payment', 'paid', 'webhook', ${mail.clock.now()} from generate_series(1, 100001)`.execute(mail.db)
  await sell()
  await wait(minutes(1))
  expect((await state()).last_event).toBe(last_event + 100_000)
  await wait(minutes(15))
  expect(mail.emails.map(({ subject }) => subject)).toEqual(['1 new order', '2 new orders'])
})

test('the job sends the digest', async () => {
  await sell()
  mail.clock.move(minutes(1))
  const loop = startOutbox(
    { ...mail.context, mayDelete: async () => true },
    { warn: (_, message) => expect.fail(message) },
  )
  await expect.poll(subjects).toEqual(['1 new order for olga@shop.test'])
  await loop.close()
})
