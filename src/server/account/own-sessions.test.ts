import { expect, test } from 'vitest'
import type { OwnSession } from '#domain/users/own-session.ts'
import { buildApp } from '../app.ts'
import { openAccounts } from '../users/users.fixture.ts'

const { app, db, browser, signedIn, member, clock, shop } = await openAccounts()
const minute = 60_000
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/604.1'

type Browser = ReturnType<typeof browser>
const login = (at: Browser, email: string, agent: string) =>
  at.post('/login', { email, password: 'a silk dress' }, { headers: { 'user-agent': agent } })
const listed = async (at: Browser) => (await at.send('GET', '/sessions')).body.data as OwnSession[]
const end = (at: Browser, id: string) => at.send('DELETE', `/sessions/${id}`)

/** Ada at her computer and on her telephone, and another user. */
async function people() {
  const ada = await member()
  const [computer, phone, stranger] = [browser(), browser('192.0.2.2'), await signedIn()]
  await login(phone, ada.email, iphone)
  clock.move(minute)
  await login(computer, ada.email, firefox)
  return { ada, computer, phone, stranger }
}

test('each session names its browser and its start, and one is marked as this one', async () => {
  const { computer, phone } = await people()
  const at = clock.now()
  const [here, there, ...others] = await listed(computer)
  expect(others).toEqual([])
  expect(here).toEqual({
    _id: expect.stringMatching(/^[\da-f-]{36}$/),
    startedAt: at.toISOString(),
    lastSeenAt: at.toISOString(),
    browser: 'Firefox',
    system: 'Linux',
    isThis: true,
  })
  expect(there).toMatchObject({ browser: 'Safari', system: 'iPhone', isThis: false })
  expect((await listed(phone)).map(({ isThis, browser }) => [isThis, browser])).toEqual([
    [true, 'Safari'],
    [false, 'Firefox'],
  ])
})

test('a session’s last use is updated at most once in a quarter of an hour, however many requests it sends', async () => {
  const { ada, computer, phone } = await people()
  const seen = async () => (await listed(phone)).find(({ isThis }) => !isThis)?.lastSeenAt
  const before = await seen()
  clock.move(14 * minute)
  for (let n = 0; n < 3; n++) await computer.whoAmI()
  expect(await seen()).toBe(before)
  clock.move(2 * minute)
  await computer.whoAmI()
  expect(await seen()).toBe(clock.now().toISOString())
  expect(await computer.whoAmI()).toMatchObject({ _id: ada.id })
})

test('an expired session is not listed', async () => {
  const { ada, computer, phone } = await people()
  await db.updateTable('session').set({ expires_at: clock.now() }).where('system', '=', 'iPhone').execute()
  expect(await phone.whoAmI()).toBeNull()
  expect((await listed(computer)).map(({ system }) => system)).toEqual(['Linux'])
  expect(await computer.whoAmI()).toMatchObject({ _id: ada.id })
})

test('neither a token, nor a hash of one, nor the header itself is shown or stored beside it', async () => {
  const { ada, computer } = await people()
  const answer = JSON.stringify(await listed(computer))
  const rows = await db.selectFrom('session').selectAll().where('user_id', '=', ada.id).execute()
  for (const { token_hash, bearer_hash, ...others } of rows) {
    for (const hash of [token_hash, bearer_hash])
      for (const form of ['hex', 'base64', 'base64url'] as const) expect(answer).not.toContain(hash.toString(form))
    expect(JSON.stringify(others)).not.toMatch(/Mozilla|Gecko/)
  }
  expect(answer).not.toContain(computer.cookies.token)
})

test('a session begun by an older version, and a program without a name, are unknown', async () => {
  const { ada, computer } = await people()
  await db.updateTable('session').set({ browser: null, system: null }).where('user_id', '=', ada.id).execute()
  expect(await listed(computer)).toMatchObject(Array(2).fill({ browser: 'Unknown browser', system: 'Unknown system' }))
})

test('a session that was ended is refused on its next request, in another process too; ending it again is 404', async () => {
  const { computer, phone, ada } = await people()
  const other = await buildApp(shop)
  const there = (await listed(computer)).find(({ isThis }) => !isThis)?._id ?? ''
  const { token } = phone.cookies
  const ask = async (at: typeof app) =>
    (await at.inject({ url: '/api/auth/sessions', headers: { cookie: `token=${token}` } })).statusCode
  expect([await ask(app), await ask(other)]).toEqual([200, 200])
  expect((await end(computer, there)).status).toBe(200)
  expect([await ask(app), await ask(other)]).toEqual([401, 401])
  expect((await end(computer, there)).status).toBe(404)
  expect(await computer.whoAmI()).toMatchObject({ _id: ada.id })
  await other.close()
})

test('of twenty requests to end one session, one succeeds', async () => {
  const { computer } = await people()
  const there = (await listed(computer)).find(({ isThis }) => !isThis)?._id ?? ''
  const answers = await Promise.all(Array.from({ length: 20 }, () => end(computer, there)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(404)])
})

test('sessions of others are neither listed nor ended, and get the same answer as unknown ones', async () => {
  const { computer, stranger } = await people()
  const ids = (await listed(computer)).map(({ _id }) => _id)
  expect((await listed(stranger)).map(({ _id }) => _id)).not.toEqual(expect.arrayContaining(ids))
  const answers = []
  for (const id of [...ids, '00000000-0000-4000-8000-000000000000', 'x', '%25', "' or 1=1 --"]) {
    const { status, body } = await end(stranger, encodeURIComponent(id))
    answers.push(`${status} ${body.message}`)
  }
  expect(new Set(answers)).toEqual(new Set(['404 Session not found']))
  expect(await listed(computer)).toHaveLength(2)
})

test('all other sessions can be ended at once; a second time ends none', async () => {
  const { ada, computer, phone, stranger } = await people()
  await login(browser('192.0.2.3'), ada.email, firefox)
  const endOthers = async () => (await computer.post('/sessions/end-others')).body.data
  expect(await endOthers()).toEqual({ ended: 2 })
  expect(await endOthers()).toEqual({ ended: 0 })
  expect(await phone.whoAmI()).toBeNull()
  expect(await computer.whoAmI()).toMatchObject({ _id: ada.id })
  expect(await stranger.whoAmI()).not.toBeNull()
})

test('ending the others spares a request with the bearer token, or with a cookie that was just renewed', async () => {
  const { ada, computer } = await people()
  const { body } = await login(computer, ada.email, firefox)
  const bearing = { headers: { authorization: `Bearer ${body.token}` } }
  expect((await browser().post('/sessions/end-others', undefined, bearing)).body.data).toEqual({ ended: 1 })
  expect((await browser().send('GET', '/sessions', undefined, bearing)).body.data).toMatchObject([{ isThis: true }])

  await db.updateTable('session').set({ must_renew: true }).where('user_id', '=', ada.id).execute()
  const old = { ...computer.cookies }
  const { status } = await computer.post('/sessions/end-others')
  expect([status, computer.cookies.token === old.token]).toEqual([200, false])
  expect(await computer.whoAmI()).toMatchObject({ _id: ada.id })
  expect((await listed(browser('192.0.2.1', old)))[0]).toMatchObject({ isThis: true })
})

test('signing out everywhere ends this session too, and deletes the known devices and links', async () => {
  const { ada, computer, phone, stranger } = await people()
  const { cookies } = await computer.post('/sessions/end-all')
  expect(cookies.map(({ name, value, path }) => [name, value, path])).toEqual([
    ['token', '', '/'],
    ['device', '', '/api/auth'],
  ])
  expect([await computer.whoAmI(), await phone.whoAmI()]).toEqual([null, null])
  expect((await computer.post('/sessions/end-all')).status).toBe(401)
  for (const table of ['session', 'device', 'password_reset'] as const)
    expect(await db.selectFrom(table).select('user_id').where('user_id', '=', ada.id).execute()).toEqual([])
  expect(await stranger.whoAmI()).not.toBeNull()
})
