import { sql } from 'kysely'
import { URI } from 'otpauth'
import { decodeQR } from 'qr/decode.js'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { noLimits } from '../../../../tests/support/limits.ts'
import { shopLimits } from '../../http/limits/rate-limit.ts'
import { goodPassword, openAccounts } from '../../users/users.fixture.ts'
import { codeOf, stepMs, withSecondFactor, wrongCodeFor } from './two-factor.fixture.ts'

const { login, code } = shopLimits
const shop = await openAccounts(
  { limits: { ...noLimits, login, code } },
  { PUBLIC_ORIGIN: 'https://boutique.test:8443', PAYMENTS: 'sandbox' },
)
const { browser, signedIn, clock, db } = shop
const password = goodPassword
const off = { isOn: false, since: null, codesLeft: 0 }

const anAdmin = () => signedIn({ role: 'admin' })
const anAdminWithOne = async () => withSecondFactor(shop, await anAdmin())
type Own = Awaited<ReturnType<typeof anAdmin>>
const state = async (own: Pick<Own, 'send'>) => (await own.send('GET', '/second-factor')).body.data
const begin = (own: Pick<Own, 'post'>, typed: object = { password }) => own.post('/second-factor/begin', typed)
const confirm = (own: Pick<Own, 'post'>, code: string) => own.post('/second-factor/confirm', { code })
const auditEntries = (id: string) =>
  db.selectFrom('audit').select(['actor', 'action', 'before', 'after']).where('record_id', '=', id).execute()

test('it is turned on with the password and the first code of the app', async () => {
  const olga = await anAdmin()
  expect(await state(olga)).toEqual(off)
  const begun = await begin(olga)
  expect(begun).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
  const { secret, uri } = begun.body.data
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(uri).toBe(URI.parse(uri).toString())
  expect(URI.parse(uri)).toMatchObject({
    issuer: 'Vitrine boutique.test',
    label: olga.user.email,
    algorithm: 'SHA1',
    digits: 6,
    period: 30,
    secret: { base32: secret },
  })
  expect(await state(olga)).toEqual(off)

  const { status, body } = await confirm(olga, codeOf(secret, clock.now()))
  expect({ status, message: body.message }).toEqual({ status: 200, message: 'Two-step sign-in is on' })
  expect(new Set(body.data.codes).size).toBe(10)
  for (const each of body.data.codes) expect(each).toMatch(/^([a-hj-km-np-z2-9]{5}-){4}[a-hj-km-np-z2-9]{5}$/)
  expect(await state(olga)).toEqual({ isOn: true, since: clock.now().toISOString(), codesLeft: 10 })
  expect(await auditEntries(olga.user.id)).toEqual([
    { actor: olga.user.id, action: 'second factor on', before: null, after: null },
  ])
})

test('the QR code contains the same address, and its SVG has nothing but black shapes', async () => {
  const { uri, qr } = (await begin(await anAdmin())).body.data
  expect(qr).not.toMatch(/<script|\son\w+=|href|<style|<foreignObject/i)
  const drawn = sharp(Buffer.from(qr), { density: 600 }).flatten({ background: '#fff' }).ensureAlpha()
  const { data, info } = await drawn.raw().toBuffer({ resolveWithObject: true })
  expect(decodeQR({ width: info.width, height: info.height, data })).toBe(uri)
})

test('neither a recovery code nor a token of a session is stored in plain text', async () => {
  const olga = await anAdminWithOne()
  const rows = await db.selectFrom('recovery_code').selectAll().where('user_id', '=', olga.user.id).execute()
  expect(rows).toHaveLength(10)
  const saved = rows.map(({ hash }) => hash.toString('latin1')).join()
  for (const each of olga.codes) expect(saved).not.toContain(each.replaceAll('-', ''))
  expect(new Set(rows.map(({ hash }) => hash.length))).toEqual(new Set([32]))
})

test('turning it on ends all other sessions and devices, and this browser stays signed in', async () => {
  const olga = await anAdmin()
  const [phone, before] = [browser(), { ...olga.cookies }]
  const bearer = (await phone.login(olga.user.email)).body.token
  await withSecondFactor(shop, olga)
  expect(await olga.whoAmI()).toMatchObject({ _id: olga.user.id })
  expect(olga.cookies.token).not.toBe(before.token)
  expect(olga.cookies.device).not.toBe(before.device)
  expect(await phone.whoAmI()).toBeNull()
  expect(await browser('192.0.2.1', { ...before }).whoAmI()).toBeNull()
  const headers = { authorization: `Bearer ${bearer}` }
  expect((await browser().send('GET', '/session', undefined, { headers })).body.data.user).toBeNull()
})

test('beginning again replaces an unconfirmed key', async () => {
  const olga = await anAdmin()
  const [first, second] = [(await begin(olga)).body.data, (await begin(olga)).body.data]
  expect(first.secret).not.toBe(second.secret)
  expect(await confirm(olga, codeOf(first.secret, clock.now()))).toMatchObject({
    status: 400,
    body: { code: 'code_wrong' },
  })
  expect((await confirm(olga, codeOf(second.secret, clock.now()))).status).toBe(200)
})

test('a second factor that is on cannot be replaced, only turned off', async () => {
  const olga = await anAdminWithOne()
  expect(await begin(olga)).toMatchObject({ status: 409, body: { message: 'Two-step sign-in is on already.' } })
  expect(await confirm(olga, olga.code())).toMatchObject({ status: 409 })
  expect(await state(olga)).toMatchObject({ isOn: true, codesLeft: 10 })
  expect((await browser().post('/login', { email: olga.user.email, password, code: olga.code() })).status).toBe(200)
})

test('without the password nothing begins', async () => {
  const olga = await anAdmin()
  for (const typed of [{}, { password: 7 }, { password: 'a\0b' }, { password: 'x'.repeat(1025) }])
    expect((await begin(olga, typed)).status).toBe(400)
  expect(await begin(olga, { password: 'not this one' })).toMatchObject({
    status: 400,
    body: { message: 'The password is not right.' },
  })
  expect(await confirm(olga, '123456')).toMatchObject({ status: 409 })
  expect(await db.selectFrom('second_factor').selectAll().where('user_id', '=', olga.user.id).execute()).toEqual([])
})

test('in an open session a stranger may guess the password five times, and so also the code of an unconfirmed key', async () => {
  const [olga, grace] = [await anAdmin(), await anAdmin()]
  const wrong = { password: 'not this one' }
  const guesses = await Promise.all(Array.from({ length: 20 }, () => begin(olga, wrong)))
  expect(guesses.map(({ status }) => status).sort()).toEqual([...Array(5).fill(400), ...Array(15).fill(429)])
  expect((await begin(olga)).status).toBe(429)

  const { secret } = (await begin(grace)).body.data
  const wrongCode = wrongCodeFor(secret, clock.now())
  const codes = await Promise.all(Array.from({ length: 20 }, () => confirm(grace, wrongCode)))
  expect(codes.map(({ status }) => status).sort()).toEqual([...Array(5).fill(400), ...Array(15).fill(429)])
  expect((await confirm(grace, codeOf(secret, clock.now()))).status).toBe(429)
  clock.move(60_000)
  expect((await confirm(grace, codeOf(secret, clock.now()))).status).toBe(200)
})

test('of two concurrent confirmations, one turns it on', async () => {
  const olga = await anAdmin()
  const { secret } = (await begin(olga)).body.data
  const shown = codeOf(secret, clock.now())
  const answers = await Promise.all([1, 2].map(() => confirm(browser('192.0.2.1', { ...olga.cookies }), shown)))
  const [first, second] = answers.map(({ status }) => status).toSorted()
  expect(first).toBe(200)
  expect([401, 409]).toContain(second) // 401 when its session had already ended
  expect(await auditEntries(olga.user.id)).toHaveLength(1)
  expect(await db.selectFrom('recovery_code').selectAll().where('user_id', '=', olga.user.id).execute()).toHaveLength(
    10,
  )
})

test('only an admin turns it on, also when the role is lost between password and code', async () => {
  const [ada, olga] = [await signedIn(), await anAdmin()]
  expect((await begin(ada)).status).toBe(403)
  expect((await confirm(ada, '123456')).status).toBe(403)
  expect(await state(ada)).toEqual(off)
  const { secret } = (await begin(olga)).body.data
  await db.updateTable('user').set({ role: 'user' }).where('id', '=', olga.user.id).execute()
  expect((await confirm(olga, codeOf(secret, clock.now()))).status).toBe(403)
  expect(await state(olga)).toEqual(off)
})

test('a role that is lost while a request is under way counts', async () => {
  const olga = await anAdmin()
  const { secret } = (await begin(olga)).body.data
  for (const call of [() => begin(olga), () => confirm(olga, codeOf(secret, clock.now()))]) {
    const calls = await db.transaction().execute(async tx => {
      await tx.updateTable('user').set({ role: 'user' }).where('id', '=', olga.user.id).execute()
      const waiting = [call()]
      const waitsForIt = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => (await waitsForIt.execute(db)).rows.length, { timeout: 10_000 }).toBe(1)
      return waiting
    })
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([403])
    await db.updateTable('user').set({ role: 'admin' }).where('id', '=', olga.user.id).execute()
  }
  expect(await state(olga)).toEqual(off)
})

test('new recovery codes need the password and a code of the app, and the old ones stop working', async () => {
  const olga = await anAdminWithOne()
  const renew = (typed: object) => olga.post('/second-factor/recovery-codes', typed)
  expect(await renew({ password: 'not this one', code: olga.code() })).toMatchObject({ status: 400 })
  for (const code of [olga.wrongCode(), olga.codes[0], ''])
    expect(await renew({ password, code })).toMatchObject({ status: 400, body: { code: 'code_wrong' } })
  const { status, body } = await renew({ password, code: olga.code() })
  expect(status).toBe(200)
  expect(new Set([...body.data.codes, ...olga.codes]).size).toBe(20)
  const logIn = (code: string) => browser().post('/login', { email: olga.user.email, password, code })
  expect((await logIn(olga.codes[0] ?? '')).status).toBe(401)
  expect((await logIn(body.data.codes[0])).status).toBe(200)
  expect(await state(olga)).toMatchObject({ isOn: true, codesLeft: 9 })
  expect(await renew({ password, code: olga.code() })).toMatchObject({ status: 400 }) // used up
  expect((await auditEntries(olga.user.id)).map(({ action }) => action)).toEqual([
    'second factor on',
    'new recovery codes',
  ])
})

test('it is turned off with the password and a code of either kind, and the login then asks for no code', async () => {
  for (const kind of ['app', 'recovery'] as const) {
    const olga = await anAdminWithOne()
    const turnOff = (typed: object) => olga.post('/second-factor/off', typed)
    expect((await turnOff({ password: 'not this one', code: olga.code() })).status).toBe(400)
    expect(await turnOff({ password, code: olga.wrongCode() })).toMatchObject({ body: { code: 'code_wrong' } })
    expect(await state(olga)).toMatchObject({ isOn: true, codesLeft: 10 })
    const code = kind === 'app' ? olga.code() : olga.codes[9]
    expect(await turnOff({ password, code })).toMatchObject({ status: 200, body: { data: null } })
    expect(await state(olga)).toEqual(off)
    expect((await browser().login(olga.user.email)).status).toBe(200)
    expect(await turnOff({ password, code })).toMatchObject({
      status: 409,
      body: { message: 'Two-step sign-in is not on.' },
    })
    expect((await olga.post('/second-factor/recovery-codes', { password, code })).status).toBe(409)
    for (const table of ['second_factor', 'recovery_code'] as const)
      expect(await db.selectFrom(table).selectAll().where('user_id', '=', olga.user.id).execute()).toEqual([])
    expect((await auditEntries(olga.user.id)).at(-1)).toMatchObject({
      actor: olga.user.id,
      action: 'second factor off',
    })
  }
})

test('of ten concurrent requests with one code, one is accepted', async () => {
  const olga = await anAdminWithOne()
  const shown = { password, code: olga.code() }
  const calls = Array.from({ length: 5 }, (_, n) =>
    olga.post(n % 2 ? '/second-factor/recovery-codes' : '/second-factor/off', shown),
  )
  const statuses = (await Promise.all(calls)).map(({ status }) => status)
  expect(statuses.filter(status => status === 200)).toHaveLength(1)
  for (const status of statuses) expect([200, 400, 409]).toContain(status)
})

test('a second factor that was begun and not confirmed is not on', async () => {
  const olga = await anAdmin()
  const { secret } = (await begin(olga)).body.data
  const code = codeOf(secret, clock.now())
  for (const url of ['/second-factor/off', '/second-factor/recovery-codes'])
    expect(await olga.post(url, { password, code })).toMatchObject({
      status: 409,
      body: { message: 'Two-step sign-in is not on.' },
    })
  expect((await confirm(olga, code)).status).toBe(200)
})

test('a former admin may turn it off', async () => {
  const olga = await anAdminWithOne()
  await db.updateTable('user').set({ role: 'user' }).where('id', '=', olga.user.id).execute()
  expect(await state(olga)).toMatchObject({ isOn: true })
  const renewed = await olga.post('/second-factor/recovery-codes', { password, code: olga.code() })
  expect(renewed.status).toBe(200)
  clock.move(stepMs)
  expect((await olga.post('/second-factor/off', { password, code: olga.code() })).status).toBe(200)
})

test('the second factor of one user does nothing for another', async () => {
  const [olga, grace] = [await anAdminWithOne(), await anAdminWithOne()]
  const body = { password, code: grace.codes[0], userId: grace.user.id, id: grace.user.id }
  expect((await olga.post('/second-factor/off', body)).status).toBe(400)
  await olga.post('/second-factor/off', { ...body, code: olga.codes[0] })
  expect(await state(olga)).toEqual(off)
  expect(await state(grace)).toMatchObject({ isOn: true, codesLeft: 10 })
})

test.each([{}, { password }, { code: '123456' }, { password, code: 7 }, { password, code: 'x'.repeat(65) }])(
  '%j is a bad request',
  async body => {
    const olga = await anAdminWithOne()
    for (const url of ['/second-factor/off', '/second-factor/recovery-codes'])
      expect((await olga.post(url, body)).status).toBe(400)
    expect(await state(olga)).toMatchObject({ isOn: true, codesLeft: 10 })
  },
)

test('deleting a user from the database deletes the second factor', async () => {
  const olga = await anAdminWithOne()
  await db.deleteFrom('second_factor').where('user_id', '=', olga.user.id).execute()
  expect(await db.selectFrom('recovery_code').selectAll().where('user_id', '=', olga.user.id).execute()).toEqual([])
})
