import { beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../db/connection.ts'
import { randomIds, systemClock } from '../lib/clock.ts'
import { openAccounts } from '../users/users.fixture.ts'
import { createFirstAdmin } from './first-admin.ts'

const { db, connection, browser, member, signedIn, stored } = await openAccounts()
const email = 'owner@shop.test'
const open = (more: object = {}) => createFirstAdmin({ db, email, clock: systemClock, ids: randomIds, ...more })
const admins = () =>
  db.selectFrom('user').selectAll().where('role', '=', 'admin').where('deleted_at', 'is', null).execute()

beforeEach(async () => {
  for (const table of ['session', 'device', 'user'] as const) await db.deleteFrom(table).execute()
})

test('a shop without an admin gets one, with a password that works and is shown once', async () => {
  const admin = await open()
  expect(admin).toEqual({ email, password: expect.stringMatching(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/) })
  expect(await admins()).toMatchObject([{ email, username: 'Admin' }])
  expect((await browser().login(email, admin?.password)).body.user.role).toBe('admin')
  expect(await open()).toBeUndefined()
  expect(await admins()).toHaveLength(1)
})

test('two first passwords are not the same', async () => {
  const first = await open()
  await db.deleteFrom('session').execute()
  await db.deleteFrom('user').execute()
  expect((await open())?.password).not.toBe(first?.password)
})

test('a password set by the owner is used and not shown', async () => {
  expect(await open({ password: 'chosen by the owner' })).toEqual({ email })
  expect((await browser().login(email, 'chosen by the owner')).status).toBe(200)
})

test('a shop that has an admin does not change, whatever is set', async () => {
  const { id, password_hash } = await member({ role: 'admin' })
  expect(await open({ password: 'chosen by the owner' })).toBeUndefined()
  expect(await admins()).toMatchObject([{ id, password_hash }])
})

test('a deleted admin does not count', async () => {
  await member({ role: 'admin', deleted_at: new Date() })
  expect(await open()).toMatchObject({ email })
  expect(await admins()).toMatchObject([{ email }])
})

test('an account with that e-mail becomes the admin with this password, and is signed out', async () => {
  const ada = await signedIn({ email: 'Owner@Shop.test', username: 'Ada' })
  const admin = await open()
  expect(await admins()).toMatchObject([{ id: ada.user.id, username: 'Ada', email: 'Owner@Shop.test' }])
  expect(await ada.whoAmI()).toBeNull()
  expect((await browser().login(email)).status).toBe(401)
  expect((await browser().login(email, admin?.password)).status).toBe(200)
})

test('the same holds when that account was deleted', async () => {
  const { id } = await member({ email, deleted_at: new Date() })
  await open()
  expect(await stored(id)).toMatchObject({ role: 'admin', deleted_at: null })
})

test('when several processes start at the same moment, one creates the admin', async () => {
  const others = Array.from({ length: 4 }, () => openDatabase(connection))
  const made = await Promise.all(others.map((other, n) => open({ db: other, email: `owner${n % 2}@shop.test` })))
  await Promise.all(others.map(other => other.destroy()))
  expect(made.filter(Boolean)).toHaveLength(1)
  expect(await admins()).toHaveLength(1)
})
