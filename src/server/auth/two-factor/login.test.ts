import { expect, test } from 'vitest'
import { noLimits } from '../../../../tests/support/limits.ts'
import { shopLimits } from '../../http/limits/rate-limit.ts'
import { hashToken, newToken } from '../../http/sessions.ts'
import { comparable, goodPassword, openAccounts } from '../../users/users.fixture.ts'
import { stepMs, withSecondFactor } from './two-factor.fixture.ts'

const { login, code } = shopLimits
const shop = await openAccounts({ limits: { ...noLimits, login, code } })
const { browser, member, signedIn, clock, db } = shop
const minute = 60_000

/** An admin with a second factor, and a browser that is signed in. */
const admin = async () => withSecondFactor(shop, await signedIn({ role: 'admin' }))
const needed = {
  success: false,
  code: 'code_needed',
  message: 'This account needs a code from its authenticator app, or a recovery code.',
}
const wrong = {
  success: false,
  code: 'code_wrong',
  message: 'This code is not right, or it was used before. An app shows a new one every 30 seconds.',
}

let addresses = 0
/** A browser that is not a known device. */
const stranger = () => browser(`198.51.100.${++addresses}`)
const logIn = (email: string, code?: unknown, password = goodPassword, own = stranger()) =>
  own.post('/login', { email, password, ...(code !== undefined && { code }) })

test('the password alone signs nobody in, and with a code it does', async () => {
  const olga = await admin()
  const own = stranger()
  const first = await logIn(olga.user.email, undefined, goodPassword, own)
  expect(first).toMatchObject({ status: 401, body: needed, cookies: [] })
  expect(await own.whoAmI()).toBeNull()
  const second = await logIn(olga.user.email, olga.code(), goodPassword, own)
  expect(second).toMatchObject({ status: 200, body: { message: 'Login successful!', user: { role: 'admin' } } })
  expect(await own.whoAmI()).toMatchObject({ _id: olga.user.id })
})

test.each([undefined, '', '  '])('a login with the code %j is asked for a code', async sent => {
  expect(await logIn((await admin()).user.email, sent)).toMatchObject({ status: 401, body: needed })
})

test('with a wrong password the answer does not mention the second factor, whatever code comes with it', async () => {
  const olga = await admin()
  const ordinary = comparable(await logIn((await member()).email, undefined, 'not this one'))
  for (const sent of [undefined, olga.wrongCode(), olga.code(), olga.codes[0]])
    expect(comparable(await logIn(olga.user.email, sent, 'not this one'))).toEqual(ordinary)
  expect((await logIn(olga.user.email, olga.codes[0])).status).toBe(200) // the refused logins used up no code
})

test.each<[string, unknown]>([
  ['a number', 123456],
  ['nothing', null],
  ['a list', ['123456']],
  ['an object', { code: '123456' }],
  ['an endless text', '1'.repeat(65)],
  ['a NUL', '12345\0'],
])('%s as the code is a bad request', async (_what, sent) => {
  expect((await logIn((await admin()).user.email, sent)).status).toBe(400)
})

test.each(['12345', '1234567', 'abcdef', '-', "' or 1=1 --", '١٢٣٤٥٦', '😀', 'abcde-fghjk-mnpqr'])(
  '%j is not a code',
  async sent => {
    expect(await logIn((await admin()).user.email, sent)).toMatchObject({ status: 401, body: wrong })
  },
)

test('a code may be typed with spaces, and a recovery code in capitals and without its dashes', async () => {
  const olga = await admin()
  const spaced = `${olga.code().slice(0, 3)} ${olga.code().slice(3)} `
  expect((await logIn(olga.user.email, spaced)).status).toBe(200)
  expect((await logIn(olga.user.email, olga.codes[0]?.toUpperCase().replaceAll('-', ' '))).status).toBe(200)
})

test('the codes of the 30 seconds before and after are accepted, and none further away', async () => {
  for (const [ms, status] of [
    [-2 * stepMs, 401],
    [-stepMs, 200],
    [0, 200],
    [stepMs, 200],
    [2 * stepMs, 401],
  ] as const) {
    const olga = await admin()
    clock.move(2 * stepMs) // past the code that turned it on
    clock.move(ms)
    const shown = olga.code()
    clock.move(-ms)
    expect((await logIn(olga.user.email, shown)).status, `${ms} ms away`).toBe(status)
  }
})

test('a code works once, and the codes before it stop working', async () => {
  const olga = await admin()
  const before = olga.code()
  clock.move(stepMs)
  const now = olga.code()
  expect((await logIn(olga.user.email, now)).status).toBe(200)
  expect(await logIn(olga.user.email, now)).toMatchObject({ status: 401, body: wrong })
  expect(await logIn(olga.user.email, before)).toMatchObject({ status: 401, body: wrong })
  clock.move(stepMs)
  expect((await logIn(olga.user.email, olga.code())).status).toBe(200)
})

test.each(['app', 'recovery'])('of five concurrent logins with one code, one succeeds: %s', async kind => {
  const olga = await admin()
  const shown = kind === 'app' ? olga.code() : olga.codes[3]
  const all = await Promise.all(Array.from({ length: 5 }, () => logIn(olga.user.email, shown)))
  expect(all.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401])
})

test('each recovery code works once', async () => {
  const olga = await admin()
  for (const sent of olga.codes) expect((await logIn(olga.user.email, sent)).status).toBe(200)
  expect(await logIn(olga.user.email, olga.codes[0])).toMatchObject({ status: 401, body: wrong })
  expect((await olga.send('GET', '/second-factor')).body.data.codesLeft).toBe(0)
})

test('the codes of another user do not work', async () => {
  const [olga, grace] = [await admin(), await admin()]
  expect((await logIn(olga.user.email, grace.codes[0])).status).toBe(401)
  expect((await logIn(olga.user.email, grace.code())).status).toBe(401)
  expect((await logIn(grace.user.email, grace.codes[0])).status).toBe(200)
})

test('a known device needs a code too', async () => {
  const olga = await admin()
  const known = browser('192.0.2.1', { ...olga.cookies })
  expect(await known.login(olga.user.email)).toMatchObject({ status: 401, body: needed })
})

test('after five wrong codes a login has to wait, twice as long each time, from any address', async () => {
  const olga = await admin()
  for (const seconds of ['60', '120', '240']) {
    for (let n = 0; n < 5; n++) expect((await logIn(olga.user.email, olga.wrongCode())).status).toBe(401)
    for (const sent of [olga.code(), olga.codes[0], olga.wrongCode()])
      expect(await logIn(olga.user.email, sent)).toMatchObject({ status: 429, headers: { 'retry-after': seconds } })
    expect(await logIn(olga.user.email)).toMatchObject({ status: 401, body: needed })
    clock.move(Number(seconds) * 1_000)
  }
  expect((await logIn(olga.user.email, olga.code())).status).toBe(200)
})

test('forty wrong codes at once count as five', async () => {
  const olga = await admin()
  const all = await Promise.all(Array.from({ length: 40 }, () => logIn(olga.user.email, olga.wrongCode())))
  expect(all.filter(({ status }) => status === 401)).toHaveLength(5)
  expect(all.filter(({ status }) => status === 429)).toHaveLength(35)
})

test('guessing codes with the right password locks the owner out neither on a known device nor where signed in', async () => {
  const olga = await admin()
  const known = browser('192.0.2.1', { device: olga.cookies.device ?? '' })
  for (let n = 0; n < 6; n++) await logIn(olga.user.email, olga.wrongCode())
  expect((await logIn(olga.user.email, olga.code())).status).toBe(429)
  expect((await logIn(olga.user.email, olga.code(), goodPassword, known)).status).toBe(200)
  clock.move(stepMs)
  const off = await olga.post('/second-factor/off', { password: goodPassword, code: olga.code() })
  expect(off.status).toBe(200)
})

test('a right code clears the wrong ones before it, and a login without a code does not count', async () => {
  const olga = await admin()
  for (let round = 0; round < 3; round++) {
    for (let n = 0; n < 4; n++) expect((await logIn(olga.user.email, olga.wrongCode())).status).toBe(401)
    for (let n = 0; n < 6; n++) expect((await logIn(olga.user.email)).status).toBe(401)
    expect((await logIn(olga.user.email, olga.code())).status).toBe(200)
    clock.move(stepMs)
  }
})

test('an account without a second factor ignores a code', async () => {
  const { email } = await member()
  expect((await logIn(email, '123456')).status).toBe(200)
  expect((await logIn(email)).status).toBe(200)
})

test('a second factor that was not confirmed asks for no code', async () => {
  const olga = await signedIn({ role: 'admin' })
  expect((await olga.post('/second-factor/begin', { password: goodPassword })).status).toBe(200)
  expect((await logIn(olga.user.email)).status).toBe(200)
})

test('a new password, chosen in the profile or by e-mail, does not turn it off', async () => {
  const olga = await admin()
  await olga.post('/change-password', { oldPassword: goodPassword, newPassword: 'another dress' })
  expect(await logIn(olga.user.email, undefined, 'another dress')).toMatchObject({ status: 401, body: needed })

  const token = newToken()
  const link = { token_hash: hashToken(token), user_id: olga.user.id, expires_at: new Date(+clock.now() + minute) }
  await db.insertInto('password_reset').values(link).execute()
  expect((await browser().post('/reset-password', { token, password: goodPassword })).status).toBe(200)
  expect(await logIn(olga.user.email)).toMatchObject({ status: 401, body: needed })
  expect((await logIn(olga.user.email, olga.code())).status).toBe(200)
})

test('a former admin still needs a code', async () => {
  const olga = await admin()
  await db.updateTable('user').set({ role: 'user' }).where('id', '=', olga.user.id).execute()
  expect(await logIn(olga.user.email)).toMatchObject({ status: 401, body: needed })
})

test('a deleted user is not asked for a code, and needs one again when the deletion is undone', async () => {
  const [olga, grace] = [await admin(), await signedIn({ role: 'admin' })]
  const change = (method: 'DELETE' | 'POST', url: string) => shop.app.inject({ method, url, cookies: grace.cookies })
  const deleted = await change('DELETE', `/api/auth/users/${olga.user.id}`)
  const ordinary = comparable(await logIn('nobody@shop.test'))
  for (const sent of [undefined, olga.code(), olga.codes[0]])
    expect(comparable(await logIn(olga.user.email, sent))).toEqual(ordinary)
  const undone = await change('POST', `/api/admin/undo/${deleted.json().data.auditId}`)
  expect(undone.statusCode).toBe(200)
  expect(await logIn(olga.user.email)).toMatchObject({ status: 401, body: needed })
  expect((await logIn(olga.user.email, olga.code())).status).toBe(200)
})

test('a login at the moment it is turned on opens no session without a code', async () => {
  for (let n = 0; n < 10; n++) {
    const own = await signedIn({ role: 'admin' })
    const other = stranger()
    const [turnedOn] = await Promise.all([
      withSecondFactor(shop, own),
      logIn(own.user.email, undefined, goodPassword, other),
    ])
    expect(await other.whoAmI()).toBeNull()
    expect(turnedOn.codes).toHaveLength(10)
  }
})
