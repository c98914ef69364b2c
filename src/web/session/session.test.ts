import { expect, test } from 'vitest'
import type { User } from '#domain/users/user.ts'
import { makeStore } from '../store.ts'
import { sessionEndpoints } from './api.ts'
import { checkRole, checkSession } from './check.ts'
import { formErrorOf } from './form-error.ts'
import { readUser } from './read-user.ts'
import { pageAfterLogin } from './remembered-page.ts'
import { sessionActions } from './slice.ts'

const ada: User = {
  _id: '1',
  username: 'Ada',
  email: 'ada@shop.test',
  role: 'user',
  profileImage: '',
  bio: '',
  profession: '',
}

/** A browser's store with Ada signed in; its API calls get `answer`. */
function storeWith(answer: () => Response | Promise<Response>) {
  const store = makeStore({ fetchApi: async () => await answer() })
  store.dispatch(sessionActions.known(ada))
  return store
}

const session = (user: User | null) => Response.json({ success: true, data: { user } })
const refusal = (status: number) => Response.json({ success: false }, { status })

test.each([null, '', '{', 'null', '7', '[]', '"Ada"', '{"_id":1,"username":"Ada","email":"a@b.c"}', '{"_id":"1"}'])(
  'stored text %s means that nobody is signed in',
  stored => {
    expect(readUser(stored)).toBeUndefined()
  },
)

test('a stored user is read field by field: a missing field is empty, an unknown field is dropped', () => {
  const stored = JSON.stringify({ _id: '1', username: 'Ada', email: 'ada@shop.test', role: 'user', bio: 7, token: 'x' })
  expect(readUser(stored)).toEqual(ada)
})

const from = (pathname: string, search = '', hash = '') => ({ from: { pathname, search, hash } })

test.each([
  ['user', from('/dashboard/reviews', '?page=2', '#top'), '/dashboard/reviews?page=2#top'],
  ['user', from('/shop/1'), '/shop/1'],
  ['admin', from('/dashboard/users'), '/dashboard/users'],
  ['admin', from('/dashboard/audit'), '/dashboard/audit'],
  ['admin', from('/dashboard'), '/dashboard'],
  ...['/dashboard/admin', '/dashboard/packing', '/dashboard/stock/takes/7', '/Dashboard/Messages/'].map(
    path => ['staff', from(path), path] as const,
  ),
  ...['users', 'settings', 'settings/services', 'audit', 'proof', 'stockings', 'update-product/7', 'admin/x'].map(
    page => ['staff', from(`/dashboard/${page}`), '/'] as const,
  ),
  ['staff', from('/dashboard/profile'), '/dashboard/profile'],
  ['user', from('/dashboard/users'), '/'],
  ['user', from('/dashboard/messages'), '/'],
  ['user', from('/dashboard/audit'), '/'],
  ['user', from('/Dashboard/Update-Product/7'), '/'],
  ['emperor', from('/dashboard'), '/'],
  ['emperor', from('/shop'), '/shop'],
  ['user', from('//elsewhere.test/'), '/'],
  ['user', from('https://elsewhere.test/'), '/'],
  ['user', {}, '/'],
  ['user', null, '/'],
] as const)('a %s who was sent to the login from %j goes on to %s', (role, state, page) => {
  expect(pageAfterLogin({ role: role as User['role'] }, state)).toBe(page)
})

test('the server decides who is signed in', async () => {
  const store = storeWith(() => session({ ...ada, role: 'admin' }))
  await checkSession(store)
  expect(store.getState().session.user?.role).toBe('admin')

  const dead = storeWith(() => session(null))
  await checkSession(dead)
  expect(dead.getState().session.user).toBeUndefined()
})

test('a user counts as checked after the server has answered, until it refuses them for their role', async () => {
  for (const answer of [() => session(ada), () => refusal(503)]) {
    const store = storeWith(answer)
    expect(store.getState().session.isChecked).toBe(false)
    await checkSession(store)
    expect(store.getState().session.isChecked).toBe(true)
  }
  const refused = storeWith(() => refusal(403))
  refused.dispatch(sessionActions.checked())
  await refused.dispatch(sessionEndpoints.logout.initiate())
  expect(refused.getState().session).toMatchObject({ isChecked: false, user: ada })
})

test('a server that cannot answer leaves the user signed in', async () => {
  for (const answer of [() => refusal(503), () => Promise.reject(new TypeError('fetch failed'))]) {
    const store = storeWith(answer)
    await checkSession(store)
    expect(store.getState().session.user).toEqual(ada)
  }
})

test('a user who signs in during the check of another user stays signed in', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const store = storeWith(() => promise)
  const asking = checkSession(store)
  const bob = { ...ada, _id: '2', username: 'Bob' }
  store.dispatch(sessionActions.known(bob))
  resolve(session(null))
  await asking
  expect(store.getState().session.user).toEqual(bob)
})

test('two parallel checks both take effect, even if the first one changes nothing', async () => {
  const answers = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()]
  let asked = 0
  const store = storeWith(() => answers[asked++]?.promise ?? refusal(503))
  store.dispatch(sessionActions.checked())
  const asking = [checkRole(store), checkRole(store)]
  answers[0]?.resolve(session(ada))
  await asking[0]
  answers[1]?.resolve(session({ ...ada, role: 'admin' }))
  await asking[1]
  expect(store.getState().session.user?.role).toBe('admin')
})

test('a 401 signs out, but a failed login does not', async () => {
  const store = storeWith(() => refusal(401))
  await store.dispatch(sessionEndpoints.login.initiate({ email: '', password: '' }))
  expect(store.getState().session.user).toEqual(ada)
  await store.dispatch(sessionEndpoints.checkSession.initiate())
  expect(store.getState().session.user).toBeUndefined()
})

const unreachable = 'We could not reach the shop. Please check your connection and try again.'
const ours = 'Something went wrong on our side. Please try again in a moment.'

test.each([
  [{ status: 400, data: { message: 'The username is missing.' } }, 'No.', 'No.'],
  [{ status: 400, data: { message: 'The username is missing.' } }, undefined, 'The username is missing.'],
  [{ status: 401, data: { message: 'You must be logged in' } }, 'No.', 'No.'],
  [
    { status: 403, data: { message: 'Open this shop at https://shop.example.' } },
    'No.',
    'Open this shop at https://shop.example.',
  ],
  [{ status: 413 }, undefined, ours],
  [{ status: 429, data: { message: 'Wait 5 seconds.' } }, 'No.', 'Wait 5 seconds.'],
  [{ status: 503, data: { message: 'The shop is busy.' } }, 'No.', 'The shop is busy.'],
  [{ status: 503 }, 'No.', ours],
  [{ status: 500, data: { message: 'Oops' } }, 'No.', ours],
  [{ status: 'FETCH_ERROR' }, 'No.', unreachable],
  [{ status: 'TIMEOUT_ERROR' }, 'No.', unreachable],
  [{ status: 'PARSING_ERROR' }, 'No.', unreachable],
])('a call that failed with %j is shown as a plain sentence', (error, refused, sentence) => {
  expect(formErrorOf(error, refused)).toBe(sentence)
})

test('a refusal meant for the previous user does not affect the next one', async () => {
  for (const status of [401, 403]) {
    const { promise, resolve } = Promise.withResolvers<Response>()
    const store = storeWith(() => promise)
    const asking = store.dispatch(sessionEndpoints.checkSession.initiate())
    const bob = { ...ada, _id: '2', username: 'Bob' }
    store.dispatch(sessionActions.known(bob))
    store.dispatch(sessionActions.checked())
    resolve(refusal(status))
    await asking
    expect(store.getState().session).toMatchObject({ user: bob, isChecked: true })
  }
})

test('a late refusal from an ended session does not sign out a user who has logged in again', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const answers = [promise, Promise.resolve(Response.json({ success: true, user: ada }))]
  const store = storeWith(() => answers.shift() as Promise<Response>)
  const asking = store.dispatch(sessionEndpoints.checkSession.initiate())
  await store.dispatch(sessionEndpoints.login.initiate({ email: ada.email, password: 'x' }))
  resolve(refusal(401))
  await asking
  expect(store.getState().session.user).toEqual(ada)
})
