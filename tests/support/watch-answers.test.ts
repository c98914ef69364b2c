import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { newToken } from '#server/http/sessions.ts'
import { testApp } from './app.ts'
import { createUser } from './builders.ts'
import { signIn } from './sign-in.ts'
import { takeLeaks } from './watch-answers.ts'

const { app, db } = await testApp()

/** Answers with the text of a header, as a careless route might with data that it has read. */
app.get('/echo', { config: { access: 'anyone' } }, async ({ headers }) => ({ data: headers['x-text'] }))
app.get('/echo-of-users', { config: { access: 'signed-in' } }, async ({ headers }) => ({ data: headers['x-text'] }))
app.get('/compressed', { config: { access: 'anyone' } }, async ({ headers }, reply) => {
  reply.type('text/html').header('content-encoding', 'br')
  return brotliCompressSync(String(headers['x-text']))
})
app.get('/new-token', { config: { access: 'anyone' } }, async (_, reply) => {
  const token = newToken()
  reply.setCookie('token', token)
  return { data: `see ${token}` }
})

/** Ends the caller's sessions before the response is sent, as a logout in another tab does. */
app.addHook('preSerialization', async ({ caller, headers }) => {
  if (headers['x-ends'] && caller) await db.deleteFrom('session').where('user_id', '=', caller.id).execute()
})

const leaksOf = async (text: string, headers: Record<string, string> = {}, url = '/echo') => {
  const response = await app.inject({ url, headers: { 'x-text': text, ...headers } })
  expect(response.statusCode).toBe(200)
  return takeLeaks()
}

test('a password hash in a response is reported', async () => {
  expect(await leaksOf('$argon2id$v=19$m=19456,t=2,p=1$abc')).toEqual(['GET /echo answered with a password hash'])
})

test("another person's e-mail is reported, the caller's and the shop's are not", async () => {
  const [ada, grace] = [await createUser(db), await createUser(db)]
  const headers = await signIn(db, ada)
  const leak = (url: string) => [`GET ${url} answered with the e-mail ${grace.email}`]
  expect(await leaksOf(`<b>${grace.email}</b>`)).toEqual(leak('/echo'))
  for (const url of ['/echo', '/echo-of-users']) {
    expect(await leaksOf(grace.email, headers, url)).toEqual(leak(url))
    expect(await leaksOf(ada.email.toUpperCase(), headers, url)).toEqual([])
  }
  expect(await leaksOf('hello@vitrine.example')).toEqual([])
  expect(await leaksOf(grace.email, {}, `/echo?email=${grace.email}`)).toEqual([])
})

test('a compressed response is read like any other', async () => {
  const { email } = await createUser(db)
  expect(await leaksOf(`${email} `.repeat(9), {}, '/compressed')).toEqual([
    `GET /compressed answered with the e-mail ${email}`,
  ])
})

test("the caller's own e-mail is not reported, even when they log out before the response", async () => {
  const ada = await createUser(db)
  const headers = await signIn(db, ada)
  expect(await leaksOf(ada.email, { ...headers, 'x-ends': 'yes' }, '/api/auth/session')).toEqual([])
  expect(await db.selectFrom('session').selectAll().where('user_id', '=', ada.id).execute()).toEqual([])
})

test('an admin may see any e-mail', async () => {
  const [admin, grace] = [await createUser(db, { role: 'admin' }), await createUser(db)]
  expect(await leaksOf(grace.email, await signIn(db, admin))).toEqual([])
})

test('a token that was once used is reported wherever it appears', async () => {
  const headers = await signIn(db, await createUser(db))
  const token = headers.cookie.slice('token='.length)
  expect(await leaksOf('nothing', headers)).toEqual([])
  expect(await leaksOf(`{"t":"x${token}x"}`)).toEqual(['GET /echo answered with a token'])
})

test('a token in the body of the response that sets it as a cookie is reported', async () => {
  await app.inject('/new-token')
  await expect.poll(takeLeaks).toEqual(['GET /new-token answered with its own new token'])
})
