import fs from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '../../../../tests/support/app.ts'
import { createUser } from '../../../../tests/support/builders.ts'
import { databaseUrl } from '../../../../tests/support/command.ts'
import { temporaryFolder, testDatabase } from '../../../../tests/support/database.ts'
import { runCommand } from '../../../../tests/support/run-command.ts'
import { signIn } from '../../../../tests/support/sign-in.ts'

// The app and the commands share one database, so each command runs beside a running shop.
const { app, db, connection } = await testApp()
const password = 'velvet ribbon 47'
let env: Record<string, string>
let n = 0
let ada: { id: string; email: string }
beforeAll(async () => {
  env = { DATA_DIR: await temporaryFolder(), DATABASE_URL: databaseUrl(connection) }
})
afterAll(() => fs.rm(env.DATA_DIR ?? '', { recursive: true }))
beforeEach(async () => {
  ada = await createUser(db, { email: `ada${++n}@shop.test` })
})
const shop = (...args: string[]) => runCommand(args, env)
const auditEntries = (id: string) =>
  db.selectFrom('audit').select(['actor', 'action', 'before', 'after']).where('record_id', '=', id).execute()
const logIn = async (email: string, typed: string) =>
  (await app.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password: typed } })).statusCode

describe('user:promote', () => {
  test('makes a signed-in user an admin, and records it', async () => {
    const headers = await signIn(db, ada)
    const may = async () => (await app.inject({ url: '/api/audit', headers })).statusCode
    expect(await may()).toBe(403)
    expect(await shop('user:promote', ada.email.toUpperCase(), '--dry-run')).toMatchObject({ code: 0, err: '' })
    expect(await may()).toBe(403)
    const pretended = await shop('user:promote', ada.email, '--dry-run', '--json')
    expect(JSON.parse(pretended.out)).toEqual({ email: ada.email, wouldChange: true })
    expect(await shop('user:promote', ada.email)).toEqual({ code: 0, out: `${ada.email} is an admin now.\n`, err: '' })
    expect(await may()).toBe(200)
    expect(await auditEntries(ada.id)).toEqual([
      { actor: null, action: 'change role', before: { role: 'user' }, after: { role: 'admin' } },
    ])
    const again = await shop('user:promote', ada.email, '--json')
    expect(JSON.parse(again.out)).toEqual({ email: ada.email, changed: false })
    expect(await auditEntries(ada.id)).toHaveLength(1)
  })

  test('makes a user staff, and leaves an admin one', async () => {
    const asStaff = () => shop('user:promote', ada.email, '--role', 'staff')
    expect(await asStaff()).toEqual({ code: 0, out: `${ada.email} is staff now.\n`, err: '' })
    expect(await asStaff()).toEqual({ code: 0, out: `${ada.email} is staff already.\n`, err: '' })
    expect(await shop('user:promote', ada.email)).toMatchObject({ code: 0 })
    expect(await asStaff()).toEqual({
      code: 1,
      out: '',
      err: `${ada.email} is an admin. Another admin can make them staff.\n`,
    })
    expect((await shop('user:promote', ada.email, '--role', 'emperor')).code).not.toBe(0)
  })

  test('reports each error in one sentence', async () => {
    expect(await shop('user:promote', 'nobody@shop.test')).toEqual({
      code: 1,
      out: '',
      err: 'There is no account with the e-mail nobody@shop.test.\n',
    })
    await db.updateTable('user').set({ deleted_at: new Date() }).where('id', '=', ada.id).execute()
    const { err } = await shop('user:promote', ada.email, '--json')
    expect(JSON.parse(err)).toEqual({
      error: `The account ${ada.email} is deleted. An admin can take that back.`,
    })
  })
})

describe('user:password', () => {
  test('generates one that works, and ends all sessions of the old one', async () => {
    const headers = await signIn(db, ada)
    const { code, out } = await shop('user:password', ada.email, '--json')
    expect(code).toBe(0)
    expect((await app.inject({ url: '/api/auth/session', headers })).json().data.user).toBeNull()
    expect(await logIn(ada.email, JSON.parse(out).password)).toBe(200)
    expect(await auditEntries(ada.id)).toEqual([{ actor: null, action: 'set password', before: null, after: null }])
  })

  test('reads one from the standard input, never shows it, and refuses a weak one', async () => {
    const typed = await runCommand(['user:password', ada.email, '--stdin'], env, `${password}\n`)
    expect(typed).toMatchObject({ code: 0, err: '' })
    expect(typed.out).not.toContain(password)
    expect(await logIn(ada.email, password)).toBe(200)
    const weak = await runCommand(['user:password', ada.email, '--stdin'], env, '12345678\n')
    expect(weak).toMatchObject({ code: 1, err: 'This password is too common. Please choose another one.\n' })
    const none = await runCommand(['user:password', ada.email, '--stdin'], env)
    expect(none).toMatchObject({ code: 1, err: expect.stringContaining('holds no password') })
    expect(await logIn(ada.email, password)).toBe(200)
  })

  test('a dry run changes nothing', async () => {
    const headers = await signIn(db, ada)
    expect(await shop('user:password', ada.email, '--dry-run')).toMatchObject({ code: 0 })
    expect((await app.inject({ url: '/api/auth/session', headers })).json().data.user).not.toBeNull()
  })
})

describe('user:second-factor-off', () => {
  const factors = () => db.selectFrom('second_factor').select('confirmed_at').where('user_id', '=', ada.id).execute()
  const turnOn = async (confirmed_at: Date | null) => {
    await db
      .insertInto('second_factor')
      .values({ user_id: ada.id, secret: 'JBSWY3DPEHPK3PXP', confirmed_at, created_at: new Date() })
      .execute()
    await db
      .insertInto('recovery_code')
      .values({ user_id: ada.id, hash: Buffer.alloc(32) })
      .execute()
  }

  test('lets the user sign in with the password alone, and records it', async () => {
    await turnOn(new Date())
    const headers = await signIn(db, ada)
    const pretended = await shop('user:second-factor-off', ada.email.toUpperCase(), '--dry-run', '--json')
    expect(JSON.parse(pretended.out)).toMatchObject({ wouldChange: true })
    expect(await factors()).toHaveLength(1)
    expect(await shop('user:second-factor-off', ada.email)).toEqual({
      code: 0,
      out: `${ada.email} logs in with the password alone. If somebody else may know it, give them another one too.\n`,
      err: '',
    })
    expect(await factors()).toEqual([])
    expect(await db.selectFrom('recovery_code').selectAll().where('user_id', '=', ada.id).execute()).toEqual([])
    expect((await app.inject({ url: '/api/auth/session', headers })).json().data.user).not.toBeNull()
    expect(await auditEntries(ada.id)).toEqual([
      { actor: null, action: 'second factor off', before: null, after: null },
    ])
    const again = await shop('user:second-factor-off', ada.email, '--json')
    expect(JSON.parse(again.out)).toEqual({ email: ada.email, changed: false })
    expect(await auditEntries(ada.id)).toHaveLength(1)
  })

  test('says so when there is nothing to turn off', async () => {
    await turnOn(null) // begun, and never confirmed
    const { code, out } = await shop('user:second-factor-off', ada.email)
    expect({ code, out }).toEqual({ code: 0, out: `${ada.email} has no two-step sign-in.\n` })
    expect(await auditEntries(ada.id)).toEqual([])
    const { code: failed, err } = await shop('user:second-factor-off', 'nobody@shop.test')
    expect({ failed, err }).toEqual({ failed: 1, err: 'There is no account with the e-mail nobody@shop.test.\n' })
  })
})

describe('every command', () => {
  test.each([
    [[]],
    [['nonsense']],
    [['user:promote']],
    [['user:promote', 'a@b.c', 'd@e.f']],
    [['user:promote', 'a@b.c', '--nonsense']],
  ])('called as %j ends with 2 and says how', async args => {
    const { code, out, err } = await shop(...args)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).not.toMatch(/ {4}at /)
    expect(err).not.toBe('')
  })

  test.each([
    ['npm run shop --', {}],
    ['/opt/vitrine/deploy/shop', { SHOP_COMMAND: '/opt/vitrine/deploy/shop' }],
  ])('tells how it is called, and ends with 0: %s', async (typed, settings) => {
    for (const args of [['--help'], ['help'], ['user:password', '--help']]) {
      const { code, out, err } = await runCommand(args, { ...env, ...settings })
      expect({ code, err }).toEqual({ code: 0, err: '' })
      expect(out).toMatch(new RegExp(`^Usage: ${typed} `))
    }
    const { err } = await runCommand(['usr:promote'], { ...env, ...settings })
    expect(err).toContain(`There is no command 'usr:promote': ${typed} --help lists them.\n`)
  })

  test('prints its release and commit with --version', async () => {
    const { code, out } = await shop('--version')
    expect([code, out]).toEqual([0, expect.stringMatching(/^Vitrine \d+\.\d+\.\d+( \([\da-f]{7}\))?\n$/)])
  })

  test('without a shop says so, and creates none', async () => {
    const DATA_DIR = `${env.DATA_DIR}/nothing`
    expect(await runCommand(['user:promote', 'a@b.c'], { DATA_DIR })).toEqual({
      code: 1,
      out: '',
      err: `There is no shop in ${DATA_DIR} yet: start it once, or restore a backup.\n`,
    })
  })

  test('on a database of another Vitrine is refused', async () => {
    const other = await testDatabase()
    const settings = { ...env, DATABASE_URL: databaseUrl(other.connection) }
    const last = other.db.selectFrom('kysely_migration' as never).select('name' as never)
    const { name } = (await last.orderBy('name' as never, 'desc').executeTakeFirstOrThrow()) as { name: string }
    await other.db
      .deleteFrom('kysely_migration' as never)
      .where('name' as never, '=', name as never)
      .execute()
    const older = await runCommand(['user:promote', ada.email], settings)
    expect(older).toMatchObject({ code: 1, err: expect.stringMatching(/^This database is that of an older Vitrine: /) })
    await other.close()
  })

  test('lists bad settings', async () => {
    const { code, err } = await runCommand(['user:promote', ada.email], { ...env, PORT: 'http' })
    expect({ code, err }).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^Vitrine cannot start .*\n {2}PORT is/),
    })
  })
})
