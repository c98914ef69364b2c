import { describe, expect, test } from 'vitest'
import { noLimits } from '../../../tests/support/limits.ts'
import { shopLimits } from '../http/limits/rate-limit.ts'
import { goodPassword, openAccounts } from '../users/users.fixture.ts'

const { browser, signedIn, member, clock, db, stored } = await openAccounts({
  limits: { ...noLimits, login: shopLimits.login },
})
const newPassword = 'another dress'
const change = { oldPassword: goodPassword, newPassword }

test('a change without a session is refused', async () => {
  expect((await browser().post('/change-password', change)).status).toBe(401)
})

test('a new password leaves this browser signed in and ends every other session and device', async () => {
  const ada = await signedIn()
  const { email, id } = ada.user
  const [phone, before] = [browser(), { ...ada.cookies }]
  const bearer = (await phone.login(email)).body.token
  const link = { token_hash: Buffer.alloc(32, 1), user_id: id, expires_at: new Date(+clock.now() + 3_600_000) }
  await db.insertInto('password_reset').values(link).execute()

  const { status, body } = await ada.post('/change-password', change)
  expect({ status, body }).toEqual({ status: 200, body: { success: true, message: 'Password changed', data: null } })
  expect(await ada.whoAmI()).toMatchObject({ _id: id })
  expect(ada.cookies.token).not.toBe(before.token)
  expect(ada.cookies.device).not.toBe(before.device)
  expect(await phone.whoAmI()).toBeNull()
  expect(await browser('192.0.2.1', { ...before }).whoAmI()).toBeNull()
  const byBearer = await browser().send('GET', '/session', undefined, {
    headers: { authorization: `Bearer ${bearer}` },
  })
  expect(byBearer.body.data.user).toBeNull()
  for (const table of ['session', 'device'] as const)
    expect(await db.selectFrom(table).selectAll().where('user_id', '=', id).execute()).toHaveLength(1)
  expect(await db.selectFrom('password_reset').selectAll().where('user_id', '=', id).execute()).toEqual([])

  expect((await browser().login(email)).status).toBe(401)
  expect((await browser().login(email, newPassword)).status).toBe(200)
})

test('a wrong old password changes nothing', async () => {
  const ada = await signedIn()
  const { password_hash } = await stored(ada.user.id)
  const { status, body } = await ada.post('/change-password', { ...change, oldPassword: 'not this one' })
  expect({ status, message: body.message }).toEqual({ status: 400, message: 'The old password is not right.' })
  expect((await stored(ada.user.id)).password_hash).toBe(password_hash)
  expect(await ada.whoAmI()).not.toBeNull()
})

test.each([
  ['seven77', 'The password must have at least 8 characters.'],
  ['x'.repeat(129), 'The password can have at most 128 characters.'],
  ['password', 'This password is too common. Please choose another one.'],
  [' '.repeat(8), 'The password must have more than spaces.'],
  ['countess of lovelace', 'The password must not be your own e-mail or username.'],
  [goodPassword, 'Please choose another password than the old one.'],
])('%s as the new one is refused with the rule', async (password, message) => {
  const ada = await signedIn({ username: 'Countess of Lovelace' })
  const answer = await ada.post('/change-password', { ...change, newPassword: password })
  expect(answer).toMatchObject({ status: 400, body: { message } })
  expect((await browser().login(ada.user.email)).status).toBe(200)
})

test.each([
  {},
  { oldPassword: goodPassword },
  { ...change, newPassword: 12345678 },
  { ...change, oldPassword: 'a\0b' },
])('%j is a bad request', async body => {
  expect((await (await signedIn()).post('/change-password', body)).status).toBe(400)
})

test('in an open session a stranger may guess the old password five times, also at once', async () => {
  const ada = await signedIn()
  const wrong = { ...change, oldPassword: 'not this one' }
  const all = await Promise.all(Array.from({ length: 20 }, () => ada.post('/change-password', wrong)))
  expect(all.map(({ status }) => status).sort()).toEqual([...Array(5).fill(400), ...Array(15).fill(429)])
  expect(await ada.post('/change-password', change)).toMatchObject({ status: 429, headers: { 'retry-after': '60' } })
  clock.move(60_000)
  expect((await ada.post('/change-password', change)).status).toBe(200)
})

test('a right old password does not count as a guess, however often it is changed', async () => {
  const ada = await signedIn()
  for (let n = 0; n < 7; n++) {
    const dresses = { oldPassword: n ? `dress number ${n}` : goodPassword, newPassword: `dress number ${n + 1}` }
    expect((await ada.post('/change-password', dresses)).status).toBe(200)
  }
})

test('of two changes at once one succeeds, and one session is left', async () => {
  const ada = await signedIn()
  const passwords = ['the first dress', 'the second dress']
  const answers = await Promise.all(
    passwords.map(password =>
      browser('192.0.2.1', { ...ada.cookies }).post('/change-password', { ...change, newPassword: password }),
    ),
  )
  const statuses = answers.map(({ status }) => status)
  const [first, second] = statuses.toSorted()
  expect(first).toBe(200)
  expect([400, 401]).toContain(second) // 401 when its session had already ended
  const saved = passwords[statuses.indexOf(200)]
  expect((await browser().login(ada.user.email, saved)).status).toBe(200)
  expect(await db.selectFrom('session').selectAll().where('user_id', '=', ada.user.id).execute()).toHaveLength(2)
})

test('one user’s change leaves the others alone', async () => {
  const [ada, grace] = [await signedIn(), await signedIn()]
  await ada.post('/change-password', { ...change, userId: grace.user.id, id: grace.user.id })
  expect(await grace.whoAmI()).toMatchObject({ _id: grace.user.id })
  expect((await browser().login((await member()).email)).status).toBe(200)
})

test('a user’s own e-mail is refused as a new password, whatever its case', async () => {
  const ada = await signedIn()
  const answer = await ada.post('/change-password', { ...change, newPassword: ada.user.email.toUpperCase() })
  const message = 'The password must not be your own e-mail or username.'
  expect(answer).toMatchObject({ status: 400, body: { message } })
})

describe('the audit', () => {
  const auditEntries = (id: string) =>
    db
      .selectFrom('audit')
      .select(['actor', 'action', 'record', 'before', 'after'])
      .where('record_id', '=', id)
      .execute()

  test('records that an admin changed their own password, and contains neither password', async () => {
    const olga = await signedIn({ role: 'admin' })
    const { id } = olga.user
    await olga.post('/change-password', { ...change, oldPassword: 'not this one' })
    await olga.post('/change-password', { ...change, newPassword: 'seven77' })
    expect(await auditEntries(id)).toEqual([])
    expect((await olga.post('/change-password', change)).status).toBe(200)
    const auditEntry = { actor: id, action: 'change password', record: 'user', before: null, after: null }
    expect(await auditEntries(id)).toEqual([auditEntry])
  })

  test('gets one entry when two changes at once leave one password', async () => {
    const olga = await signedIn({ role: 'admin' })
    await Promise.all(
      ['the first dress', 'the second dress'].map(password =>
        browser('192.0.2.1', { ...olga.cookies }).post('/change-password', { ...change, newPassword: password }),
      ),
    )
    expect(await auditEntries(olga.user.id)).toHaveLength(1)
  })

  test('records nothing when customers change theirs', async () => {
    const ada = await signedIn()
    expect((await ada.post('/change-password', change)).status).toBe(200)
    expect(await auditEntries(ada.user.id)).toEqual([])
  })
})
