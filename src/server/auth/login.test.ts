import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { noLimits } from '../../../tests/support/limits.ts'
import { shopLimits } from '../http/limits/rate-limit.ts'
import { comparable, goodPassword, openAccounts } from '../users/users.fixture.ts'

const { login, loginsOfAddress } = shopLimits
const limits = { ...noLimits, login, loginsOfAddress }
const shop = await openAccounts({ limits })
const { browser, member, clock, db } = shop
const minute = 60_000
const wrong = 'not this one'
const refusal = { success: false, message: 'Please Provide a valid email and password!', code: 'unauthorized' }

let address = ''
let addresses = 0
beforeEach(() => {
  address = `198.51.100.${++addresses}`
})
const guess = (email: string, from = address) => browser(from).login(email, wrong)
const failTimes = async (times: number, email: string, from?: string) => {
  for (let n = 0; n < times; n++) expect((await guess(email, from)).status).toBe(401)
}

test('a login answers flat and starts a session', async () => {
  const { id, email } = await member({ username: 'Grace', bio: 'Admiral', role: 'admin' })
  const grace = browser(address)
  const { status, body, cookies } = await grace.login(email.toUpperCase())
  expect(status).toBe(200)
  const user = { _id: id, username: 'Grace', email, role: 'admin', profileImage: '', bio: 'Admiral', profession: '' }
  expect(body).toEqual({ success: true, message: 'Login successful!', token: expect.any(String), user })
  expect(await grace.whoAmI()).toEqual(user)
  expect(body.token).not.toBe(cookies.find(({ name }) => name === 'token')?.value)
})

test('a wrong password and an account that does not exist, is deleted or has no password get the same answer', async () => {
  const known = comparable(await guess((await member()).email))
  expect(known).toMatchObject({ status: 401, body: refusal })
  const deleted = await member({ deleted_at: new Date() })
  const without = await member({ password_hash: null })
  for (const { email } of [{ email: 'nobody@shop.test' }, deleted, without])
    expect(comparable(await guess(email))).toEqual(known)
  expect(comparable(await browser(address).login(deleted.email))).toEqual(known)
  expect(comparable(await browser(address).login(without.email))).toEqual(known)
})

test.each(['', ' ', 'ada@shop.test', "' or 1=1 --", 'x'.repeat(254)])('%j with any password is 401', async email => {
  expect(await browser(address).login(email, '')).toMatchObject({ status: 401, body: refusal })
})

test.each<[string, object]>([
  ['nothing', {}],
  ['a number', { email: 1, password: goodPassword }],
  ['an object', { email: { $gt: '' }, password: { $gt: '' } }],
  ['an endless e-mail', { email: 'x'.repeat(255), password: goodPassword }],
  ['an endless password', { email: 'ada@shop.test', password: 'x'.repeat(1025) }],
  ['a NUL', { email: 'ada\0@shop.test', password: goodPassword }],
  ['half a surrogate', { email: 'ada@shop.test', password: '\uD800lotsoftext' }],
])('%s is a bad request', async (_what, body) => {
  expect(await browser(address).post('/login', body)).toMatchObject({ status: 400, body: { success: false } })
})

test('a password matches however its accents were typed', async () => {
  const { email } = await member()
  await browser().post('/register', { username: 'Zoë', email: 'zoe@shop.test', password: 'Zo\u00EB likes silk' })
  expect((await browser(address).login('zoe@shop.test', 'Zoe\u0308 likes silk')).status).toBe(200)
  expect((await browser(address).login(email, 'A Silk Dress')).status).toBe(401)
})

test('after five wrong passwords a login has to wait, twice as long each time; known and unknown accounts alike', async () => {
  const { email } = await member()
  for (const seconds of ['60', '120', '240', '480', '900', '900']) {
    for (let n = 0; n < 5; n++) expect(comparable(await guess('no@shop.test'))).toEqual(comparable(await guess(email)))
    const locked = await browser(address).login(email)
    expect(locked).toMatchObject({ status: 429, headers: { 'retry-after': seconds } })
    expect(comparable(locked)).toEqual(comparable(await guess('No@shop.test')))
    clock.move(Number(seconds) * 1_000)
  }
  expect((await browser(address).login(email)).status).toBe(200)
})

test('an account that nobody can sign in to is locked like any other, even with its own password', async () => {
  const deleted = await member({ deleted_at: new Date() })
  const without = await member({ password_hash: null })
  for (const { email } of [deleted, without]) {
    for (let n = 0; n < 5; n++) expect((await browser(address).login(email)).status).toBe(401)
    expect((await browser(address).login(email)).status).toBe(429)
  }
})

test('a successful login clears the failures before it', async () => {
  const { email } = await member()
  for (let round = 0; round < 3; round++) {
    await failTimes(4, email)
    expect((await browser(address).login(email)).status).toBe(200)
  }
})

test('guesses at one account from one address lock out neither other accounts nor other addresses', async () => {
  const [ada, grace] = [await member(), await member()]
  await failTimes(5, ada.email)
  expect((await guess(ada.email)).status).toBe(429)
  expect((await browser(address).login(grace.email)).status).toBe(200)
  expect((await browser('203.0.113.9').login(ada.email)).status).toBe(200)
})

test('a hundred guesses at once count as five', async () => {
  const { email } = await member()
  const all = await Promise.all(Array.from({ length: 100 }, () => guess(email)))
  expect(all.filter(({ status }) => status === 401)).toHaveLength(5)
  expect(all.filter(({ status }) => status === 429)).toHaveLength(95)
})

test('an address may fail thirty times a minute, whatever the accounts', async () => {
  const { email } = await member()
  for (let n = 0; n < 30; n++) await failTimes(1, `someone${n}@shop.test`)
  expect(await browser(address).login(email)).toMatchObject({ status: 429, headers: { 'retry-after': '60' } })
  clock.move(minute / 2)
  for (let n = 0; n < 10; n++) expect((await guess(email)).headers['retry-after']).toBe('30')
  clock.move(minute / 2)
  for (let n = 0; n < 40; n++) expect((await browser(address).login(email)).status).toBe(200)
})

test('ever new e-mails from one address are stored only as often as logins may fail', async () => {
  const rows = async () => (await sql`select from failed_guess`.execute(db)).rows.length
  const before = await rows()
  const all = await Promise.all(Array.from({ length: 60 }, (_, n) => guess(`new${n}@shop.test`)))
  for (let n = 0; n < 30; n++) expect((await guess(`newer${n}@shop.test`)).status).toBe(429)
  expect(all.filter(({ status }) => status === 401)).toHaveLength(30)
  expect(await rows()).toBe(before + 30)
})

test('guesses at a locked account take no attempts from others at that address', async () => {
  const [ada, grace] = [await member(), await member()]
  await failTimes(5, ada.email)
  for (let n = 0; n < 40; n++) expect((await guess(ada.email)).status).toBe(429)
  await failTimes(1, grace.email)
  expect((await browser(address).login(grace.email)).status).toBe(200)
})

test('a known device still signs in while others at its address are locked out, and has a count of its own', async () => {
  const { email } = await member()
  const own = browser(address)
  await own.login(email)
  delete own.cookies.token
  const known = () => browser(address, { ...own.cookies })

  await failTimes(5, email)
  expect((await browser(address).login(email)).status).toBe(429)
  for (let n = 0; n < 30; n++) await guess(`someone${n}@shop.test`)
  const back = await known().login(email)
  expect(back.status).toBe(200)
  expect(back.cookies.map(({ name }) => name)).toEqual(['token'])
  expect((await browser(address).login(email)).status).toBe(429)

  for (let n = 0; n < 5; n++) expect((await known().login(email, wrong)).status).toBe(401)
  expect((await known().login(email)).status).toBe(429)
})

test('a known device signs in while a flood of wrong logins, from its address and from everywhere, fills all hashing slots', async () => {
  const { email } = await member()
  const known = browser(address)
  expect((await known.login(email)).status).toBe(200)
  let isOver = false
  let [strangers, turnedAway] = [0, 0]
  async function guessOn() {
    while (!isOver) {
      const n = ++strangers
      const from = n % 8 ? `198.51.${Math.floor(n / 250) % 250}.${n % 250}` : address
      const { status } = await browser(from).login(`stranger${n}@shop.test`, 'a wrong password')
      if (status === 503) turnedAway += 1
    }
  }
  const flood = Array.from({ length: 80 }, guessOn)
  await expect.poll(() => turnedAway, { timeout: 20_000 }).toBeGreaterThan(10)
  const planted = browser('203.0.113.77', { device: known.cookies.device ?? '' })
  const mine = []
  for (let n = 0; n < 5; n++) mine.push((await known.login(email)).status)
  const theirs = await planted.login('other@shop.test', 'a wrong password') // the cookie is worth nothing for another account
  isOver = true
  await Promise.all(flood)
  expect(mine).toEqual([200, 200, 200, 200, 200])
  expect([401, 503]).toContain(theirs.status)
})

test('a device is known for its own user only, and for a year', async () => {
  const [ada, eve] = [await member(), await member()]
  const eves = browser(address)
  await eves.login(eve.email)
  await failTimes(5, ada.email)
  expect((await browser(address, { ...eves.cookies }).login(ada.email)).status).toBe(429)
  expect((await browser(address, { device: 'made up' }).login(ada.email)).status).toBe(429)

  await failTimes(5, eve.email)
  clock.move(365 * 24 * 60 * minute)
  const again = await browser(address, { ...eves.cookies }).login(eve.email)
  expect(again.cookies.map(({ name }) => name).sort()).toEqual(['device', 'token'])
  expect(await db.selectFrom('device').selectAll().where('user_id', '=', eve.id).execute()).toHaveLength(1)
})

test('the device cookie is sent to the account routes only, and only its hash is stored', async () => {
  const { cookies } = await browser(address).login((await member()).email)
  const device = cookies.find(({ name }) => name === 'device')
  expect(device).toMatchObject({ path: '/api/auth', httpOnly: true, sameSite: 'Lax', maxAge: 365 * 24 * 3600 })
  expect(Buffer.from(device?.value ?? '', 'base64url')).toHaveLength(32)
  for (const { token_hash } of await db.selectFrom('device').selectAll().execute())
    expect(token_hash.toString('base64url')).not.toBe(device?.value)
})

test('a login ends the session that its request carried', async () => {
  const [ada, grace] = [await member(), await member()]
  const shared = browser(address)
  await shared.login(ada.email)
  const before = { ...shared.cookies }
  expect((await shared.login(ada.email, wrong)).status).toBe(401)
  expect(await shared.whoAmI()).toMatchObject({ _id: ada.id })
  await shared.login(grace.email)
  expect(await shared.whoAmI()).toMatchObject({ _id: grace.id })
  expect(await browser(address, before).whoAmI()).toBeNull()
})

test('a session token planted before the login is not the one after it', async () => {
  const { email } = await member()
  const victim = browser(address, { token: 'planted' })
  await victim.login(email)
  expect(victim.cookies.token).not.toBe('planted')
  expect(await browser(address, { token: 'planted' }).whoAmI()).toBeNull()
})

test('a login during a password change opens no session with the old password', async () => {
  for (let n = 0; n < 10; n++) {
    const own = await shop.signedIn({}, address)
    const other = browser(address)
    await Promise.all([
      own.post('/change-password', { oldPassword: goodPassword, newPassword: 'another dress' }),
      other.login(own.user.email),
    ])
    expect(await other.whoAmI()).toBeNull()
    expect(await own.whoAmI()).toMatchObject({ _id: own.user.id })
  }
})

test('a user has at most twenty sessions and devices, also after many logins at once; the oldest are removed first', async () => {
  const { id, email } = await member()
  const first = browser(address)
  await first.login(email)
  clock.move(1000)
  const second = browser(address)
  await second.login(email)
  clock.move(1000)
  const count = async (table: 'session' | 'device') =>
    (await db.selectFrom(table).select('token_hash').where('user_id', '=', id).execute()).length
  for (let n = 0; n < 19; n++) expect((await browser(address).login(email)).status).toBe(200)
  expect([await count('session'), await count('device')]).toEqual([20, 20])
  expect([await first.whoAmI(), await second.whoAmI()]).toEqual([null, expect.objectContaining({ _id: id })])

  const crowd = Array.from({ length: 10 }, (_, n) => browser(`203.0.113.${n}`))
  clock.move(1000)
  const answers = await Promise.all(crowd.map(each => each.login(email)))
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect([await count('session'), await count('device')]).toEqual([20, 20])
  for (const each of crowd) expect(await each.whoAmI()).toMatchObject({ _id: id })
  expect(await second.whoAmI()).toBeNull()
})

test('logins of one user end no session of another', async () => {
  const grace = await shop.signedIn({}, address)
  const { email } = await member()
  for (let n = 0; n < 25; n++) await browser(address).login(email)
  expect(await grace.whoAmI()).toMatchObject({ _id: grace.user.id })
})

test('an account may log in thirty times a minute, from all devices and addresses together', async () => {
  const strict = await openAccounts({ limits: { ...limits, rightLogins: shopLimits.rightLogins } })
  const [ada, grace] = [await strict.member(), await strict.member()]
  const own = strict.browser()
  for (let n = 0; n < 30; n++)
    expect((await (n % 2 ? own : strict.browser(`192.0.2.${n}`)).login(ada.email)).status).toBe(200)
  expect(await own.login(ada.email)).toMatchObject({ status: 429, headers: { 'retry-after': '60' } })
  expect(await strict.browser('192.0.2.99').login(ada.email)).toMatchObject({ status: 429 })
  expect(await own.whoAmI()).toMatchObject({ _id: ada.id })
  expect((await strict.browser().login(grace.email)).status).toBe(200)
  strict.clock.move(minute)
  expect((await own.login(ada.email)).status).toBe(200)
})
