import fs from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '../../../../tests/support/app.ts'
import { createOrder, createProduct, createUser } from '../../../../tests/support/builders.ts'
import { databaseUrl } from '../../../../tests/support/command.ts'
import { temporaryFolder } from '../../../../tests/support/database.ts'
import { runCommand } from '../../../../tests/support/run-command.ts'
import { signIn } from '../../../../tests/support/sign-in.ts'

const { app, db, connection } = await testApp()
let env: Record<string, string>
beforeAll(async () => {
  env = { DATA_DIR: await temporaryFolder(), DATABASE_URL: databaseUrl(connection) }
})
afterAll(() => fs.rm(env.DATA_DIR ?? '', { recursive: true }))
const erase = (...args: string[]) => runCommand(['user:erase', ...args], env)

test('user:erase erases a signed-in user for good, once --yes is given', async () => {
  const ada = await createUser(db, { email: 'ada@shop.test' })
  const headers = await signIn(db, ada)
  const isHere = async () => (await app.inject({ url: '/api/auth/session', headers })).json().data.user !== null
  expect(await erase('ADA@shop.test')).toEqual({
    code: 1,
    out: 'ADA@shop.test can be erased. Nothing has been erased yet, and nothing can undo it: say it again with --yes.\n',
    err: '',
  })
  expect(await isHere()).toBe(true)
  expect(await erase('ADA@shop.test', '--yes')).toEqual({ code: 0, out: 'ADA@shop.test is erased.\n', err: '' })
  expect(await isHere()).toBe(false)
  const auditEntries = db
    .selectFrom('audit')
    .select(['actor', 'action', 'before', 'after'])
    .where('record_id', '=', ada.id)
  expect(await auditEntries.execute()).toEqual([
    { actor: null, action: 'erase', before: { role: 'user' }, after: null },
  ])
  const again = await erase('ada@shop.test', '--yes', '--json')
  expect([again.code, JSON.parse(again.err)]).toEqual([
    1,
    { error: 'There is no account with the e-mail ada@shop.test, and no order of a guest with it.' },
  ])
})

test('user:erase refuses an admin, and a user with an open order, with and without --yes', async () => {
  await createUser(db, { email: 'olga@shop.test', role: 'admin' })
  const bea = await createUser(db, { email: 'bea@shop.test' })
  await createOrder(db, [await createProduct(db)], { user_id: bea.id })
  for (const [email, why] of [
    ['olga@shop.test', 'This is the account of an admin.'],
    ['bea@shop.test', 'is paid and not completed yet'],
  ] as const)
    for (const more of [[], ['--yes']]) {
      const { code, out, err } = await erase(email, ...more)
      expect([code, out, err]).toEqual([1, '', expect.stringContaining(why)])
    }
  const left = await db.selectFrom('user').select('email').where('erased_at', 'is', null).orderBy('email').execute()
  expect(left.map(({ email }) => email)).toEqual(['bea@shop.test', 'olga@shop.test'])
})

test('user:erase finds an account and the orders of a guest, in whatever form the accents are typed', async () => {
  const email = 'zo\u00EB@shop.test'
  const zoe = await createUser(db, { email })
  const order = await createOrder(db, [await createProduct(db)], { email, status: 'completed' })
  expect((await erase(email.normalize('NFD'), '--yes')).code).toBe(0)
  const user = await db.selectFrom('user').select('erased_at').where('id', '=', zoe.id).executeTakeFirstOrThrow()
  expect(user.erased_at).not.toBeNull()
  const left = await db.selectFrom('order').select('email').where('id', '=', order.id).executeTakeFirstOrThrow()
  expect(left.email).toBeNull()
})
