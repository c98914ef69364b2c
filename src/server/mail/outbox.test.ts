import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createAddress, createOrder, createProduct, createUser } from '../../../tests/support/builders.ts'
import type { Db } from '../db/connection.ts'
import { run } from '../db/raw-query.ts'
import { hashToken } from '../http/sessions.ts'

import { minutes } from '../payments/payments.fixture.ts'
import { openTestMail } from './mail.fixture.ts'
import { DeliveryError, deleteOldMail, sendDue } from './outbox.ts'
import { startOutbox } from './outbox-job.ts'
import { findUndeliverable, resendUndeliverable } from './queries.ts'
import { orderConfirmationSql, queuePasswordReset } from './queue.ts'
import type { Email } from './transports/mailer.ts'
import { openSmtpServer, readable } from './transports/smtp.fixture.ts'
import { smtpMailer } from './transports/smtp.ts'

let mail: Awaited<ReturnType<typeof openTestMail>>
let server: Awaited<ReturnType<typeof openSmtpServer>>
beforeAll(async () => {
  mail = await openTestMail()
  server = await openSmtpServer()
})
beforeEach(async () => {
  await sql`truncate mail, password_reset, "order" cascade`.execute(mail.db)
  mail.emails.length = 0
  server.emails.length = 0
  Object.assign(server.state, { behaviour: 'accepts', asked: 0, connections: 0 })
})
afterAll(async () => {
  await server.close()
  await mail.close()
})

const overSmtp = () => ({ ...mail.context, mailer: smtpMailer(server.url, 'hello@shop.test') })
const confirm = (orderId: string, db: Db = mail.db) =>
  run(db, orderConfirmationSql({ order: 'select $1::uuid as id', id: '$2', at: '$3' }), [
    ...[orderId, mail.source.ids.uuid(), mail.source.clock.now()],
  ])
const keyIn = (email: Email | undefined) => /\/orders\/[0-9a-f]{32}#([\w-]{43})\n/.exec(email?.text ?? '')?.[1]
const forgot = (address: string) => queuePasswordReset(mail.db, address, mail.source)
const resets = () => mail.db.selectFrom('password_reset').selectAll().execute()

async function paidOrder(more: Parameters<typeof createOrder>[2] = {}) {
  const dress = await createProduct(mail.db, { name: 'Silk <b>dress</b> & "more"', price_cents: 12_050 })
  return await createOrder(mail.db, [dress, dress], { contact_email: 'ada@example.com', ...more })
}

// Contents

test('a confirmation lists the products, the prices, the address and a link to the order', async () => {
  const order = await paidOrder({ email: 'account@example.com' })
  await createAddress(mail.db, order.id, { name: 'Ada <i>Lovelace</i>\r\nBcc: eve@example.com' })
  await confirm(order.id)
  expect(await sendDue(mail.context)).toBe(1)
  const [email] = mail.emails
  expect(email).toMatchObject({ to: 'ada@example.com', subject: `Your order #${order.number} is placed and paid` })
  const page = `http://shop.test/orders/${order.order_id}`
  const key = keyIn(email)
  expect(email?.text).toBe(`Thank you. Your order #${order.number} is placed and paid.

We pack it, and write to you as soon as it is on its way.

1 × Silk <b>dress</b> & "more": $120.50
1 × Silk <b>dress</b> & "more": $120.50
Delivery: Free
Total: $241.00

It goes to
Ada <i>Lovelace</i> Bcc: eve@example.com
12 St James Square
London SW1Y 4JH
United Kingdom
+44 20 7946 0000

See your order: ${page}#${key}

Withdraw from contract here: http://shop.test/withdraw?order=${order.number}

Order #${order.number}, ${order.order_id}

Vitrine
12 Arcade Row
London W1
hello@vitrine.example`)
  expect(email?.html).toContain('Silk &lt;b&gt;dress&lt;/b&gt; &amp; &quot;more&quot;')
  expect(email?.html).toContain('Ada &lt;i&gt;Lovelace&lt;/i&gt; Bcc: eve@example.com<br>12 St James Square')
  expect(email?.html).toContain(`href="${page}#${key}"`)
  expect(email?.html).toContain('$241.00')
  expect(email?.link).toBe(page) // which the log shows
})

test('the key of an e-mail opens its order, and the e-mail loads nothing that tells its reader apart', async () => {
  const [order, other] = [await paidOrder(), await paidOrder()]
  for (const { id } of [order, other]) await confirm(id)
  const image = { id: 'a1b2c3', width: 1, height: 1, placeholder: '', created_at: new Date() }
  await mail.db.insertInto('image').values(image).execute()
  await mail.db.updateTable('order_line').set({ image_id: image.id }).execute()
  expect(await sendDue(mail.context)).toBe(2)
  const keys = mail.emails.map(keyIn)
  expect(new Set(keys).size).toBe(2)
  const opened = await mail.db
    .selectFrom('order_key')
    .select('order_id')
    .where('token_hash', '=', hashToken(keys[0] ?? ''))
    .execute()
  const about = mail.emails[0]?.text.includes(order.order_id) ? order : other
  expect(opened).toEqual([{ order_id: about.id }])
  for (const { html } of mail.emails)
    expect(new Set(html.match(/(?:src|background)="[^"]*"|url\([^)]*\)/g))).toEqual(
      new Set(['src="http://shop.test/images/a1b2c3/320.webp"']),
    )
})

test('a confirmation goes to the e-mail typed for the payment, else to that of the account, else nowhere', async () => {
  const orders = [
    await paidOrder({ email: 'account@example.com', contact_email: 'typed@example.com' }),
    await paidOrder({ email: 'account@example.com', contact_email: null }),
    await paidOrder({ contact_email: null }),
  ]
  for (const { id } of orders) await confirm(id)
  expect(await sendDue(mail.context)).toBe(2)
  // sent at the same time, so either may arrive first
  expect(mail.emails.map(({ to }) => to).toSorted()).toEqual(['account@example.com', 'typed@example.com'])
  expect((await mail.rows()).map(({ next_try_at }) => next_try_at)).toEqual([null, null, null])
})

test('a password reset has a link whose token is stored only as a hash, for one hour', async () => {
  const ada = await createUser(mail.db, { email: 'Ada@Example.com', username: 'http://evil.test' })
  await forgot('aDA@example.COM')
  expect(await sendDue(mail.context)).toBe(1)
  const [email] = mail.emails
  expect(email?.to).toBe('Ada@Example.com')
  const token = /http:\/\/shop\.test\/reset-password#([\w-]{43})\n/.exec(email?.text ?? '')?.[1] ?? ''
  expect(email?.html).toContain(`href="http://shop.test/reset-password#${token}"`)
  expect(email?.text).not.toContain('evil')
  expect(await resets()).toEqual([
    { token_hash: hashToken(token), user_id: ada.id, expires_at: new Date(+mail.clock.now() + minutes(60)) },
  ])
})

test('a password reset for an unknown address or a deleted account is not sent and leaves the queue', async () => {
  await createUser(mail.db, { email: 'gone@example.com', deleted_at: new Date() })
  for (const address of ['nobody@example.com', 'gone@example.com', "' or 1=1", '%', '🧣']) await forgot(address)
  expect(await sendDue(mail.context)).toBe(0)
  expect(mail.emails).toEqual([])
  expect(await resets()).toEqual([])
  expect((await mail.rows()).every(({ next_try_at, sent_at }) => next_try_at === null && sent_at === null)).toBe(true)
})

test('expired links are deleted', async () => {
  const user = await createUser(mail.db)
  await forgot(user.email)
  await sendDue(mail.context)
  mail.clock.move(minutes(61))
  await forgot(user.email)
  await sendDue(mail.context)
  expect(await resets()).toHaveLength(1)
})

// Each e-mail is sent once, and none is lost

test('an e-mail is sent once, and an order is confirmed once', async () => {
  const order = await paidOrder()
  await Promise.all(Array.from({ length: 5 }, () => confirm(order.id)))
  const counts = await Promise.all(Array.from({ length: 4 }, () => sendDue(mail.context)))
  expect(counts.toSorted()).toEqual([0, 0, 0, 1])
  expect(await sendDue(mail.context)).toBe(0)
  await confirm(order.id)
  expect(await sendDue(mail.context)).toBe(0)
  expect(await mail.rows()).toMatchObject([{ sent_at: mail.clock.now(), next_try_at: null, attempts: 1 }])
})

test('four workers on one database send each of fifty e-mails once', async () => {
  for (let n = 0; n < 50; n++) await confirm((await paidOrder({ contact_email: `buyer-${n}@example.com` })).id)
  await Promise.all(Array.from({ length: 4 }, () => sendDue(mail.context)))
  expect(new Set(mail.emails.map(({ to }) => to)).size).toBe(50)
  expect(mail.emails).toHaveLength(50)
})

test('an e-mail of a rolled-back transaction is not sent', async () => {
  const order = await paidOrder()
  const undone = mail.db.transaction().execute(async tx => {
    await confirm(order.id, tx)
    throw new Error('not after all')
  })
  await expect(undone).rejects.toThrow('not after all')
  expect(await sendDue(mail.context)).toBe(0)
})

test('an e-mail whose process died is sent by another a minute later', async () => {
  await confirm((await paidOrder()).id)
  let died = false
  const send = () => {
    died = true
    return new Promise<void>(() => undefined)
  }
  void sendDue({ ...mail.context, mailer: { send } })
  await expect.poll(() => died).toBe(true)
  expect(await sendDue(mail.context)).toBe(0)
  mail.clock.move(minutes(1))
  expect(await sendDue(mail.context)).toBe(1)
  expect(mail.emails).toHaveLength(1)
})

test('a server that refuses once and hangs once gets the e-mail in the end, after longer and longer pauses', async () => {
  await createUser(mail.db, { email: 'patient@example.com' })
  await forgot('patient@example.com')
  const context = overSmtp()
  server.state.behaviour = 'refuses'
  await expect(sendDue(context)).rejects.toThrow(DeliveryError)
  expect(await sendDue(context)).toBe(0)
  mail.clock.move(minutes(1))
  server.state.behaviour = 'hangs'
  await expect(sendDue(context)).rejects.toThrow(DeliveryError)
  mail.clock.move(minutes(1))
  server.state.behaviour = 'accepts'
  expect(await sendDue(context)).toBe(0)
  mail.clock.move(minutes(1))
  expect(await sendDue(context)).toBe(1)
  expect(server.emails).toMatchObject([{ to: ['patient@example.com'] }])
  expect(server.state.asked).toBe(3)
  const token = /reset-password#([\w-]{43})/.exec(readable(server.emails[0]?.raw ?? ''))?.[1] ?? ''
  expect((await resets()).map(({ token_hash }) => token_hash)).toContainEqual(hashToken(token))
})

test("an e-mail is sent again under the same id when the mail server's reply was lost", async () => {
  await confirm((await paidOrder()).id)
  const context = overSmtp()
  server.state.behaviour = 'accepts but drops the connection'
  await expect(sendDue(context)).rejects.toThrow(DeliveryError)
  server.state.behaviour = 'accepts'
  mail.clock.move(minutes(1))
  await sendDue(context)
  const ids = server.emails.map(({ raw }) => /^Message-ID: (.+)$/m.exec(raw)?.[1]?.trim())
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(1)
})

test('an e-mail whose mail server is down for four days is sent on the fifth', async () => {
  await confirm((await paidOrder()).id)
  const unreachable = { ...mail.context, mailer: { send: () => Promise.reject(new Error('no route to host')) } }
  for (let hour = 0; hour < 4 * 24; hour++) {
    await sendDue(unreachable).catch(error => expect(error).toBeInstanceOf(DeliveryError))
    mail.clock.move(minutes(60))
  }
  expect(await findUndeliverable(mail.db)).toEqual({ total: 0, emails: [] })
  expect(await sendDue(mail.context)).toBe(1)
  expect(await mail.rows()).toMatchObject([{ sent_at: mail.clock.now(), failed_at: null }])
})

test('an e-mail that fails for five days is undeliverable, and is sent when it is requeued', async () => {
  const order = await paidOrder()
  await confirm(order.id)
  let tries = 0
  const send = () => Promise.reject(new Error(`try ${++tries}`))
  for (let hour = 0; hour < 7 * 24; hour++) {
    await sendDue({ ...mail.context, mailer: { send } }).catch(error => expect(error).toBeInstanceOf(DeliveryError))
    mail.clock.move(minutes(60))
  }
  expect(tries).toBe(5 * 24 + 2)
  const { total, emails } = await findUndeliverable(mail.db)
  expect({ total, emails }).toMatchObject({
    total: 1,
    emails: [{ kind: 'order-confirmation', to: 'ada@example.com', orderId: order.order_id, reason: `try ${tries}` }],
  })
  expect(await sendDue(mail.context)).toBe(0)

  expect(await resendUndeliverable(mail.db, mail.clock.now(), 'bea@example.com')).toBe(0)
  const counts = await Promise.all(
    ['ADA@example.com', emails[0]?._id].map(which => resendUndeliverable(mail.db, mail.clock.now(), which)),
  )
  expect(counts.toSorted()).toEqual([0, 1]) // requeued twice at once
  await expect(sendDue({ ...mail.context, mailer: { send } })).rejects.toThrow(DeliveryError)
  expect(await findUndeliverable(mail.db)).toMatchObject({ total: 0 }) // it is retried for another five days
  mail.clock.move(minutes(1))
  expect(await sendDue(mail.context)).toBe(1)
})

test('one refused recipient delays no other, and an unknown one is undeliverable at once', async () => {
  const recipients = ['unknown', 'ada', 'relayed', 'bea', 'greylisted', 'cleo', 'dora', 'emma', 'fay']
  for (const name of recipients) await confirm((await paidOrder({ contact_email: `${name}@example.com` })).id)
  await expect(sendDue(overSmtp())).rejects.toThrow(DeliveryError)
  expect(server.emails.map(({ to }) => to[0]?.split('@')[0]).toSorted()).toEqual(
    ['ada', 'bea', 'cleo', 'dora', 'emma', 'fay'].toSorted(),
  )
  const { emails } = await findUndeliverable(mail.db)
  expect(emails).toMatchObject([{ to: 'unknown@example.com', reason: '550 5.1.1 No such user' }])
  expect((await mail.rows()).filter(({ next_try_at }) => next_try_at)).toHaveLength(2) // they are retried
})

test('an unreachable mail server is not contacted for each e-mail', async () => {
  for (let n = 0; n < 30; n++) await confirm((await paidOrder()).id)
  let tries = 0
  const send = () => {
    tries += 1
    return Promise.reject(new Error('no route to host'))
  }
  await expect(sendDue({ ...mail.context, mailer: { send } })).rejects.toThrow(DeliveryError)
  expect(tries).toBeLessThanOrEqual(5)
})

test('a password reset is sent before all other e-mails', async () => {
  for (let n = 0; n < 20; n++) await confirm((await paidOrder()).id)
  mail.clock.move(minutes(1))
  await createUser(mail.db, { email: 'waiting@example.com' })
  await forgot('waiting@example.com')
  let asked = 0
  await sendDue(mail.context, () => asked++ === 0)
  expect(mail.emails.map(({ to }) => to)).toEqual(['waiting@example.com'])
})

test('a password reset is not sent an hour after the request, nor by requeuing it', async () => {
  await createUser(mail.db, { email: 'late@example.com' })
  await forgot('late@example.com')
  await expect(
    sendDue({ ...mail.context, mailer: { send: () => Promise.reject(new Error('no route to host')) } }),
  ).rejects.toThrow(DeliveryError)
  mail.clock.move(minutes(61))
  expect(await sendDue(mail.context)).toBe(0)
  expect(await resendUndeliverable(mail.db, mail.clock.now())).toBe(0)
  expect(mail.emails).toEqual([])
})

test('many e-mails share few connections', async () => {
  const count = 200
  await sql`insert into "order" (id, order_id, email, payment_state, amount_cents, created_at, updated_at)
    select gen_random_uuid(), 'order ' || n, 'ada@example.com', 'paid', 100, now(), now() from generate_series(1, ${count}::int) n`.execute(
    mail.db,
  )
  await sql`insert into mail (id, kind, order_id, created_at, next_try_at)
    select gen_random_uuid(), 'order-confirmation', id, ${mail.clock.now()}, ${mail.clock.now()} from "order"`.execute(
    mail.db,
  )
  const context = overSmtp()
  expect(await sendDue(context)).toBe(count)
  expect(server.emails).toHaveLength(count)
  expect(server.state.connections).toBeLessThanOrEqual(10) // nodemailer opens a new one after a hundred
  await context.mailer.close?.()
})

test('the previous release can send e-mails beside this one', async () => {
  await confirm((await paidOrder()).id)
  const { rows } = await sql`
    update mail set attempts = attempts + 1, next_try_at = null, due_at = null, sent_at = ${mail.clock.now()}
    where next_try_at <= ${mail.clock.now()} returning id, kind, address, created_at, attempts, news`.execute(mail.db)
  expect(rows).toHaveLength(1)
  expect(await findUndeliverable(mail.db)).toMatchObject({ total: 0 })
})

test('sent e-mails are deleted after thirty days, queued ones are not', async () => {
  await confirm((await paidOrder()).id)
  await sendDue(mail.context)
  await forgot('waiting@example.com')
  mail.clock.move(minutes(60 * 24 * 29))
  await deleteOldMail(mail.context)
  expect(await mail.rows()).toHaveLength(2)
  mail.clock.move(minutes(60 * 24 * 2))
  await deleteOldMail(mail.context)
  expect(await mail.rows()).toMatchObject([{ address: 'waiting@example.com' }])
})

test('a mailer that stores e-mails learns which of them the shop still knows', async () => {
  await forgot('first@example.com')
  await forgot('second@example.com')
  const [first, second] = await mail.rows()
  let known: string[] = []
  const deleteUnknown = async (ask: (ids: string[]) => Promise<string[]>) => {
    known = await ask([first?.id ?? '', second?.id ?? '', mail.source.ids.uuid()])
  }
  await mail.db
    .deleteFrom('mail')
    .where('id', '=', first?.id ?? '')
    .execute()
  await deleteOldMail({ ...mail.context, mailer: { ...mail.context.mailer, deleteUnknown } })
  expect(known).toEqual([second?.id])
})

// The job

test('the job sends queued e-mails, and closes after the e-mail being sent', async () => {
  const warnings: string[] = []
  const untouched = () => {}
  let accept = untouched
  const mailer = {
    send: (email: (typeof mail.emails)[number]) =>
      new Promise<void>(resolve => {
        accept = () => {
          mail.emails.push(email)
          resolve()
        }
      }),
  }
  await createUser(mail.db, { email: 'first@example.com' })
  await createUser(mail.db, { email: 'second@example.com' })
  await forgot('first@example.com')
  const loop = startOutbox(
    { ...mail.context, mailer, mayDelete: async () => true },
    { warn: (_, message) => warnings.push(message) },
  )
  await expect.poll(() => accept, { timeout: 10_000 }).not.toBe(untouched)
  const closing = loop.close()
  await forgot('second@example.com')
  accept()
  await closing
  expect(mail.emails.map(({ to }) => to)).toEqual(['first@example.com'])
  expect(await mail.rows()).toMatchObject([{ sent_at: expect.any(Date) }, { sent_at: null, attempts: 0 }])
  expect(warnings).toEqual([])
})

test('a failure is logged without the contents of the e-mail', async () => {
  const logged: string[] = []
  await createUser(mail.db, { email: 'unlucky@example.com' })
  await forgot('unlucky@example.com')
  const mailer = { send: () => Promise.reject(new Error('no route to host')) }
  const loop = startOutbox(
    { ...mail.context, mailer, mayDelete: async () => true },
    { warn: (about, message) => logged.push(message, String(about)) },
  )
  await expect.poll(() => logged.join(), { timeout: 10_000 }).toMatch(/^password-reset [\w-]+ was not sent/)
  await loop.close()
  expect(logged.join()).not.toMatch(/unlucky|#/)
})
