import { expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { hashToken, newToken } from '../http/sessions.ts'
import { movableClock } from '../payments/payments.fixture.ts'
import { comparable, goodPassword, openAccounts } from '../users/users.fixture.ts'

const { browser, signedIn, member, clock, db, stored } = await openAccounts()
const hour = 60 * 60_000
const password = 'another dress'
const gone = 'This link is no longer valid. Please ask for a new one.'

/** A reset link as an e-mail contains it. */
async function linkFor(userId: string, livesForMs = hour) {
  const token = newToken()
  const expires_at = new Date(+clock.now() + livesForMs)
  await db
    .insertInto('password_reset')
    .values({ token_hash: hashToken(token), user_id: userId, expires_at })
    .execute()
  return token
}
const reset = (token: string, chosen = password) => browser().post('/reset-password', { token, password: chosen })
const emails = () => db.selectFrom('mail').selectAll().orderBy('created_at').execute()

test('a request for a link gets the same answer and queues the same e-mail, whether the account exists or not', async () => {
  const { email } = await member()
  const ask = (address: string) => browser().post('/forgot-password', { email: address })
  const answers = [await ask(email), await ask('nobody@shop.test'), await ask('no address at all')]
  const message = 'If there is an account with this address, a link is on its way.'
  for (const answer of answers) expect(comparable(answer)).toEqual(comparable(answers[0] ?? expect.fail()))
  expect(answers[0]).toMatchObject({ status: 200, body: { success: true, message, data: null } })
  expect(await emails()).toMatchObject([
    { kind: 'password-reset', address: email, order_id: null, attempts: 0 },
    { kind: 'password-reset', address: 'nobody@shop.test' },
  ])
})

test.each([{}, { email: 7 }, { email: 'x'.repeat(255) }, { email: ['a@shop.test'] }, { email: 'a\0@shop.test' }])(
  'a reset request with %j is a bad request',
  async body => {
    const before = (await emails()).length
    expect((await browser().post('/forgot-password', body)).status).toBe(400)
    expect(await emails()).toHaveLength(before)
  },
)

test('one address may request five resets an hour, and one mailbox gets five e-mails, whoever requests them', async () => {
  const moving = movableClock()
  const { app, db } = await testApp({ clock: moving })
  const ask = async (email: string, remoteAddress: string) => {
    const url = '/api/auth/forgot-password'
    return (await app.inject({ method: 'POST', url, payload: { email }, remoteAddress })).statusCode
  }
  const emails = async () => {
    const asked = db.selectFrom('mail').select('address').where('address', 'ilike', 'ada@shop.test')
    return (await asked.execute()).length
  }
  for (let n = 0; n < 8; n++) expect(await ask(n % 2 ? 'Ada@Shop.test' : 'ada@shop.test', `192.0.2.${n}`)).toBe(200)
  expect(await emails()).toBe(5)
  for (let n = 0; n < 5; n++) expect(await ask(n ? `${n}@shop.test` : '192.0.2.9', '192.0.2.99')).toBe(200)
  expect(await ask('grace@shop.test', '192.0.2.99')).toBe(429)
  expect(await ask('grace@shop.test', '192.0.2.9')).toBe(200)
  moving.move(hour)
  expect(await ask('ada@shop.test', '192.0.2.99')).toBe(200)
  expect(await emails()).toBe(6)
})

test('a new password by link ends all sessions, devices and links of that user', async () => {
  const [ada, grace] = [await signedIn(), await signedIn()]
  const { id, email } = ada.user
  const [older, token, hers] = [await linkFor(id), await linkFor(id), await linkFor(grace.user.id)]
  const { status, body } = await reset(token)
  expect({ status, body }).toEqual({ status: 200, body: { success: true, message: 'Password changed', data: null } })
  expect(await ada.whoAmI()).toBeNull()
  expect(await db.selectFrom('device').selectAll().where('user_id', '=', id).execute()).toEqual([])
  expect((await browser().login(email)).status).toBe(401)
  expect((await browser().login(email, password)).status).toBe(200)
  expect((await reset(older)).body.message).toBe(gone)
  expect(await grace.whoAmI()).not.toBeNull()
  expect((await reset(hers)).status).toBe(200)
})

test('a link works once, also when ten requests use it at the same moment', async () => {
  const { id, email } = await member()
  const token = await linkFor(id)
  const chosen = Array.from({ length: 10 }, (_, n) => `dress number ${n}`)
  const answers = await Promise.all(chosen.map(each => reset(token, each)))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([200, ...Array(9).fill(400)])
  for (const { status, body } of answers) if (status === 400) expect(body.message).toBe(gone)
  expect((await browser().login(email, chosen[statuses.indexOf(200)])).status).toBe(200)
  expect((await reset(token)).status).toBe(400)
})

test('two links of one user, used at the same moment, set one password and cause no error', async () => {
  const { id } = await member()
  const links = [await linkFor(id), await linkFor(id)]
  const statuses = (await Promise.all(links.map(link => reset(link)))).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([200, 400])
})

test('a link lives for an hour', async () => {
  const { id } = await member()
  const token = await linkFor(id)
  clock.move(hour)
  expect(await reset(token)).toMatchObject({ status: 400, body: { message: gone } })
})

test('a refused password leaves the link as it was', async () => {
  const { id } = await member()
  const token = await linkFor(id)
  expect((await reset(token, 'seven77')).body.message).toBe('The password must have at least 8 characters.')
  expect((await reset(token, 'iloveyou')).body.message).toBe('This password is too common. Please choose another one.')
  expect((await reset(token)).status).toBe(200)
})

test('the link of a deleted user does not work', async () => {
  const { id } = await member({ deleted_at: new Date() })
  const token = await linkFor(id)
  const { password_hash } = await stored(id)
  expect(await reset(token)).toMatchObject({ status: 400, body: { message: gone } })
  expect((await stored(id)).password_hash).toBe(password_hash)
})

test.each(['', 'made up', newToken(), 'x'.repeat(128)])('%j is not a link', async token => {
  expect(await reset(token)).toMatchObject({ status: 400, body: { message: gone } })
})

test.each([{}, { token: 7, password }, { token: 'x'.repeat(129), password }, { token: 'a', password: 'a\0bcdefgh' }])(
  '%j is a bad request',
  async body => {
    expect((await browser().post('/reset-password', body)).status).toBe(400)
  },
)

test('a user without a password can set one by link', async () => {
  const { id, email } = await member({ password_hash: null })
  expect((await reset(await linkFor(id), goodPassword)).status).toBe(200)
  expect((await browser().login(email)).status).toBe(200)
})

test('the audit records that an admin set a password by link, and does not record it for a customer', async () => {
  const auditEntries = (id: string) =>
    db
      .selectFrom('audit')
      .select(['actor', 'action', 'record', 'before', 'after'])
      .where('record_id', '=', id)
      .execute()
  const [olga, ada] = [await member({ role: 'admin' }), await member()]
  const token = await linkFor(olga.id)
  expect((await reset(token, 'seven77')).status).toBe(400)
  expect(await auditEntries(olga.id)).toEqual([])
  const statuses = (await Promise.all([reset(token), reset(token)])).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([200, 400])
  const auditEntry = { actor: olga.id, action: 'reset password', record: 'user', before: null, after: null }
  expect(await auditEntries(olga.id)).toEqual([auditEntry])
  expect((await reset(await linkFor(ada.id))).status).toBe(200)
  expect(await auditEntries(ada.id)).toEqual([])
})
