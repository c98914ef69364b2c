import { once } from 'node:events'
import fs from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProduct, createUser } from '../../../tests/support/builders.ts'
import { databaseUrl, shopCommand, startCommand } from '../../../tests/support/command.ts'
import { temporaryFolder, testDatabase } from '../../../tests/support/database.ts'

// The other tests of commands run them in their own process; these are about the process of a command.
const { db, connection, close } = await testDatabase()
const email = 'ada@shop.test'
let folder: string
let env: Record<string, string>
beforeAll(async () => {
  folder = await temporaryFolder()
  env = { DATA_DIR: folder, DATABASE_URL: databaseUrl(connection) }
  await createUser(db, { email })
})
afterAll(async () => {
  await close()
  await fs.rm(folder, { recursive: true })
})

test('a command ends with 0 when it is done, 1 when it failed, and 2 when it is called in a wrong way', async () => {
  expect(await shopCommand(['user:promote', email, '--dry-run'], env)).toEqual({
    code: 0,
    out: `${email} would become an admin.\n`,
    err: '',
  })
  expect(await shopCommand(['user:promote', 'nobody@shop.test'], env)).toEqual({
    code: 1,
    out: '',
    err: 'There is no account with the e-mail nobody@shop.test.\n',
  })
  expect(await shopCommand(['nonsense'], env)).toEqual({
    code: 2,
    out: '',
    err: "There is no command 'nonsense': npm run shop -- --help lists them.\n",
  })
})

test('a password comes from the standard input of the process', async () => {
  const setPassword = (input: string) => shopCommand(['user:password', email, '--stdin'], env, input)
  expect(await setPassword('12345678\n')).toMatchObject({ code: 1, err: expect.stringContaining('too common') })
  expect(await setPassword('velvet ribbon 47\n')).toMatchObject({ code: 0, err: '' })
})

test('a large answer is written to its end, however slowly it is read', async () => {
  const file = path.join(folder, 'rings.csv')
  const rows = Array.from({ length: 1_000 }, (_, n) => `,Ring ${n},jewellery,gold,Round.,5,,\n`)
  await fs.writeFile(file, `id,name,category,color,description,price,old_price,image\n${rows.join('')}`)
  const { child, ended } = startCommand(['import', 'products', file, '--dry-run', '--json'], env)
  const reader = child.stdout[Symbol.asyncIterator]()
  await reader.next()
  await Promise.race([once(child, 'exit'), sleep(1_000)])
  while (!(await reader.next()).done);
  const { code, out } = await ended
  expect({ code, changes: JSON.parse(out).changes.length }).toEqual({ code: 0, changes: rows.length })
})

test('an export that is not read to its end is reported', async () => {
  await createProduct(db)
  const { child, ended } = startCommand(['export', 'products'], env)
  child.stdout.destroy()
  expect(await ended).toMatchObject({ code: 1, err: 'Whoever read the CSV did not read it to its end.\n' })
})

test('Ctrl-C is reported, and has changed nothing', async () => {
  await db.transaction().execute(async tx => {
    await sql`select pg_advisory_xact_lock(hashtext('vitrine users'))`.execute(tx) // makes the command wait
    const { child, ended } = startCommand(['user:promote', email], env)
    const isWaiting = async () => {
      const { rows } = await sql`select from pg_locks join pg_database here on here.oid = database
        where datname = current_database() and locktype = 'advisory' and not granted`.execute(db)
      return rows.length > 0
    }
    await expect.poll(isWaiting, { timeout: 60_000 }).toBe(true)
    child.kill('SIGINT')
    expect(await ended).toEqual({ code: 1, out: '', err: 'Stopped before it was done.\n' })
  })
  expect(await db.selectFrom('user').select('role').where('email', '=', email).execute()).toEqual([{ role: 'user' }])
  expect(await db.selectFrom('audit').select('action').where('action', '=', 'change role').execute()).toEqual([])
})
