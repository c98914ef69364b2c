import { expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { goodPassword, openAccounts } from '../users/users.fixture.ts'

const { app, db, browser, clock, member, stored } = await openAccounts()
const refusal = { success: false, message: 'Your given info is not valid', code: 'bad_request' }
const register = (info: object) => browser().post('/register', info)
const users = async () => (await db.selectFrom('user').select('id').execute()).length

test('a new customer registers and can log in', async () => {
  const ada = browser()
  const { status, body } = await ada.post('/register', {
    username: '  Ada Lovelace ',
    email: 'Ada@Shop.test',
    password: goodPassword,
  })
  expect(status).toBe(201)
  expect(body).toEqual({
    success: true,
    message: 'Registration successful!',
    data: {
      _id: expect.any(String),
      username: 'Ada Lovelace',
      email: 'Ada@Shop.test',
      role: 'user',
      profileImage: '',
      bio: '',
      profession: '',
    },
  })
  expect(await ada.whoAmI()).toBeNull()
  expect((await ada.login('ada@shop.TEST')).status).toBe(200)
})

test('a password is stored as argon2id with 19 MiB, two passes and one lane', async () => {
  const { body } = await register({ username: 'Ada', email: 'hash@shop.test', password: goodPassword })
  expect((await stored(body.data._id)).password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('nobody registers as an admin', async () => {
  const { body } = await register({
    username: 'Eve',
    email: 'eve@shop.test',
    password: goodPassword,
    role: 'admin',
    _id: '00000000-0000-7000-8000-000000000000',
  })
  expect(body.data).toMatchObject({ role: 'user', _id: expect.not.stringContaining('0000-7000-8000') })
})

const good = { username: 'Ada', email: 'new@shop.test', password: goodPassword }
test.each<[string, object]>([
  ['no name', { ...good, username: undefined }],
  ['an empty name', { ...good, username: '  ' }],
  ['a name without anything to see', { ...good, username: '\u200B\u200B' }],
  ['a name of two lines', { ...good, username: 'Ada\nAdmin' }],
  ['a name that turns the text after it', { ...good, username: 'Ada\u202Enimda' }],
  ['a name that is too long', { ...good, username: 'x'.repeat(51) }],
  ['a name that is none', { ...good, username: { $ne: 1 } }],
  ['a name that looks empty', { ...good, username: '\u3164' }],
  ['a name of letters that nobody sees', { ...good, username: '\u115F\u1160\uFFA0' }],
  ['a name that only seems to be another', { ...good, username: 'Ad\u200Bmin' }],
  ['a name that ends in an unseen letter', { ...good, username: 'Admin\u3164' }],
  ['the name of deleted users', { ...good, username: 'Deleted user' }],
  ['the same in another case', { ...good, username: ' DELETED\u00a0 User' }],
  ['no e-mail', { ...good, email: '' }],
  ['an e-mail without a domain', { ...good, email: 'ada@shop' }],
  ['an e-mail with a space', { ...good, email: 'ada lovelace@shop.test' }],
  ['an e-mail with a control character', { ...good, email: 'ada\u0007@shop.test' }],
  ['an e-mail that is too long', { ...good, email: `${'x'.repeat(250)}@shop.test` }],
  ['two e-mails', { ...good, email: ['a@shop.test', 'b@shop.test'] }],
  ['an e-mail with an unseen character', { ...good, email: 'ada\u200B@shop.test' }],
  ['an e-mail whose domain has no name', { ...good, email: 'ada@.test' }],
  ['an e-mail that ends in dots', { ...good, email: 'ada@shop..' }],
  ['spaces for a password', { ...good, password: ' '.repeat(12) }],
  ['the e-mail for a password', { ...good, password: 'New@shop.test' }],
  ['the name for a password', { ...good, username: 'Ada Lovelace', password: 'ada lovelace' }],
  ['a short password', { ...good, password: 'seven77' }],
  ['a long password', { ...good, password: 'x'.repeat(129) }],
  ['a common password', { ...good, password: 'Password123' }],
  ['a number for a password', { ...good, password: 1234567890123 }],
  ['nothing', {}],
])('%s is refused like anything else', async (_what, info) => {
  await db.deleteFrom('user').where('email', '=', good.email).execute() // so that a taken e-mail is not the reason for the refusal
  const before = await users()
  const { status, body } = await register(info)
  expect({ status, body }).toEqual({ status: 400, body: { ...refusal, requestId: expect.any(String) } })
  expect(await users()).toBe(before)
})

test.each(['ada\0@shop.test', 'ada\uD800@shop.test'])('%j is refused by the input guard', async email => {
  expect(await register({ ...good, email })).toMatchObject({ status: 400, body: { success: false } })
})

test('an e-mail is taken whatever its case, and also while its user is deleted', async () => {
  await member({ email: 'Taken@Shop.test' })
  await member({ email: 'gone@shop.test', deleted_at: new Date() })
  for (const email of ['taken@shop.test', 'TAKEN@SHOP.TEST', 'Gone@shop.test'])
    expect(await register({ ...good, email })).toMatchObject({ status: 400, body: refusal })
})

test('the e-mail of a deleted user is free once the deletion can no longer be undone', async () => {
  const day = 24 * 60 * 60_000
  const gone = await member({ email: 'longgone@shop.test', deleted_at: new Date(+clock.now() - 30 * day) })
  const info = { username: 'Ada', email: 'LongGone@shop.test', password: goodPassword }
  expect((await register(info)).body).toMatchObject(refusal)
  await db
    .updateTable('user')
    .set({ deleted_at: new Date(+clock.now() - 30 * day - 1) })
    .where('id', '=', gone.id)
    .execute()
  expect((await register(info)).status).toBe(201)
  expect((await stored(gone.id)).email).toBe(`${gone.id}@deleted.invalid`)
})

test('an e-mail is stored in one form, and taken however its accents are typed', async () => {
  const composed = 'zo\u00EB@shop.test'
  const decomposed = composed.normalize('NFD')
  expect((await register({ username: 'Zoe', email: decomposed, password: goodPassword })).body.data.email).toBe(
    composed,
  )
  for (const email of [composed, decomposed])
    expect((await register({ username: 'Zoe', email, password: goodPassword })).body).toMatchObject(refusal)
  expect((await browser().login(decomposed)).status).toBe(200)
})

test('an older account with an address that is refused today signs in, and nobody can register it a second time', async () => {
  const old = await member({ email: 'chlo\u00E9@shop.test'.normalize('NFD') })
  const odd = await member({ email: '<a@b.example>' })
  for (const { email } of [old, odd]) expect((await browser().login(email)).status).toBe(200)
  expect((await browser().login('chlo\u00E9@shop.test')).status).toBe(200)
  const again = await register({ username: 'Chloe', email: 'chlo\u00E9@shop.test', password: goodPassword })
  expect(again.body).toMatchObject(refusal)
  expect((await register({ username: 'A', email: '<c@d.example>', password: goodPassword })).body).toMatchObject(
    refusal,
  )
})

test('of 50 concurrent registrations of one e-mail, one succeeds', async () => {
  const all = await Promise.all(
    Array.from({ length: 50 }, (_, n) => register({ ...good, email: n % 2 ? 'race@shop.test' : 'RACE@shop.test' })),
  )
  const statuses = all.map(({ status }) => status).sort()
  expect(statuses).toEqual([201, ...Array(49).fill(400)])
})

test('registrations beyond the hashing capacity are told to come back, and none is stored in part', async () => {
  const before = await users()
  const all = await Promise.all(
    Array.from({ length: 100 }, (_, n) => register({ ...good, email: `crowd${n}@shop.test` })),
  )
  const made = all.filter(({ status }) => status === 201).length
  const away = all.filter(({ status }) => status === 503)
  expect(made + away.length).toBe(100)
  expect(made).toBeGreaterThanOrEqual(66)
  for (const { headers } of away) expect(headers['retry-after']).toBe('2')
  expect(await users()).toBe(before + made)
})

test('an address may register ten accounts an hour', async () => {
  const shop = await testApp()
  const post = (n: number, remoteAddress: string) =>
    shop.app.inject({
      method: 'POST',
      url: '/api/auth/register',
      remoteAddress,
      payload: { ...good, email: `${n}@shop.test` },
    })
  for (let n = 0; n < 10; n++) expect((await post(n, '192.0.2.7')).statusCode).toBe(201)
  const refused = await post(10, '192.0.2.7')
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500)
  expect((await post(10, '192.0.2.8')).statusCode).toBe(201)
})

test('another site cannot open an account in a visitor’s name', async () => {
  const response = await app.inject({
    method: 'POST',
    url: '/api/auth/register',
    payload: good,
    headers: { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' },
  })
  expect(response.statusCode).toBe(403)
})
