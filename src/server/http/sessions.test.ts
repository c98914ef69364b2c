import { expect, test } from 'vitest'
import { openAccounts } from '../users/users.fixture.ts'
import { hashToken, newToken } from './sessions.ts'

const { app, db, browser, signedIn, clock } = await openAccounts()
const day = 24 * 60 * 60_000

const asking = async (headers: Record<string, string>) =>
  (await app.inject({ url: '/api/auth/session', headers })).json().data.user
const bearing = (token: string) => asking({ authorization: `Bearer ${token}` })
const sessionsOf = (userId: string) => db.selectFrom('session').selectAll().where('user_id', '=', userId).execute()

test('the cookie is HttpOnly and SameSite, and Secure where the shop is on https', async () => {
  const ada = await signedIn()
  const { headers } = await browser().login(ada.user.email)
  const [here] = [headers['set-cookie']].flat()
  expect(here).toMatch(/^token=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)

  const live = await openAccounts({}, { PUBLIC_ORIGIN: 'https://shop.example', PAYMENTS: 'sandbox' })
  const answer = await live.browser().login((await live.member()).email)
  expect(answer.cookies.map(({ name }) => name).sort()).toEqual(['device', 'token'])
  for (const cookie of answer.cookies) expect(cookie).toMatchObject({ secure: true, httpOnly: true, sameSite: 'Lax' })
})

test('tokens have 256 random bits, and the database stores none of them', async () => {
  const tokens = Array.from({ length: 100 }, newToken)
  expect(new Set(tokens).size).toBe(100)
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  const { user, cookies } = await signedIn()
  const [session] = await sessionsOf(user.id)
  const sent = cookies.token ?? ''
  expect(session?.token_hash).toEqual(hashToken(sent))
  expect(JSON.stringify(session)).not.toContain(sent)
  expect(session?.token_hash.equals(Buffer.from(sent, 'base64url'))).toBe(false)
})

test('the hashes in the database do not work as tokens', async () => {
  const { user } = await signedIn()
  const [session] = await sessionsOf(user.id)
  for (const hash of [session?.token_hash, session?.bearer_hash])
    for (const encoding of ['hex', 'base64url', 'latin1'] as const)
      expect(await browser('192.0.2.1', { token: hash?.toString(encoding) ?? '' }).whoAmI()).toBeNull()
})

test('a private response is never cached', async () => {
  const ada = await signedIn()
  for (const who of [ada, browser()])
    expect((await who.send('GET', '/session')).headers['cache-control']).toBe('no-store')
})

test('a session lives for 30 days from its last use', async () => {
  const ada = await signedIn()
  for (let n = 0; n < 3; n++) {
    clock.move(29 * day)
    expect(await ada.whoAmI()).toMatchObject({ _id: ada.user.id })
  }
  clock.move(30 * day)
  expect(await ada.whoAmI()).toBeNull()
})

test('a session ends 90 days after it began, even when it is in use and has been renewed', async () => {
  const ada = await signedIn()
  const { token } = (await ada.login(ada.user.email)).body
  for (let n = 0; n < 8; n++) {
    clock.move(11 * day)
    expect(await ada.whoAmI()).toMatchObject({ _id: ada.user.id })
  }
  const before = ada.cookies.token
  await db.updateTable('session').set({ must_renew: true }).where('user_id', '=', ada.user.id).execute()
  expect(await ada.whoAmI()).toMatchObject({ _id: ada.user.id })
  expect(ada.cookies.token).not.toBe(before)
  clock.move(2 * day - 1)
  expect([await ada.whoAmI(), await bearing(token)]).toMatchObject([{ _id: ada.user.id }, { _id: ada.user.id }])
  clock.move(1)
  expect([await ada.whoAmI(), await bearing(token)]).toEqual([null, null])
})

test('the browser’s cookie is renewed with the session, at most once in a quarter of an hour', async () => {
  const ada = await signedIn()
  const ask = () => ada.send('GET', '/session')
  const before = { ...ada.cookies }
  expect((await ask()).cookies).toEqual([])
  clock.move(14 * 60_000)
  expect((await ask()).cookies).toEqual([])
  clock.move(2 * 60_000)
  expect((await ask()).cookies).toMatchObject([{ name: 'token', value: before.token, maxAge: 30 * 24 * 3600 }])
  expect((await ask()).cookies).toEqual([])
})

test('a request with an expired session does not renew it', async () => {
  const ada = await signedIn()
  clock.move(30 * day)
  for (let n = 0; n < 2; n++) expect(await ada.whoAmI()).toBeNull()
  await browser().login(ada.user.email)
  expect(await sessionsOf(ada.user.id)).toHaveLength(1)
})

test('the bearer token works in the header only, the cookie’s token in the cookie only', async () => {
  const ada = await signedIn()
  const { token } = (await ada.login(ada.user.email)).body
  expect(await bearing(token)).toMatchObject({ _id: ada.user.id })
  expect(await asking({ authorization: `bearer ${token}` })).toMatchObject({ _id: ada.user.id })
  expect(await bearing(ada.cookies.token ?? '')).toBeNull()
  expect(await browser('192.0.2.1', { token }).whoAmI()).toBeNull()
})

test('both tokens are one session: a logout with either ends both', async () => {
  const ada = await signedIn()
  for (const by of ['cookie', 'header'] as const) {
    const { token } = (await ada.login(ada.user.email)).body
    const saved = { ...ada.cookies }
    const stranger = browser()
    const answer =
      by === 'cookie'
        ? await ada.post('/logout')
        : await stranger.post('/logout', undefined, { headers: { authorization: `Bearer ${token}` } })
    expect(answer).toMatchObject({ status: 200, body: { success: true, message: 'logout successful', data: null } })
    expect(await browser('192.0.2.1', saved).whoAmI()).toBeNull()
    expect(await bearing(token)).toBeNull()
    expect(await sessionsOf(ada.user.id)).toEqual([])
  }
})

test('logout clears the cookie, also of an expired session, and strangers may log out', async () => {
  const ada = await signedIn()
  clock.move(31 * day)
  const { cookies } = await ada.post('/logout')
  expect(cookies).toMatchObject([{ name: 'token', value: '', path: '/', httpOnly: true }])
  expect(+(cookies[0]?.expires ?? 1)).toBe(0)
  expect(ada.cookies.token).toBeUndefined()
  expect(await sessionsOf(ada.user.id)).toEqual([])
  expect((await browser().post('/logout')).status).toBe(200)
})

test('logout ends this session and no other', async () => {
  const ada = await signedIn()
  const phone = browser()
  await phone.login(ada.user.email)
  await ada.post('/logout')
  expect(await phone.whoAmI()).toMatchObject({ _id: ada.user.id })
})

test.each(['', ' ', 'null', 'x'.repeat(4000), '%00', '%E0%A4%A', "' or 1=1 --", newToken(), '💃'])(
  'the token %j belongs to nobody',
  async token => {
    expect(await asking({ cookie: `token=${token === '💃' ? encodeURIComponent(token) : token}` })).toBeNull()
    expect(await bearing(encodeURIComponent(token))).toBeNull()
  },
)

test.each(['Bearer', 'Bearer ', 'Basic YTpi', 'Bearer a b', 'Bearer ,'])(
  'the header %j belongs to nobody',
  async header => {
    expect(await asking({ authorization: header })).toBeNull()
  },
)

test('a deleted user’s next request is refused, in a thousand of a thousand cases', async () => {
  const ada = await signedIn()
  const set = (deleted_at: Date | null) =>
    db.updateTable('user').set({ deleted_at }).where('id', '=', ada.user.id).execute()
  const image = () => ada.post('/profile-image', { image: '' })
  let refused = 0
  for (let n = 0; n < 1000; n++) {
    await set(new Date())
    if ((await image()).status === 401) refused += 1
    await set(null)
  }
  expect(refused).toBe(1000)
  expect((await image()).status).toBe(415)
})

test('a former admin is refused at the next request, in a thousand of a thousand cases', async () => {
  const olga = await signedIn({ role: 'admin' })
  const set = (role: 'user' | 'admin') => db.updateTable('user').set({ role }).where('id', '=', olga.user.id).execute()
  const asAdmin = () => app.inject({ url: '/api/orders', cookies: olga.cookies })
  expect((await asAdmin()).statusCode).not.toBe(403)
  let refused = 0
  for (let n = 0; n < 1000; n++) {
    await set('user')
    if ((await asAdmin()).statusCode === 403) refused += 1
    await set('admin')
  }
  expect(refused).toBe(1000)
})
