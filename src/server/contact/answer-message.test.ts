import { beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { createOrder, createProduct, createUser } from '../../../tests/support/builders.ts'
import { noLimits } from '../../../tests/support/limits.ts'
import { signIn } from '../../../tests/support/sign-in.ts'
import { shopLimits } from '../http/limits/rate-limit.ts'
import { randomIds } from '../lib/clock.ts'
import { openTestMail } from '../mail/mail.fixture.ts'
import { sendDue } from '../mail/outbox.ts'
import { messageFrom } from '../mail/transports/message.ts'
import { movableClock } from '../payments/payments.fixture.ts'
import { eraseByEmail } from '../privacy/erase-deleted-job.ts'
import { eraseRelatedRows } from '../privacy/erase-related-rows.ts'

const clock = movableClock()
const { app, db } = await testApp({ limits: { ...noLimits, messageAnswer: shopLimits.messageAnswer }, clock })
const book = { db, clock, ids: randomIds }
const mail = await openTestMail()
await mail.close()
const context = { ...mail.context, db, clock }
const stella = await createUser(db, { role: 'staff', email: 'stella@shop.test' })
const asStella = await signIn(db, stella)
const asOlga = await signIn(db, await createUser(db, { role: 'admin', email: 'olga@shop.test' }))
const asAda = await signIn(db, await createUser(db, { email: 'ada@shop.test' }))
const nobody = '00000000-0000-7000-8000-000000000000'

beforeEach(async () => {
  await db.deleteFrom('contact_message').execute()
  await db.deleteFrom('audit').execute()
  await db.deleteFrom('rate_limit' as never).execute()
  mail.emails.length = 0
})

async function receive(email = 'grace@shop.test') {
  const id = randomIds.uuid()
  const words = { name: 'Grace', email, subject: 'A hem', message: 'Could you\nshorten <it>?' }
  await db
    .insertInto('contact_message')
    .values({ id, ...words, created_at: clock.now() })
    .execute()
  return id
}
async function call(method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, headers: object = asStella) {
  const sent = { method, url: `/api/contact${url}`, payload, headers: headers as { cookie: string } }
  const response = await app.inject(sent)
  return { status: response.statusCode, ...response.json() }
}
const answer = (message: string, more: object = {}, headers?: object) =>
  call(
    'POST',
    `/${message}/answers`,
    { id: randomIds.uuid(), text: 'Gladly.\nBring <it>.', done: true, ...more },
    headers,
  )
const shown = async () => (await call('GET', '?status=all')).data
const stored = () => db.selectFrom('message_answer').selectAll().execute()
const queued = () => db.selectFrom('mail').selectAll().where('kind', '=', 'message-answer').execute()

describe('an answer', () => {
  test('is stored, sent to who wrote with the shop’s address to reply to, and shown below the message', async () => {
    const message = await receive()
    expect(await answer(message)).toMatchObject({ status: 200, message: 'The answer is on its way.', data: null })
    expect(await shown()).toMatchObject([
      {
        doneAt: clock.now().toISOString(),
        answers: [
          { text: 'Gladly.\nBring <it>.', author: stella.email, at: clock.now().toISOString(), mail: 'waiting' },
        ],
      },
    ])
    expect(await sendDue(context)).toBe(1)
    expect((await shown())[0].answers).toMatchObject([{ mail: 'sent' }])
    const [email = expect.fail()] = mail.emails
    expect(email).toMatchObject({ to: 'grace@shop.test', subject: 'Re: A hem', replyTo: 'hello@vitrine.example' })
    expect(email.text).toContain('Gladly.\nBring <it>.\n\nYou wrote to us\n\nCould you\nshorten <it>?')
    expect(email.html).toContain('Gladly.<br>Bring &lt;it&gt;.')
    const { replyTo, headers } = messageFrom(email, 'shop@shop.test')
    expect(replyTo).toEqual({ name: 'Vitrine', address: 'hello@vitrine.example' })
    expect(headers).not.toHaveProperty('Auto-Submitted')
  })

  test('is in the audit without its text, and only an admin takes back its mark', async () => {
    const message = await receive()
    await answer(message)
    const { body } = await app.inject({ url: `/api/audit?q=${message}`, headers: asOlga })
    const { data } = JSON.parse(body)
    expect(data.map(({ action, canUndo }: { action: string; canUndo: boolean }) => ({ action, canUndo }))).toEqual(
      expect.arrayContaining([
        { action: 'answer message', canUndo: false },
        { action: 'mark done', canUndo: true },
      ]),
    )
    for (const words of ['Gladly', 'grace@shop.test', 'A hem']) expect(body).not.toContain(words)
    const mark = data.find(({ action }: { action: string }) => action === 'mark done')
    const undo = (headers: typeof asOlga) => app.inject({ method: 'POST', url: `/api/admin/undo/${mark._id}`, headers })
    expect((await undo(asStella)).statusCode).toBe(403)
    expect((await undo(asOlga)).statusCode).toBe(200)
    expect((await shown())[0]).toMatchObject({ answers: [{ author: stella.email }] })
  })

  test('leaves the message open when asked to', async () => {
    const message = await receive()
    await answer(message, { done: false })
    expect((await shown())[0]).not.toHaveProperty('doneAt')
    const entries = db.selectFrom('audit').select(['action', 'before', 'after'])
    expect(await entries.execute()).toEqual([{ action: 'answer message', before: null, after: null }])
  })

  test('is stored and sent once, also when ten requests with its id arrive at once', async () => {
    const [message, id] = [await receive(), randomIds.uuid()]
    const answers = await Promise.all(Array.from({ length: 10 }, () => answer(message, { id })))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect((await answer(message, { id: id.toUpperCase() })).status).toBe(200)
    expect(await stored()).toHaveLength(1)
    expect(await queued()).toHaveLength(1)
    expect(await answer(message, { id, text: 'Another' })).toMatchObject({
      status: 409,
      message: 'Another answer has this id.',
    })
    expect((await answer(await receive(), { id })).status).toBe(409)
    expect(await stored()).toHaveLength(1)
  })

  test.each([
    ['no text', { text: undefined }, 'Write an answer first.'],
    ['blanks', { text: ' \u200b\n' }, 'Write an answer first.'],
    ['a list', { text: ['x'] }, 'Write an answer first.'],
    ['a novel', { text: 'x'.repeat(5_001) }, 'An answer can have at most 5,000 characters.'],
    ['no id', { id: undefined }, /Send id/],
    ['a number as id', { id: 7 }, /Send id/],
    ['no mark', { done: undefined }, /done/],
    ['NUL', { text: 'a\0b' }, /cannot be used/],
  ])('with %s is refused', async (_, change, sentence) => {
    const message = await receive()
    expect(await answer(message, change)).toMatchObject({ status: 400, message: expect.stringMatching(sentence) })
    expect(await stored()).toEqual([])
    expect(await queued()).toEqual([])
  })

  test.each(['nothing', nobody])('to %s is refused', async id => {
    expect(await answer(id)).toMatchObject({ status: 404, message: 'Message not found' })
  })

  test('is one of 20 at most, and of 60 an hour', async () => {
    const message = await receive()
    for (let n = 0; n < 20; n++) expect((await answer(message)).status).toBe(200)
    expect(await answer(message)).toMatchObject({ status: 409, message: 'This message has 20 answers already.' })
    for (let n = 0; n < 40; n++) expect((await answer(await receive())).status).toBe(200)
    expect((await answer(await receive())).status).toBe(429)
  })

  test('is written by staff and admins only, from the shop’s own site', async () => {
    const message = await receive()
    expect((await answer(message, {}, {})).status).toBe(401)
    expect((await answer(message, {}, asAda)).status).toBe(403)
    const elsewhere = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' }
    expect((await answer(message, {}, { ...asStella, ...elsewhere })).status).toBe(403)
    expect(await stored()).toEqual([])
    expect((await answer(message, {}, asOlga)).status).toBe(200)
  })

  test('goes with its message, also from the queue', async () => {
    const message = await receive()
    await answer(message)
    expect((await call('DELETE', `/${message}`)).status).toBe(403)
    expect((await call('DELETE', `/${message}`, undefined, asOlga)).status).toBe(200)
    expect(await stored()).toEqual([])
    expect(await queued()).toEqual([])
  })

  test('is erased with the person whose address it went to', async () => {
    const email = 'heidi@shop.test'
    const [hers, others] = [await receive(email), await receive()]
    await answer(hers)
    await answer(others)
    await createOrder(db, [await createProduct(db)], { email, status: 'completed' })
    await eraseByEmail(book, email.toUpperCase(), false)
    expect(await stored()).toMatchObject([{ message_id: others }])
    expect(await queued()).toMatchObject([{ address: 'grace@shop.test' }])
  })
})

test('who erases their account takes the answers to a confirmed address along, not those to one that they only typed', async () => {
  const message = await receive('ida@shop.test')
  await answer(message)
  const erase = async (email_verified_at: Date | null) => {
    const ida = await createUser(db, { email: 'ida@shop.test', email_verified_at })
    await db.transaction().execute(tx => eraseRelatedRows(tx, ida.id))
    await db.deleteFrom('user').where('id', '=', ida.id).execute()
  }
  await erase(null)
  expect(await stored()).toHaveLength(1)
  await erase(clock.now())
  expect(await stored()).toEqual([])
})

describe('beside a message', () => {
  const ordersOf = async (id: string, headers?: object) => call('GET', `/${id}/orders`, undefined, headers)

  test('stand the orders of guests with its address, and of the account that has confirmed it', async () => {
    const dress = await createProduct(db)
    const email = 'frieda@shop.test'
    const frieda = await createUser(db, { email })
    const at = (n: number) => new Date(Date.UTC(2026, 2, n))
    const order = (n: number, more: object) =>
      createOrder(db, [dress], { email, created_at: at(n), updated_at: at(n), ...more })
    const typed = await order(1, { email: 'x@shop.test', contact_email: 'Frieda@Shop.test' })
    const guests = await order(2, { status: 'shipped' })
    const own = await order(3, { user_id: frieda.id, payment_state: 'refunded' })
    await order(4, { payment_state: 'expired' })
    await order(5, { deleted_at: at(5) })
    await order(6, { email: 'y@shop.test' })
    await order(7, { user_id: (await createUser(db)).id, contact_email: email })
    const message = await receive(email)
    const idsOf = async () => (await ordersOf(message)).data.orders.map(({ orderId }: { orderId: string }) => orderId)
    expect(await idsOf()).toEqual([guests.order_id, typed.order_id])

    await db
      .updateTable('user')
      .set({ email_verified_at: at(1) })
      .where('id', '=', frieda.id)
      .execute()
    expect(await idsOf()).toEqual([own.order_id, guests.order_id, typed.order_id])
    const { data } = await ordersOf(message)
    expect(data.total).toBe(3)
    expect(data.orders[1]).toEqual({
      orderId: guests.order_id,
      number: guests.number,
      createdAt: at(2).toISOString(),
      status: 'shipped',
      paymentState: 'paid',
      amount: guests.amount_cents / 100,
      isGuest: true,
    })
    expect(data.orders[0]).toMatchObject({ paymentState: 'refunded', isGuest: false })
  })

  test('stand the newest 20, and how many there are', async () => {
    const [dress, message] = [await createProduct(db), await receive('ida@shop.test')]
    for (let n = 0; n < 23; n++) await createOrder(db, [dress], { email: 'ida@shop.test' })
    const { data } = await ordersOf(message)
    expect(data.orders).toHaveLength(20)
    expect(data.total).toBe(23)
  })

  test('nothing stands for who may not read it, and for no message', async () => {
    const message = await receive()
    expect(await ordersOf(message)).toMatchObject({ status: 200, data: { orders: [], total: 0 } })
    expect((await ordersOf(message, asAda)).status).toBe(403)
    expect((await ordersOf(message, {})).status).toBe(401)
    expect((await ordersOf(nobody)).status).toBe(404)
    expect((await ordersOf('x')).status).toBe(404)
  })
})
