import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { withdrawalReceived } from '#domain/withdrawals/withdrawal.ts'
import { testApp } from '../../../tests/support/app.ts'
import { createOrder, createProduct, createUser } from '../../../tests/support/builders.ts'
import { statementsDuring } from '../../../tests/support/count-statements.ts'
import { noLimits } from '../../../tests/support/limits.ts'
import { signIn } from '../../../tests/support/sign-in.ts'
import { shopLimits } from '../http/limits/rate-limit.ts'
import { newToken } from '../http/sessions.ts'
import { randomIds } from '../lib/clock.ts'
import { openTestMail } from '../mail/mail.fixture.ts'
import { sendDue } from '../mail/outbox.ts'
import { findUndeliverable } from '../mail/queries.ts'
import type { Pages } from '../pages/routes.ts'
import { movableClock } from '../payments/payments.fixture.ts'

const clock = movableClock()
/** Stands for React: the page is what the server gives to it. */
const pages: Pages = {
  render: async (_request, url, posted) => ({
    ...{ status: 200, headers: { 'content-type': 'application/json', 'cache-control': 'no-store' } },
    ...{ body: Buffer.from(JSON.stringify({ url, ...posted })), nonce: '', failure: null, cacheTags: [] },
  }),
}
const { withdrawal, withdrawals } = shopLimits
const { app, db } = await testApp({ limits: { ...noLimits, withdrawal, withdrawals }, clock, pages: async () => pages })
const mail = await openTestMail()
await mail.close()
const context = { ...mail.context, db, clock }
const dress = await createProduct(db, { name: 'Silk dress' })

beforeEach(async () => {
  await sql`truncate "order", return, withdrawal, mail, rate_limit cascade`.execute(db)
  mail.emails.length = 0
})

const order = (more: Parameters<typeof createOrder>[2] = {}) =>
  createOrder(db, [dress, dress], { email: 'ada@shop.test', status: 'shipped', ...more })
const body = (more: object = {}) => ({
  ...{ id: randomIds.uuid(), name: 'Ada King', contract: '#1', email: 'ada@shop.test', pieces: null },
  ...more,
})
async function send(payload: object, headers: Record<string, string> = {}) {
  const response = await app.inject({ method: 'POST', url: '/api/withdrawals', payload, headers })
  return { status: response.statusCode, text: response.body, ...response.json() }
}
const returns = () =>
  db
    .selectFrom('return')
    .leftJoin('withdrawal', 'return_id', 'return.id')
    .select(['return.id', 'kind', 'order_id', 'asked_at', 'cancelled_at', 'is_late', 'objected_at', 'name', 'pieces'])
    .execute()
const lines = () =>
  db
    .selectFrom('return_line')
    .select(['place', 'position', 'variant_id', 'quantity', 'reason', 'arrived'])
    .orderBy('place')
    .execute()
const queued = () => db.selectFrom('mail').select(['kind', 'address']).orderBy('kind').orderBy('id').execute()
const linesOf = (text: string | undefined) => (text ?? '').replaceAll('\u2060', '').split('\n')

describe('a withdrawal', () => {
  test('from a whole order is recorded with all its lines, and acknowledged as received', async () => {
    const { id: orderId, number } = await order()
    const sent = body({ contract: ` # ${number}`, name: ' Ada\nKing ' })
    const { id, ...statement } = sent
    const answer = await send(sent)
    expect(answer).toMatchObject({ status: 200, success: true, message: withdrawalReceived })
    const receivedAt = clock.now().toISOString()
    expect(answer.data).toEqual({ ...statement, name: 'Ada King', contract: `# ${number}`, receivedAt })
    expect(await returns()).toMatchObject([
      { id, kind: 'withdrawal', order_id: orderId, asked_at: clock.now(), is_late: false, pieces: null },
    ])
    const line = { quantity: 1, reason: null, arrived: 0, variant_id: null }
    expect(await lines()).toEqual([
      { ...line, place: 0, position: 0 },
      { ...line, place: 1, position: 1 },
    ])
    expect(answer.text).not.toMatch(/approv|accept/i)
  })

  test('from some pieces has their words and no lines', async () => {
    const { order_id } = await order()
    const { status } = await send(body({ contract: order_id.toUpperCase(), pieces: ' The red one.\r\nThe hat. ' }))
    expect(status).toBe(200)
    expect(await returns()).toMatchObject([{ pieces: 'The red one.\nThe hat.', order_id: expect.any(String) }])
    expect(await lines()).toEqual([])
  })

  test.each([
    ['paid', {}, true],
    ['refunded', { payment_state: 'refunded' }, true],
    ['under review', { payment_state: 'review', review_reason: 'Paid $1.' }, true],
    ['unpaid', { payment_state: 'expired' }, false],
    ['deleted', { deleted_at: new Date() }, false],
  ] as const)('of an order that is %s is recorded', async (_, more, isMatched) => {
    const { id, number } = await order(more)
    expect((await send(body({ contract: String(number) }))).status).toBe(200)
    expect(await returns()).toMatchObject([{ order_id: isMatched ? id : null }])
  })

  test('of an unknown order is answered alike, by as many statements', async () => {
    const { number } = await order()
    const ask = async (contract: string) => {
      const sent = body({ contract })
      let answer = ''
      const statements = await statementsDuring(async () => {
        const { status, text } = await send(sent)
        answer = `${status} ${text.replace(JSON.stringify(contract), '""')}`
      })
      return { answer, statements: statements.length }
    }
    const known = await ask(`#${number}`)
    for (const unknown of [`#${number + 1}`, 'the red dress', 'f'.repeat(32), '2147483648', '#'])
      expect(await ask(unknown)).toEqual(known)
    expect(await returns()).toHaveLength(6)
  })

  test('sent ten times at once and later again is one, with one receipt', async () => {
    const { number } = await order()
    const sent = body({ contract: `#${number}` })
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(sent)))
    clock.move(60_000)
    answers.push(await send({ ...sent, id: sent.id.toUpperCase() }))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(await returns()).toHaveLength(1)
    expect(await lines()).toHaveLength(2)
    expect(await queued()).toHaveLength(1)
    expect(await send({ ...sent, name: 'Eve' })).toMatchObject({
      status: 409,
      message: 'Another withdrawal has this id.',
    })
  })

  test('is late 14 days after the last parcel arrived, and received all the same', async () => {
    const { id, number } = await order()
    const sent_at = new Date('2026-03-01T12:00:00Z')
    const parcel = { order_id: id, sent_at, actor: 'olga@shop.test' }
    const add = (more: object) =>
      db
        .insertInto('shipment')
        .values({ id: randomIds.uuid(), ...parcel, ...more })
        .execute()
    await add({ delivered_at: new Date('2026-03-02T12:00:00Z') })
    const event = { order_id: id, kind: 'status', value: 'shipped', actor: 'olga@shop.test', at: sent_at } as const
    await db.insertInto('order_event').values(event).execute()
    const lateAt = async (time: string) => {
      clock.move(+new Date(time) - +clock.now())
      const sent = body({ contract: `#${number}` })
      expect((await send(sent)).status).toBe(200)
      return (await returns()).find(each => each.id === sent.id)?.is_late
    }
    const before = clock.now()
    expect(await lateAt('2026-03-16T23:59:59Z')).toBe(false)
    expect(await lateAt('2026-03-17T00:00:00Z')).toBe(true)
    await add({ delivered_at: null }) // one more is under way: 28 days from the dispatch, a Sunday, so until Monday
    expect(await lateAt('2026-03-30T23:59:59Z')).toBe(false)
    expect(await lateAt('2026-03-31T00:00:00Z')).toBe(true)
    clock.move(+before - +clock.now())
  })

  test.each([
    ['no name', { name: ' ' }, 'Please type your name.'],
    ['no order', { contract: '' }, 'Please type the number of the order, or what else identifies it.'],
    ['half an e-mail', { email: 'ada' }, 'Please type your whole e-mail address, with its @ and its ending.'],
    ['no pieces', { pieces: ' ' }, 'Please say which pieces you withdraw from.'],
    ['a novel', { pieces: 'x'.repeat(1_001) }, /at most 1,000 characters/],
    ['no UUID', { id: 'x' }, 'Send id, a UUID of its own for each withdrawal.'],
    ['a number', { name: 7 }, /name/],
    ['NUL', { name: 'a\0' }, /cannot be used/],
  ])('with %s is refused in a sentence', async (_, change, sentence) => {
    expect(await send(body(change))).toMatchObject({ status: 400, message: expect.stringMatching(sentence) })
    expect(await returns()).toEqual([])
  })

  test('is received 20 times an hour of one visitor and 300 times of all, and then says the other way', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 21; n++) statuses.push((await send(body({ email: `ada-${n}@shop.test` }))).status)
    expect(statuses).toEqual([...Array(20).fill(200), 429])
    await sql`truncate rate_limit`.execute(db)
    for (let n = 0; n < 15; n++)
      for (let i = 0; i < 20; i++)
        await app.inject({ method: 'POST', url: '/api/withdrawals', remoteAddress: `10.0.0.${n}`, payload: body() })
    const last = await send(body())
    expect(last).toMatchObject({ status: 429, message: expect.stringMatching(/An e-mail to us .* counts as much\.$/) })
    clock.move(61 * 60_000)
    expect((await send(body())).status).toBe(200)
  })
})

describe('the e-mails', () => {
  test('a receipt has all that was typed, its time and no link that somebody typed', async () => {
    const sent = body({ contract: 'http://evil.test/<b>', name: 'Ada <i>www.evil.test', pieces: 'See evil.test\nnow' })
    await send(sent)
    const at = clock.now()
    clock.move(5_000)
    expect(await sendDue(context)).toBe(1)
    const [email = expect.fail()] = mail.emails
    expect(email).toMatchObject({ to: 'ada@shop.test', subject: 'We have received your withdrawal' })
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(at)
    expect(linesOf(email.text)).toEqual(
      expect.arrayContaining([
        withdrawalReceived,
        `It reached us on ${day} at ${at.toISOString().slice(11, 19)} UTC. This is what it says:`,
        'Ada <i>www.evil.test',
        'http://evil.test/<b>',
        'See evil.test',
        'now',
        'ada@shop.test',
      ]),
    )
    for (const form of [email.text, email.html]) {
      expect(form).not.toMatch(/evil\.test|http:\/\/evil|www\.evil/)
      expect(form).not.toMatch(/That was not me|approv/)
    }
    expect(email.html).toContain('Ada &lt;i&gt;www.')
    const stored = JSON.stringify(await db.selectFrom('mail').selectAll().execute())
    expect(stored).not.toMatch(/evil|King/)
  })

  test('the order’s own address hears of it when another was typed, and nothing that was typed', async () => {
    const { number } = await order({ contact_email: 'grace@shop.test' })
    await send(body({ contract: `#${number}`, name: 'Eve', email: 'eve@evil.test', pieces: 'Call me' }))
    expect(await sendDue(context)).toBe(2)
    const notice = mail.emails.find(({ to }) => to === 'grace@shop.test')
    const receipt = mail.emails.find(({ to }) => to === 'eve@evil.test')
    expect(notice?.subject).toBe(`Somebody has withdrawn from your order #${number}`)
    expect(notice?.text).toMatch(/some pieces of your order/)
    expect(notice?.text).toMatch(/That was not me: http:\/\/shop\.test\/withdraw\/objection#[\w-]{43}\n/)
    expect(notice?.text).not.toMatch(/Eve|evil|Call/)
    expect(receipt?.text).not.toMatch(/objection|grace/)
    expect(mail.emails).toHaveLength(2)
  })

  test('the receipt suffices when the own address was typed, in any case, and has the link', async () => {
    const { number } = await order()
    await send(body({ contract: `#${number}`, email: 'ADA@shop.test' }))
    expect(await sendDue(context)).toBe(1)
    expect(mail.emails[0]?.text).toMatch(/That was not me: http:\/\/shop\.test\/withdraw\/objection#[\w-]{43}\n/)
  })

  test('a mailbox gets five receipts an hour, an order five notices, and the answers stay the same', async () => {
    const { number } = await order({ email: 'grace@shop.test' })
    for (let n = 0; n < 8; n++)
      expect(
        (await send(body({ contract: `#${number}`, email: n % 2 ? 'Ada@shop.test' : 'ada@shop.test' }))).status,
      ).toBe(200)
    const kinds = (await queued()).map(({ kind }) => kind)
    expect(kinds.filter(kind => kind === 'withdrawal-received')).toHaveLength(5)
    expect(kinds.filter(kind => kind === 'withdrawal-notice')).toHaveLength(5)
    expect(await returns()).toHaveLength(8)
  })

  test('one that cannot be delivered shows the owner its order', async () => {
    const { number, order_id } = await order({ email: 'grace@shop.test' })
    await send(body({ contract: `#${number}` }))
    await db.updateTable('mail').set({ due_at: null, failed_at: clock.now(), failure: 'no' }).execute()
    const { emails } = await findUndeliverable(db)
    expect(emails.map(({ kind, to, orderId }) => ({ kind, to, orderId }))).toEqual(
      expect.arrayContaining([
        { kind: 'withdrawal-received', to: 'ada@shop.test', orderId: order_id },
        { kind: 'withdrawal-notice', to: 'grace@shop.test', orderId: order_id },
      ]),
    )
  })
})

describe('“That was not me”', () => {
  const object = async (key: unknown, headers = {}) => {
    const response = await app.inject({
      ...{ method: 'POST', url: '/api/withdrawals/objection', payload: { key }, headers },
    })
    return { status: response.statusCode, ...response.json() }
  }
  async function receivedKey() {
    const { number } = await order()
    await send(body({ contract: `#${number}` }))
    await sendDue(context)
    return /objection#([\w-]{43})/.exec(mail.emails[0]?.text ?? '')?.[1] ?? expect.fail()
  }

  test('cancels the withdrawal, once and for all', async () => {
    const key = await receivedKey()
    const stored = await db.selectFrom('withdrawal_objection').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(key)
    const first = await object(key)
    expect(first).toMatchObject({ status: 200, message: 'Thank you. We have noted that it was not you.' })
    const [noted] = await returns()
    expect(noted).toMatchObject({ objected_at: clock.now(), cancelled_at: clock.now() })
    clock.move(60_000)
    expect(await object(key)).toEqual(first)
    expect(await Promise.all([object(key), object(key)])).toEqual([first, first])
    expect(await returns()).toEqual([noted])
  })

  test('with a forged key changes nothing, and says so', async () => {
    const key = await receivedKey()
    for (const forged of [newToken(), key.slice(1), `${key}x`, '', "' or true --"])
      expect(await object(forged)).toMatchObject({ status: 404, message: /^This link is not known here\./ })
    expect((await object(7)).status).toBe(400)
    expect((await object(key, { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' })).status).toBe(403)
    expect(await returns()).toMatchObject([{ objected_at: null, cancelled_at: null }])
  })

  test('is noted, and cancels nothing whose goods have arrived or whose money is on its way back', async () => {
    const arrived = await receivedKey()
    await db.updateTable('return').set({ arrived_at: clock.now() }).execute()
    expect((await object(arrived)).status).toBe(200)
    expect(await returns()).toMatchObject([{ objected_at: clock.now(), cancelled_at: null }])
    await sql`truncate return, withdrawal, mail cascade`.execute(db)
    mail.emails.length = 0
    const refunding = await receivedKey()
    const [{ id: return_id, order_id } = expect.fail()] = await returns()
    await db
      .insertInto('refund')
      .values({
        ...{ id: randomIds.uuid(), order_id: order_id ?? '', return_id, cents: 100, state: 'asked', provider_id: null },
        ...{ reason: null, actor: 'olga@shop.test', actor_id: null },
        ...{ at: clock.now(), updated_at: clock.now(), check_at: clock.now() },
      })
      .execute()
    expect((await object(refunding)).status).toBe(200)
    expect(await returns()).toMatchObject([{ objected_at: clock.now(), cancelled_at: null }])
  })

  test('is noted, and cancels nothing that is settled', async () => {
    const key = await receivedKey()
    await db.updateTable('return').set({ settled_at: clock.now() }).execute()
    expect((await object(key)).status).toBe(200)
    expect(await returns()).toMatchObject([{ objected_at: clock.now(), cancelled_at: null }])
  })
})

describe('the form of the page', () => {
  const own = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' }
  const post = async (fields: Record<string, string>, headers: Record<string, string> = own) => {
    const payload = new URLSearchParams(fields).toString()
    const response = await app.inject({ method: 'POST', url: '/withdraw', payload, headers })
    return { status: response.statusCode, headers: response.headers, page: response.json() }
  }
  const typed = { name: 'Ada', contract: '#1', email: 'ada@shop.test', scope: 'pieces', pieces: 'The hat\r\n& more' }
  const texts = { ...typed, pieces: 'The hat\n& more' }

  test('asks, repeats with an id of its own, and receives once', async () => {
    const { page, headers } = await post(typed)
    expect(page).toEqual({ url: '/withdraw', step: 'confirm', texts, id: expect.any(String) })
    expect(headers['cache-control']).toBe('no-store')
    expect((await post(typed)).page.id).not.toBe(page.id)
    expect(await returns()).toEqual([])
    const confirmed = { ...typed, id: page.id, step: 'confirm' }
    const first = await post(confirmed)
    const { scope: _, ...statement } = texts
    const receipt = { ...statement, receivedAt: clock.now().toISOString() }
    expect(first.page).toEqual({ url: '/withdraw', step: 'receipt', receipt })
    clock.move(1_000)
    expect((await post(confirmed)).page).toEqual(first.page)
    expect(await returns()).toMatchObject([{ id: page.id }])
    expect(await queued()).toHaveLength(1)
  })

  test('goes back to what was typed', async () => {
    expect((await post({ ...typed, step: 'change' })).page).toEqual({
      url: '/withdraw',
      step: 'form',
      texts,
      errors: {},
    })
    const { page } = await post({ ...typed, name: '', pieces: '', step: 'confirm' })
    expect(page).toMatchObject({
      step: 'form',
      errors: { name: 'Please type your name.', pieces: expect.stringMatching(/^Please say/) },
    })
  })

  test('without an id, or with a wrong one, asks once more', async () => {
    for (const id of ['', 'x']) expect((await post({ ...typed, id, step: 'confirm' })).page.step).toBe('confirm')
    expect(await returns()).toEqual([])
  })

  test('beyond the limit keeps the question, and says why', async () => {
    for (let n = 0; n < 20; n++) await send(body())
    const id = randomIds.uuid()
    const { page } = await post({ ...typed, id, step: 'confirm' })
    expect(page).toMatchObject({
      step: 'confirm',
      id,
      texts,
      error: { status: 429, message: expect.stringMatching(/counts as much/) },
    })
  })

  test('is refused from another site, and with too much in it', async () => {
    const elsewhere = { ...own, 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' }
    expect((await post(typed, elsewhere)).status).toBe(403)
    expect((await post(typed, { ...own, 'sec-fetch-site': 'same-site', origin: 'https://b.evil.test' })).status).toBe(
      403,
    )
    expect((await post({ ...typed, pieces: 'x'.repeat(40_000) })).status).toBe(413)
    expect((await send(body(), { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect(await returns()).toEqual([])
  })
})

test('a signed-in visitor is counted by their account', async () => {
  const headers = await signIn(db, await createUser(db))
  for (let n = 0; n < 20; n++) await send(body({ email: `a-${n}@shop.test` }), headers)
  expect((await send(body(), headers)).status).toBe(429)
  expect((await send(body())).status).toBe(200)
})
