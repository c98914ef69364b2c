import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { alertWords } from '#domain/stock/alert.ts'
import { createUser } from '../../../../tests/support/builders.ts'
import { noLimits } from '../../../../tests/support/limits.ts'
import { signIn } from '../../../../tests/support/sign-in.ts'
import { openTestMail } from '../../mail/mail.fixture.ts'
import { sendDue } from '../../mail/outbox.ts'
import { minutes } from '../../payments/payments.fixture.ts'
import { eraseByEmail } from '../../privacy/erase-deleted-job.ts'
import { openStock } from '../stock.fixture.ts'
import { deleteOldAlerts, tellAlerts } from './tell.ts'

const shop = await openStock({ limits: { ...noLimits, alert: { times: 12, perMs: minutes(60) } } })
const { db, clock } = shop
const mail = await openTestMail()
await mail.close()
const context = { ...mail.context, db, clock }
const hours = (n: number) => minutes(60 * n)

beforeEach(async () => {
  mail.emails.length = 0
  await sql`truncate stock_alert, mail, rate_limit, lost_demand cascade`.execute(db)
})

const ask = async (variantId: unknown, email: unknown = 'ada@shop.test', headers = {}) => {
  const payload = { variantId, email }
  const answer = await shop.app.inject({ method: 'POST', url: '/api/alerts', payload: payload as object, headers })
  return { status: answer.statusCode, message: answer.json().message as string }
}
const page = async (method: 'GET' | 'POST', path: string, headers = {}) => {
  const answer = await shop.app.inject({ method, url: path, headers })
  return { status: answer.statusCode, heading: /<h1>(.*?)<\/h1>/.exec(answer.body)?.[1], body: answer.body, answer }
}
async function send() {
  await sendDue(context)
  return mail.emails.splice(0)
}
/** The paths of the links of an e-mail. */
const linksOf = (text: string) =>
  [...text.matchAll(/https?:\/\/[^/]+(\/alerts\/[\w-]{43})/g)].map(([, path = '']) => path)

/** A dress of which S is sold out and L is there. */
async function sellDress() {
  const { id, variants } = await shop.sellSizes('Colette dress', ['alpha-S', 'alpha-L'])
  const [s = '', l = ''] = variants
  await shop.count(s, 0)
  await shop.count(l, 5)
  return { id, s, l }
}
/** People who wait, in the order in which they asked. */
async function wait(variantId: string, emails: string[]) {
  const rows = emails.map((email, n) => {
    const asked_at = new Date(+clock.now() - 1_000_000 + n)
    return { id: shop.ids.uuid(), variant_id: variantId, email, asked_at, confirmed_at: clock.now() }
  })
  await db.insertInto('stock_alert').values(rows).execute()
}
const told = async () => (await send()).map(({ to, subject }) => `${to}: ${subject}`)

describe('who asks', () => {
  test('gets the same answer for every size, address and time, and an e-mail only for a size that is not there', async () => {
    const { s, l } = await sellDress()
    for (const variantId of [s, l, s.toUpperCase(), shop.ids.uuid(), 'nothing', ''])
      expect(await ask(variantId)).toEqual({ status: 202, message: alertWords })
    for (const bad of ['ada', 'ada@', '', 'a@b.test, c@d.test'])
      expect((await ask(s, bad)).message).toBe('Please type your whole e-mail address, with its @ and its ending.')
    expect((await ask(s, 7)).status).toBe(400)
    const emails = await send()
    expect(new Set(emails.map(({ to, subject }) => `${to}: ${subject}`))).toEqual(
      new Set(['ada@shop.test: Shall we tell you when it is back?']),
    )
    expect(await db.selectFrom('stock_alert').select('variant_id').execute()).toEqual([{ variant_id: s }])
  })

  test('gets at most five e-mails an hour, also from many places, and beyond it the same answer', async () => {
    const { s } = await sellDress()
    for (let n = 0; n < 8; n++) expect((await ask(s)).status).toBe(202)
    expect(await send()).toHaveLength(5)
    for (let n = 0; n < 8; n++) expect((await ask(s, `guest-${n}@shop.test`)).status).toBe(202)
    expect(await send()).toHaveLength(4) // one place asked twelve times
    clock.move(hours(1))
    await ask(s)
    expect(await send()).toHaveLength(1)
  })

  test('is noted as lost demand, once', async () => {
    const { s } = await sellDress()
    await ask(s)
    await ask(s)
    const kinds = () => db.selectFrom('lost_demand').select(['kind', 'visitors']).where('variant_id', '=', s).execute()
    await expect.poll(kinds).toEqual([{ kind: 'alert', visitors: 1 }])
  })

  test('without scripts sends a form and reads a page; another site cannot send it', async () => {
    const { s } = await sellDress()
    const post = (headers = {}, payload = `variantId=${s}&email=ada%40shop.test`) => {
      const type = { 'content-type': 'application/x-www-form-urlencoded' }
      return shop.app.inject({ method: 'POST', url: '/api/alerts', payload, headers: { ...type, ...headers } })
    }
    const done = await post({ 'sec-fetch-site': 'same-origin' })
    expect(done.statusCode).toBe(202)
    expect(done.headers['content-type']).toMatch(/^text\/html/)
    expect(done.body).toContain(alertWords)
    expect((await post({ 'sec-fetch-site': 'cross-site', origin: 'http://evil.test' })).statusCode).toBe(403)
    expect((await post({}, `variantId=${s}`)).statusCode).toBe(400)
    expect((await post({}, '__proto__=1&constructor=2')).statusCode).toBe(400)
    expect((await post({}, `variantId=${s}&email=${'a'.repeat(9_000)}`)).statusCode).toBe(413)
    expect(await send()).toHaveLength(1)
  })
})

describe('the links of the e-mail', () => {
  test('change nothing when they are opened; a button confirms, once', async () => {
    const { s } = await sellDress()
    await ask(s)
    const [email] = await send()
    const [confirm = '', end = ''] = linksOf(email?.text ?? '')
    expect(await page('GET', confirm)).toMatchObject({ status: 200, heading: 'Shall we tell you?' })
    expect((await page('GET', confirm)).body).toContain('Colette dress, Black, S')
    expect(await page('GET', end)).toMatchObject({ status: 200, heading: 'Shall we not tell you?' })
    await shop.count(s, 3, 0)
    await tellAlerts(context)
    expect(await told()).toEqual([])
    const evil = { 'sec-fetch-site': 'cross-site', origin: 'http://evil.test' }
    expect((await page('POST', confirm, evil)).status).toBe(403)
    const both = await Promise.all([page('POST', confirm), page('POST', confirm)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 410])
    expect(await page('GET', confirm)).toMatchObject({ status: 410, heading: 'This link was used' })
    await tellAlerts(context)
    expect(await told()).toEqual(['ada@shop.test: It is back: Colette dress, Black, S'])
    expect(await page('POST', `/alerts/${'x'.repeat(43)}`)).toMatchObject({ status: 410 })
    expect(await page('GET', `/alerts/${'x'.repeat(201)}`)).toMatchObject({ status: 400 })
  })

  test('do not name a piece that has become a draft', async () => {
    const { id, s } = await sellDress()
    await ask(s)
    const [path = ''] = linksOf((await send())[0]?.text ?? '')
    expect((await page('GET', path)).body).toContain('Colette dress')
    await db
      .updateTable('product')
      .set({ name: 'Secret piece', is_draft: true, deleted_at: clock.now() })
      .where('id', '=', id)
      .execute()
    const { status, body } = await page('GET', path)
    expect(status).toBe(200)
    expect(body).toContain('A piece that is not shown at present')
    expect(body).not.toContain('Secret piece')
  })

  test('end it with one press, also of the mail program, and the address is gone', async () => {
    const { s } = await sellDress()
    await ask(s)
    const [email] = await send()
    const end = email?.unsubscribe ?? ''
    const path = new URL(end).pathname
    expect(linksOf(email?.text ?? '')[1]).toBe(path)
    const answer = await shop.app.inject({
      ...{ method: 'POST', url: path, payload: 'List-Unsubscribe=One-Click' },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(answer.statusCode).toBe(200)
    expect(await db.selectFrom('stock_alert').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('mail').selectAll().execute()).toEqual([])
    expect(await page('POST', path)).toMatchObject({ status: 410, heading: 'This link is no longer valid' })
  })

  test('are not sent once it is confirmed by another e-mail', async () => {
    const { s } = await sellDress()
    await ask(s)
    const [first] = await send()
    await ask(s)
    await page('POST', linksOf(first?.text ?? '')[0] ?? '')
    expect(await send()).toEqual([])
    await ask(s)
    expect(await send()).toEqual([])
  })
})

describe('when pieces come', () => {
  const fiveHundred = Array.from({ length: 500 }, (_, n) => `guest-${n}@shop.test`)

  test('of 500 who wait for 3 pieces the first 3 are told, the next after two hours, and nobody twice', async () => {
    const { s } = await sellDress()
    await wait(s, fiveHundred)
    await tellAlerts(context)
    expect(await told()).toEqual([])
    await shop.count(s, 3, 0)
    await Promise.all(Array.from({ length: 5 }, () => tellAlerts(context)))
    await tellAlerts(context)
    const names = (from: number, to: number) =>
      fiveHundred.slice(from, to).map(to => `${to}: It is back: Colette dress, Black, S`)
    expect((await told()).toSorted()).toEqual(names(0, 3).toSorted())
    clock.move(hours(1))
    await tellAlerts(context)
    expect(await told()).toEqual([])
    await shop.count(s, 5, 3)
    await tellAlerts(context)
    expect((await told()).toSorted()).toEqual(names(3, 5).toSorted())
    clock.move(hours(2))
    await tellAlerts(context)
    expect((await told()).toSorted()).toEqual(names(5, 10).toSorted())
  })

  test('held pieces are not told, nor those of a size or product that is gone; without a count all are', async () => {
    const { id, s } = await sellDress()
    await wait(s, ['ada@shop.test'])
    await shop.count(s, 1, 0)
    await shop.buy([{ _id: id, variantId: s }])
    await tellAlerts(context)
    expect(await told()).toEqual([])
    const gone = await sellDress()
    await wait(gone.s, ['eve@shop.test'])
    await db.updateTable('product').set({ deleted_at: new Date() }).where('id', '=', gone.id).execute()
    const uncounted = await sellDress()
    await wait(uncounted.s, ['grace@shop.test'])
    await sql`delete from stock where variant_id = ${uncounted.s}`.execute(db)
    await tellAlerts(context)
    expect(await told()).toEqual(['grace@shop.test: It is back: Colette dress, Black, S'])
  })

  test('the board says how many wait for each size', async () => {
    const { s, id } = await sellDress()
    await wait(s, ['ada@shop.test', 'eve@shop.test'])
    await ask(s, 'grace@shop.test')
    const answer = await shop.app.inject({ url: '/api/stock?q=colette&limit=50', headers: shop.headers })
    const product = answer.json().data.find((each: { _id: string }) => each._id === id)
    expect(product.sizes.map(({ label, waiting }: { label: string; waiting: number }) => [label, waiting])).toEqual([
      ['S', 2],
      ['L', 0],
    ])
  })
})

describe('what is stored', () => {
  test('goes with the person, is among their own data, and needs no account to be erased', async () => {
    const { s } = await sellDress()
    const ada = await createUser(db, { email: 'ada@shop.test' })
    await wait(s, ['Ada@shop.test', 'guest@shop.test'])
    const headers = await signIn(db, ada)
    const ownAlerts = async () =>
      (await shop.app.inject({ url: '/api/auth/my-data', headers })).json().sizesToBeToldAbout
    expect(await ownAlerts()).toEqual([]) // whose address it is has not been shown
    await db.updateTable('user').set({ email_verified_at: clock.now() }).where('id', '=', ada.id).execute()
    expect(await ownAlerts()).toMatchObject([{ name: 'Colette dress', size: 'alpha-S' }])
    const book = { db, clock, ids: shop.ids }
    await eraseByEmail(book, 'guest@shop.test', true)
    await eraseByEmail(book, 'guest@shop.test', false)
    await eraseByEmail(book, 'ada@shop.test', false)
    expect(await db.selectFrom('stock_alert').selectAll().execute()).toEqual([])
    await expect(eraseByEmail(book, 'guest@shop.test', false)).rejects.toThrow('There is no account')
  })

  test('who asks again within two days has two days to confirm', async () => {
    const { s } = await sellDress()
    await ask(s)
    clock.move(hours(47))
    await ask(s)
    clock.move(hours(2))
    await deleteOldAlerts(context)
    expect(await db.selectFrom('stock_alert').select('email').execute()).toEqual([{ email: 'ada@shop.test' }])
  })

  test('goes: unconfirmed after two days, told after thirty, and what waits after 400', async () => {
    const { s } = await sellDress()
    await wait(s, ['waits@shop.test'])
    await ask(s, 'never@shop.test')
    const emails = async () =>
      (await db.selectFrom('stock_alert').select('email').orderBy('email').execute()).map(({ email }) => email)
    clock.move(hours(47))
    await deleteOldAlerts(context)
    expect(await emails()).toEqual(['never@shop.test', 'waits@shop.test'])
    clock.move(hours(2))
    await deleteOldAlerts(context)
    expect(await emails()).toEqual(['waits@shop.test'])
    await db.updateTable('stock_alert').set({ told_at: clock.now() }).execute()
    clock.move(hours(24 * 29))
    await deleteOldAlerts(context)
    expect(await emails()).toEqual(['waits@shop.test'])
    clock.move(hours(49))
    await deleteOldAlerts(context)
    expect(await emails()).toEqual([])
  })
})
