import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createAddress, createOrder, createProduct, createUser } from '../../../tests/support/builders.ts'
import type { Db } from '../db/connection.ts'
import { run } from '../db/raw-query.ts'
import { hashToken } from '../http/sessions.ts'
import { minutes } from '../payments/payments.fixture.ts'
import { openTestMail } from './mail.fixture.ts'
import { DeliveryError, forgetOld, sendDue } from './outbox.ts'
import { startOutbox } from './outbox-job.ts'
import { findUndeliverable, resendUndeliverable } from './queries.ts'
import { orderConfirmation, queuePasswordReset } from './queue.ts'
import { openSmtpServer, readable } from './transports/smtp.fixture.ts'
import { smtpMailer } from './transports/smtp.ts'

let post: Awaited<ReturnType<typeof openTestMail>>
let server: Awaited<ReturnType<typeof openSmtpServer>>
beforeAll(async () => {
  post = await openTestMail()
  server = await openSmtpServer()
})
beforeEach(async () => {
  await sql`truncate mail, password_reset, "order" cascade`.execute(post.db)
  post.emails.length = 0
  server.emails.length = 0
  Object.assign(server.state, { mood: 'takes', asked: 0, connections: 0 })
})
afterAll(async () => {
  await server.close()
  await post.close()
})

const overSmtp = () => ({ ...post.office, mailer: smtpMailer(server.url, 'hello@shop.test') })
const confirm = (orderId: string, db: Db = post.db) =>
  run(db, orderConfirmation({ order: 'select $1::uuid as id', id: '$2', at: '$3' }), [
    ...[orderId, post.source.ids.uuid(), post.source.clock.now()],
  ])
const forgot = (address: string) => queuePasswordReset(post.db, address, post.source)
const resets = () => post.db.selectFrom('password_reset').selectAll().execute()

async function paidOrder(more: Parameters<typeof createOrder>[2] = {}) {
  const dress = await createProduct(post.db, { name: 'Silk <b>dress</b> & "more"', price_cents: 12_050 })
  return await createOrder(post.db, [dress, dress], { contact_email: 'ada@example.com', ...more })
}

// What the e-mails say

test('a confirmation tells what was bought, what it cost, where it goes and where to look', async () => {
  const order = await paidOrder({ email: 'account@example.com' })
  await createAddress(post.db, order.id, { name: 'Ada <i>Lovelace</i>\r\nBcc: eve@example.com' })
  await confirm(order.id)
  expect(await sendDue(post.office)).toBe(1)
  const [email] = post.emails
  expect(email).toMatchObject({ to: 'ada@example.com', subject: `Your order ${order.order_id.slice(0, 8)}` })
  expect(email?.text).toBe(`Thank you. Your payment has arrived, and we are looking after your order.

Order ${order.order_id}

1 × Silk <b>dress</b> & "more": $120.50
1 × Silk <b>dress</b> & "more": $120.50
Delivery: free
Total: $241.00

It goes to:
Ada <i>Lovelace</i> Bcc: eve@example.com
12 St James Square
London SW1Y 4JH
United Kingdom
+44 20 7946 0000

See how it is coming along: http://shop.test/orders/${order.order_id}

Vitrine
12 Arcade Row
London W1
hello@vitrine.example`)
  expect(email?.html).toContain('Silk &lt;b&gt;dress&lt;/b&gt; &amp; &quot;more&quot;')
  expect(email?.html).toContain('Ada &lt;i&gt;Lovelace&lt;/i&gt; Bcc: eve@example.com<br>12 St James Square')
  expect(email?.html).toContain(`<a href="http://shop.test/orders/${order.order_id}">`)
  expect(email?.html).toContain('$241.00')
})

test('a confirmation goes to the address typed for the payment, else to the account, else nowhere', async () => {
  const orders = [
    await paidOrder({ email: 'account@example.com', contact_email: 'typed@example.com' }),
    await paidOrder({ email: 'account@example.com', contact_email: null }),
    await paidOrder({ contact_email: null }),
  ]
  for (const { id } of orders) await confirm(id)
  expect(await sendDue(post.office)).toBe(2)
  // sent at the same time, so either may arrive first
  expect(post.emails.map(({ to }) => to).toSorted()).toEqual(['account@example.com', 'typed@example.com'])
  expect((await post.rows()).map(({ next_try_at }) => next_try_at)).toEqual([null, null, null])
})

test('who forgot their password gets a link whose token is kept only as a hash, for one hour', async () => {
  const ada = await createUser(post.db, { email: 'Ada@Example.com', username: 'http://evil.test' })
  await forgot('aDA@example.COM')
  expect(await sendDue(post.office)).toBe(1)
  const [email] = post.emails
  expect(email?.to).toBe('Ada@Example.com')
  const token = /http:\/\/shop\.test\/reset-password#([\w-]{43})\n/.exec(email?.text ?? '')?.[1] ?? ''
  expect(email?.html).toContain(`href="http://shop.test/reset-password#${token}"`)
  expect(email?.text).not.toContain('evil')
  expect(await resets()).toEqual([
    { token_hash: hashToken(token), user_id: ada.id, expires_at: new Date(+post.clock.now() + minutes(60)) },
  ])
})

test('for an address without an account, or of a deleted one, nothing is sent and nothing waits', async () => {
  await createUser(post.db, { email: 'gone@example.com', deleted_at: new Date() })
  for (const address of ['nobody@example.com', 'gone@example.com', "' or 1=1", '%', '🧣']) await forgot(address)
  expect(await sendDue(post.office)).toBe(0)
  expect(post.emails).toEqual([])
  expect(await resets()).toEqual([])
  expect((await post.rows()).every(({ next_try_at, sent_at }) => next_try_at === null && sent_at === null)).toBe(true)
})

test('links that have run out are cleared away', async () => {
  const user = await createUser(post.db)
  await forgot(user.email)
  await sendDue(post.office)
  post.clock.move(minutes(61))
  await forgot(user.email)
  await sendDue(post.office)
  expect(await resets()).toHaveLength(1)
})

// Once, and not lost

test('an e-mail is sent once, and an order is confirmed once', async () => {
  const order = await paidOrder()
  await Promise.all(Array.from({ length: 5 }, () => confirm(order.id)))
  const counts = await Promise.all(Array.from({ length: 4 }, () => sendDue(post.office)))
  expect(counts.toSorted()).toEqual([0, 0, 0, 1])
  expect(await sendDue(post.office)).toBe(0)
  await confirm(order.id)
  expect(await sendDue(post.office)).toBe(0)
  expect(await post.rows()).toMatchObject([{ sent_at: post.clock.now(), next_try_at: null, attempts: 1 }])
})

test('four shops on one database send each of fifty e-mails once', async () => {
  for (let n = 0; n < 50; n++) await confirm((await paidOrder({ contact_email: `buyer-${n}@example.com` })).id)
  await Promise.all(Array.from({ length: 4 }, () => sendDue(post.office)))
  expect(new Set(post.emails.map(({ to }) => to)).size).toBe(50)
  expect(post.emails).toHaveLength(50)
})

test('what the transaction takes back is not sent', async () => {
  const order = await paidOrder()
  const undone = post.db.transaction().execute(async tx => {
    await confirm(order.id, tx)
    throw new Error('not after all')
  })
  await expect(undone).rejects.toThrow('not after all')
  expect(await sendDue(post.office)).toBe(0)
})

test('an e-mail that died with its process is sent by the next, a minute later', async () => {
  await confirm((await paidOrder()).id)
  let died = false
  const send = () => {
    died = true
    return new Promise<void>(() => undefined)
  }
  void sendDue({ ...post.office, mailer: { send } })
  await expect.poll(() => died).toBe(true)
  expect(await sendDue(post.office)).toBe(0)
  post.clock.move(minutes(1))
  expect(await sendDue(post.office)).toBe(1)
  expect(post.emails).toHaveLength(1)
})

test('a server that refuses once and hangs once gets the e-mail in the end, and each try waits longer', async () => {
  await createUser(post.db, { email: 'patient@example.com' })
  await forgot('patient@example.com')
  const office = overSmtp()
  server.state.mood = 'refuses'
  await expect(sendDue(office)).rejects.toThrow(DeliveryError)
  expect(await sendDue(office)).toBe(0)
  post.clock.move(minutes(1))
  server.state.mood = 'hangs'
  await expect(sendDue(office)).rejects.toThrow(DeliveryError)
  post.clock.move(minutes(1))
  server.state.mood = 'takes'
  expect(await sendDue(office)).toBe(0)
  post.clock.move(minutes(1))
  expect(await sendDue(office)).toBe(1)
  expect(server.emails).toMatchObject([{ to: ['patient@example.com'] }])
  expect(server.state.asked).toBe(3)
  const token = /reset-password#([\w-]{43})/.exec(readable(server.emails[0]?.raw ?? ''))?.[1] ?? ''
  expect((await resets()).map(({ token_hash }) => token_hash)).toContainEqual(hashToken(token))
})

test('an e-mail whose receipt was lost comes again under the same id', async () => {
  await confirm((await paidOrder()).id)
  const office = overSmtp()
  server.state.mood = 'takes but cuts the answer'
  await expect(sendDue(office)).rejects.toThrow(DeliveryError)
  server.state.mood = 'takes'
  post.clock.move(minutes(1))
  await sendDue(office)
  const ids = server.emails.map(({ raw }) => /^Message-ID: (.+)$/m.exec(raw)?.[1]?.trim())
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(1)
})

test('an e-mail whose mail server is dead for four days is sent on the fifth', async () => {
  await confirm((await paidOrder()).id)
  const isAway = { ...post.office, mailer: { send: () => Promise.reject(new Error('no route to host')) } }
  for (let hour = 0; hour < 4 * 24; hour++) {
    await sendDue(isAway).catch(error => expect(error).toBeInstanceOf(DeliveryError))
    post.clock.move(minutes(60))
  }
  expect(await findUndeliverable(post.db)).toEqual({ total: 0, emails: [] })
  expect(await sendDue(post.office)).toBe(1)
  expect(await post.rows()).toMatchObject([{ sent_at: post.clock.now(), failed_at: null }])
})

test('an e-mail that nobody takes for five days is undeliverable, and is sent when it is asked for again', async () => {
  const order = await paidOrder()
  await confirm(order.id)
  let tries = 0
  const send = () => Promise.reject(new Error(`try ${++tries}`))
  for (let hour = 0; hour < 7 * 24; hour++) {
    await sendDue({ ...post.office, mailer: { send } }).catch(error => expect(error).toBeInstanceOf(DeliveryError))
    post.clock.move(minutes(60))
  }
  expect(tries).toBe(5 * 24 + 2)
  const { total, emails } = await findUndeliverable(post.db)
  expect({ total, emails }).toMatchObject({
    total: 1,
    emails: [{ kind: 'order-confirmation', to: 'ada@example.com', orderId: order.order_id, reason: `try ${tries}` }],
  })
  expect(await sendDue(post.office)).toBe(0)

  expect(await resendUndeliverable(post.db, post.clock.now(), 'bea@example.com')).toBe(0)
  const counts = await Promise.all(
    ['ADA@example.com', emails[0]?._id].map(which => resendUndeliverable(post.db, post.clock.now(), which)),
  )
  expect(counts.toSorted()).toEqual([0, 1]) // asked for twice at once
  await expect(sendDue({ ...post.office, mailer: { send } })).rejects.toThrow(DeliveryError)
  expect(await findUndeliverable(post.db)).toMatchObject({ total: 0 }) // it has five days again
  post.clock.move(minutes(1))
  expect(await sendDue(post.office)).toBe(1)
})

test('one refused recipient holds up no other, and an unknown one is undeliverable at once', async () => {
  const recipients = ['unknown', 'ada', 'relayed', 'bea', 'greylisted', 'cleo', 'dora', 'emma', 'fay']
  for (const name of recipients) await confirm((await paidOrder({ contact_email: `${name}@example.com` })).id)
  await expect(sendDue(overSmtp())).rejects.toThrow(DeliveryError)
  expect(server.emails.map(({ to }) => to[0]?.split('@')[0]).toSorted()).toEqual(
    ['ada', 'bea', 'cleo', 'dora', 'emma', 'fay'].toSorted(),
  )
  const { emails } = await findUndeliverable(post.db)
  expect(emails).toMatchObject([{ to: 'unknown@example.com', reason: '550 5.1.1 No such user' }])
  expect((await post.rows()).filter(({ next_try_at }) => next_try_at)).toHaveLength(2) // they are tried again
})

test('a mail server that cannot be reached is not asked for each e-mail', async () => {
  for (let n = 0; n < 30; n++) await confirm((await paidOrder()).id)
  let tries = 0
  const send = () => {
    tries += 1
    return Promise.reject(new Error('no route to host'))
  }
  await expect(sendDue({ ...post.office, mailer: { send } })).rejects.toThrow(DeliveryError)
  expect(tries).toBeLessThanOrEqual(5)
})

test('a link for a new password goes before all else', async () => {
  for (let n = 0; n < 20; n++) await confirm((await paidOrder()).id)
  post.clock.move(minutes(1))
  await createUser(post.db, { email: 'waiting@example.com' })
  await forgot('waiting@example.com')
  let asked = 0
  await sendDue(post.office, () => asked++ === 0)
  expect(post.emails.map(({ to }) => to)).toEqual(['waiting@example.com'])
})

test('a link for a new password is not sent an hour after it was asked for, nor a day later by hand', async () => {
  await createUser(post.db, { email: 'late@example.com' })
  await forgot('late@example.com')
  await expect(
    sendDue({ ...post.office, mailer: { send: () => Promise.reject(new Error('no route to host')) } }),
  ).rejects.toThrow(DeliveryError)
  post.clock.move(minutes(61))
  expect(await sendDue(post.office)).toBe(0)
  expect(await resendUndeliverable(post.db, post.clock.now())).toBe(0)
  expect(post.emails).toEqual([])
})

test('many e-mails go over few connections', async () => {
  const count = 200
  await sql`insert into "order" (id, order_id, email, payment_state, amount_cents, created_at, updated_at)
    select gen_random_uuid(), 'order ' || n, 'ada@example.com', 'paid', 100, now(), now() from generate_series(1, ${count}::int) n`.execute(
    post.db,
  )
  await sql`insert into mail (id, kind, order_id, created_at, next_try_at)
    select gen_random_uuid(), 'order-confirmation', id, ${post.clock.now()}, ${post.clock.now()} from "order"`.execute(
    post.db,
  )
  const office = overSmtp()
  expect(await sendDue(office)).toBe(count)
  expect(server.emails).toHaveLength(count)
  expect(server.state.connections).toBeLessThanOrEqual(10) // nodemailer opens a new one after a hundred
  await office.mailer.close?.()
})

test('the release before goes on sending beside this one', async () => {
  await confirm((await paidOrder()).id)
  const { rows } = await sql`
    update mail set attempts = attempts + 1, next_try_at = null, due_at = null, sent_at = ${post.clock.now()}
    where next_try_at <= ${post.clock.now()} returning id, kind, address, created_at, attempts, news`.execute(post.db)
  expect(rows).toHaveLength(1)
  expect(await findUndeliverable(post.db)).toMatchObject({ total: 0 })
})

test('who was written to is forgotten after thirty days, what still waits is not', async () => {
  await confirm((await paidOrder()).id)
  await sendDue(post.office)
  await forgot('waiting@example.com')
  post.clock.move(minutes(60 * 24 * 29))
  await forgetOld(post.office)
  expect(await post.rows()).toHaveLength(2)
  post.clock.move(minutes(60 * 24 * 2))
  await forgetOld(post.office)
  expect(await post.rows()).toMatchObject([{ address: 'waiting@example.com' }])
})

test('a mailer that keeps e-mails is told which of them are known no more', async () => {
  await forgot('first@example.com')
  await forgot('second@example.com')
  const [first, second] = await post.rows()
  let known: string[] = []
  const forget = async (ask: (ids: string[]) => Promise<string[]>) => {
    known = await ask([first?.id ?? '', second?.id ?? '', post.source.ids.uuid()])
  }
  await post.db
    .deleteFrom('mail')
    .where('id', '=', first?.id ?? '')
    .execute()
  await forgetOld({ ...post.office, mailer: { ...post.office.mailer, forget } })
  expect(known).toEqual([second?.id])
})

// For as long as the shop runs

test('an open shop sends what is queued by itself, and closes after the e-mail on its way', async () => {
  const warnings: string[] = []
  const untouched = () => {}
  let takesOver = untouched
  const mailer = {
    send: (email: (typeof post.emails)[number]) =>
      new Promise<void>(resolve => {
        takesOver = () => {
          post.emails.push(email)
          resolve()
        }
      }),
  }
  await createUser(post.db, { email: 'first@example.com' })
  await createUser(post.db, { email: 'second@example.com' })
  await forgot('first@example.com')
  const loop = startOutbox({ ...post.office, mailer }, { warn: (_, message) => warnings.push(message) })
  await expect.poll(() => takesOver, { timeout: 10_000 }).not.toBe(untouched)
  const closing = loop.close()
  await forgot('second@example.com')
  takesOver()
  await closing
  expect(post.emails.map(({ to }) => to)).toEqual(['first@example.com'])
  expect(await post.rows()).toMatchObject([{ sent_at: expect.any(Date) }, { sent_at: null, attempts: 0 }])
  expect(warnings).toEqual([])
})

test('what goes wrong is said in the log, without what the e-mail says', async () => {
  const told: string[] = []
  await createUser(post.db, { email: 'unlucky@example.com' })
  await forgot('unlucky@example.com')
  const mailer = { send: () => Promise.reject(new Error('no route to host')) }
  const loop = startOutbox({ ...post.office, mailer }, { warn: (about, message) => told.push(message, String(about)) })
  await expect.poll(() => told.join(), { timeout: 10_000 }).toMatch(/^password-reset [\w-]+ was not sent/)
  await loop.close()
  expect(told.join()).not.toMatch(/unlucky|#/)
})
