import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createOrder, createProduct, createUser } from '../../../tests/support/builders.ts'
import { minutes } from '../payments/payments.fixture.ts'
import { openTestMail } from './mail.fixture.ts'
import { forgetOld, sendDue } from './outbox.ts'
import { startOutbox } from './outbox-job.ts'
import { lookForNews } from './queue-admin-digest.ts'

let post: Awaited<ReturnType<typeof openTestMail>>
beforeAll(async () => {
  post = await openTestMail()
})
beforeEach(async () => {
  await sql`truncate mail, "order", contact_message, "user" cascade`.execute(post.db)
  post.clock.move(minutes(16))
  await lookForNews(post)
  await createUser(post.db, { role: 'admin', email: 'olga@shop.test' })
  post.emails.length = 0
})
afterAll(() => post.close())

async function note(order_id: string, kind: 'payment' | 'status', value: string) {
  const event = { order_id, kind, value, actor: 'webhook', at: post.clock.now() }
  await post.db.insertInto('order_event').values(event).execute()
}
async function sell(more: Parameters<typeof createOrder>[2] = {}, pieces = 1) {
  const dress = await createProduct(post.db, { name: 'Silk dress', price_cents: 10_000 })
  const order = await createOrder(post.db, Array<typeof dress>(pieces).fill(dress), more)
  await note(order.id, 'payment', 'awaiting')
  await note(order.id, 'payment', order.payment_state)
  if (order.payment_state === 'paid') await note(order.id, 'status', 'pending')
  return order
}
async function write(subject = 'A hem') {
  const texts = { name: 'Eve', email: 'eve@example.com', subject, message: 'Buy this: http://evil.test' }
  const row = { ...texts, id: post.source.ids.uuid(), created_at: post.clock.now() }
  await post.db.insertInto('contact_message').values(row).execute()
}
/** Time goes by, and the shop looks every half minute. */
async function wait(forMs: number) {
  for (let ms = 0; ms < forMs; ms += 30_000) {
    post.clock.move(30_000)
    await lookForNews(post)
    await sendDue(post.office)
  }
}
const subjects = () => post.emails.map(({ to, subject }) => `${subject} for ${to}`)
const state = () => post.db.selectFrom('house_news').selectAll().executeTakeFirstOrThrow()

test('an admin is told of orders, payments to look at and messages, with where to see them', async () => {
  const two = await sell({}, 2)
  const odd = await sell({ payment_state: 'review', review_reason: 'Paid $49.50, the order says $100.00.' })
  for (let n = 0; n < 3; n++) await write()
  await wait(minutes(1))
  expect(subjects()).toEqual(['2 new orders, 1 to look at, 3 new messages for olga@shop.test'])
  const [email] = post.emails
  expect(email?.link).toBe('http://shop.test/dashboard/manage-orders')
  expect(email?.text).toBe(`In review, to be looked at before anything is sent:
$100.00 for 1 × Silk dress: order ${odd.order_id}. Paid $49.50, the order says $100.00.

Paid:
$200.00 for 1 × Silk dress, 1 × Silk dress: order ${two.order_id}

Manage Orders: http://shop.test/dashboard/manage-orders

3 messages from visitors: http://shop.test/dashboard/messages

Vitrine
12 Arcade Row
London W1
hello@vitrine.example`)
  for (const link of ['manage-orders', 'messages'])
    expect(email?.html).toContain(`<a href="http://shop.test/dashboard/${link}">`)
  expect(email?.html).toContain('<p>$200.00 for 1 × Silk dress, 1 × Silk dress<br>')
  expect(email?.html).toContain(`<a href="http://shop.test/orders/${two.order_id}">${two.order_id}</a>`)
  expect(`${email?.text}${email?.html}`).not.toMatch(/evil|Eve|eve@/)
})

test('of a large order three products are named, as they are called, and the other pieces counted', async () => {
  const lace = await createProduct(post.db, { name: 'Lace <hem>\n& more' })
  const order = await createOrder(post.db, Array<typeof lace>(6).fill(lace))
  await note(order.id, 'payment', 'paid')
  await wait(minutes(1))
  const [email] = post.emails
  expect(email?.text).toMatch(/ for (1 × Lace <hem> & more(, )?){3} and 3 more pieces: order /)
  expect(email?.html).toContain('1 × Lace &lt;hem&gt; &amp; more and 3 more pieces<br>')
})

test('a lone sale is told within a minute, and once', async () => {
  await sell()
  await wait(minutes(1))
  expect(subjects()).toEqual(['1 new order for olga@shop.test'])
  await wait(minutes(60))
  expect(post.emails).toHaveLength(1)
})

test('a lone message too', async () => {
  await write()
  await wait(minutes(1))
  expect(subjects()).toEqual(['1 new message for olga@shop.test'])
  expect(post.emails[0]).toMatchObject({ link: 'http://shop.test/dashboard/messages' })
  await wait(minutes(60))
  expect(post.emails).toHaveLength(1)
})

test('what comes within fifteen minutes is told together, sixteen minutes after the first at the latest', async () => {
  for (let minute = 0; minute < 45; minute++) {
    await sell()
    await wait(minutes(1))
  }
  await wait(minutes(16))
  const told = post.emails.map(({ subject }) => Number.parseInt(subject, 10))
  expect(told).toEqual([1, 15, 15, 14])
  for (const { text } of post.emails) expect(text).not.toContain('more order')
  const named = post.emails.flatMap(({ text }) => text.match(/(?<=: order )[0-9a-f]{32}/g) ?? [])
  expect(named).toHaveLength(45)
  expect(new Set(named).size).toBe(45)
  const { rows } = await sql<{ minutes: number }>`
    select extract(epoch from max(mail.created_at - order_event.at))::int / 60.0 as minutes
    from mail, jsonb_array_elements_text(news -> 'orders') told (id)
      join order_event on order_id = told.id::uuid and order_event.value = 'paid'`.execute(post.db)
  expect(Number(rows[0]?.minutes)).toBeGreaterThan(14)
  expect(Number(rows[0]?.minutes)).toBeLessThanOrEqual(16)
})

test('twenty orders are named, those to look at first, and the others counted', async () => {
  for (let n = 0; n < 24; n++) await sell()
  const odd = await sell({ payment_state: 'review', review_reason: 'The payment came after the order was expired.' })
  await wait(minutes(1))
  expect(subjects()).toEqual(['25 new orders, 1 to look at for olga@shop.test'])
  const text = post.emails[0]?.text ?? ''
  expect(text.match(/(?<=: order )[0-9a-f]{32}/g)).toHaveLength(20)
  expect(text).toContain(
    `$100.00 for 1 × Silk dress: order ${odd.order_id}. The payment came after the order was expired.`,
  )
  expect(text).toContain('\n\nand 5 more orders\n\n')
})

describe('no e-mail is written', () => {
  test('when there is no news: nothing, and what awaits its payment, ended or only changed its status', async () => {
    const { id } = await sell()
    await wait(minutes(20))
    post.emails.length = 0
    await wait(minutes(20))
    const { last_event } = await state()
    const later = await createOrder(post.db, [await createProduct(post.db)], { payment_state: 'expired' })
    await note(later.id, 'payment', 'awaiting')
    await note(later.id, 'payment', 'expired')
    await note(id, 'status', 'shipped')
    await wait(minutes(20))
    expect(post.emails).toEqual([])
    expect((await state()).last_event).toBe(last_event + 3)
    await sell()
    await wait(minutes(1))
    expect(post.emails).toHaveLength(1)
  })

  test('about what was deleted or refunded meanwhile', async () => {
    await sell({ deleted_at: new Date() })
    const { id } = await sell()
    await note(id, 'payment', 'refunded')
    await post.db.updateTable('order').set({ payment_state: 'refunded' }).where('id', '=', id).execute()
    await wait(minutes(20))
    expect(post.emails).toEqual([])
    expect(await post.rows()).toEqual([])
  })

  test('when all of it is gone by the time that it is written', async () => {
    const { id } = await sell()
    post.clock.move(minutes(1))
    await lookForNews(post)
    await post.db.updateTable('order').set({ deleted_at: new Date() }).where('id', '=', id).execute()
    expect(await sendDue(post.office)).toBe(0)
    expect(await post.rows()).toMatchObject([{ kind: 'house-news', due_at: null, sent_at: null }])
  })

  test('to whom is no admin, or no longer', async () => {
    await createUser(post.db, { email: 'ada@shop.test' })
    await createUser(post.db, { role: 'admin', email: 'gone@shop.test', deleted_at: new Date() })
    for (const email of ['demoted@shop.test', 'leaving@shop.test']) await createUser(post.db, { role: 'admin', email })
    await sell()
    post.clock.move(minutes(1))
    await lookForNews(post)
    expect((await post.rows()).map(({ address }) => address).toSorted()).toEqual([
      'demoted@shop.test',
      'leaving@shop.test',
      'olga@shop.test',
    ])
    const change = (email: string, fields: object) =>
      post.db.updateTable('user').set(fields).where('email', '=', email).execute()
    await change('demoted@shop.test', { role: 'user' })
    await change('leaving@shop.test', { deleted_at: new Date() })
    await sendDue(post.office)
    expect(subjects()).toEqual(['1 new order for olga@shop.test'])
  })
})

test('a payment that was looked at and accepted is told again, as paid', async () => {
  const { id } = await sell({ payment_state: 'review', review_reason: 'Paid $49.50, the order says $100.00.' })
  await wait(minutes(1))
  await post.db.updateTable('order').set({ payment_state: 'paid', review_reason: null }).where('id', '=', id).execute()
  await note(id, 'payment', 'paid')
  await wait(minutes(16))
  expect(post.emails.map(({ subject }) => subject)).toEqual(['1 new order, 1 to look at', '1 new order'])
})

test('every admin gets an e-mail, however many processes look at once', async () => {
  await createUser(post.db, { role: 'admin', email: 'Otto@shop.test' })
  const rounds: [string, () => Promise<unknown>][] = [
    ['1 new order', sell],
    ['1 new message', write],
    ['1 new order, 1 new message', () => Promise.all([sell(), write()])],
  ]
  for (const [subject, happen] of rounds) {
    await happen()
    post.clock.move(minutes(1))
    await Promise.all(Array.from({ length: 8 }, () => lookForNews(post)))
    await Promise.all(Array.from({ length: 4 }, () => sendDue(post.office)))
    expect(subjects().toSorted()).toEqual([`${subject} for Otto@shop.test`, `${subject} for olga@shop.test`])
    post.emails.length = 0
    await wait(minutes(15))
  }
})

test('an order that is being paid while the shop looks is told of later', async () => {
  const first = await createOrder(post.db, [await createProduct(post.db)])
  const paying = await post.db.startTransaction().execute()
  const paid = { order_id: first.id, kind: 'payment', value: 'paid', actor: 'webhook' } as const
  await paying
    .insertInto('order_event')
    .values({ ...paid, at: post.clock.now() })
    .execute()
  await sell()
  await lookForNews(post)
  expect(await post.rows()).toEqual([])
  await paying.commit().execute()
  await wait(minutes(1))
  expect(subjects()).toEqual(['2 new orders for olga@shop.test'])
})

test('what came before the admins were told of anything is no news, nor is it a month later', async () => {
  await sell()
  await write()
  post.clock.move(minutes(1))
  await sql`delete from house_news`.execute(post.db)
  await sql`insert into house_news (last_event, messages_until, next_at)
    select max(id), ${post.clock.now()}, ${post.clock.now()} from order_event`.execute(post.db)
  await wait(minutes(20))
  expect(post.emails).toEqual([])
  await sell()
  await wait(minutes(1))
  expect(post.emails).toHaveLength(1)
  post.clock.move(minutes(60 * 24 * 31))
  await forgetOld(post.office)
  expect(await post.rows()).toEqual([])
  await wait(minutes(20))
  expect(post.emails).toHaveLength(1)
})

test('the look goes through no table, and writes nothing when there is no news', async () => {
  await sql`insert into "order" (id, order_id, payment_state, amount_cents, created_at, updated_at)
    select gen_random_uuid(), 'o' || n, 'paid', 100, now(), now() from generate_series(1, 20000) n`.execute(post.db)
  await sql`insert into order_event (order_id, kind, value, actor, at)
    select id, 'payment', 'paid', 'webhook', ${post.clock.now()} from "order"`.execute(post.db)
  await sql`insert into contact_message (id, name, email, subject, message, created_at)
    select gen_random_uuid(), 'Ada', 'ada@shop.test', 'A hem', 'Hello', ${post.clock.now()} from generate_series(1, 20000)`.execute(
    post.db,
  )
  await post.db.deleteFrom('user').execute() // nobody is to be told of them
  await wait(minutes(1))
  await sql`analyze`.execute(post.db)
  post.clock.move(minutes(15))
  const scans = async () => {
    await sql`select pg_stat_force_next_flush()`.execute(post.db)
    const { rows } = await sql<{ n: number }>`
      select sum(seq_scan)::int as n from pg_stat_user_tables
      where relname in ('order', 'order_event', 'contact_message')`.execute(post.db)
    return rows[0]?.n
  }
  const version = async () => (await sql`select xmin::text, ctid::text from house_news`.execute(post.db)).rows
  const before = { scans: await scans(), version: await version() }
  await post.db.connection().execute(async db => {
    for (let n = 0; n < 10; n++) await lookForNews({ ...post, db })
    await sql`select pg_stat_force_next_flush()`.execute(db)
  })
  expect({ scans: await scans(), version: await version() }).toEqual(before)
})

test('after a flood an e-mail tells of no more than can be counted at once, and the next one of the rest', async () => {
  const { last_event } = await state()
  const { id } = await createOrder(post.db, [await createProduct(post.db)])
  await sql`insert into order_event (order_id, kind, value, actor, at)
    select ${id}, 'payment', 'paid', 'webhook', ${post.clock.now()} from generate_series(1, 100001)`.execute(post.db)
  await sell()
  await wait(minutes(1))
  expect((await state()).last_event).toBe(last_event + 100_000)
  await wait(minutes(15))
  expect(post.emails.map(({ subject }) => subject)).toEqual(['1 new order', '2 new orders'])
})

test('an open shop tells by itself', async () => {
  await sell()
  post.clock.move(minutes(1))
  const loop = startOutbox(post.office, { warn: (_, message) => expect.fail(message) })
  await expect.poll(subjects).toEqual(['1 new order for olga@shop.test'])
  await loop.close()
})
