import { existsSync, readdirSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '../../../../tests/support/builders.ts'
import { databaseUrl } from '../../../../tests/support/command.ts'
import { temporaryFolder } from '../../../../tests/support/database.ts'
import { runCommand } from '../../../../tests/support/run-command.ts'
import { openCheckout } from '../../orders/orders.fixture.ts'

let context: Awaited<ReturnType<typeof openCheckout>>
let dataDir: string
let env: Record<string, string>
beforeAll(async () => {
  context = await openCheckout()
  dataDir = await temporaryFolder()
  const { rows } = await sql<{ host: string; database: string }>`
    select current_setting('unix_socket_directories') as host, current_database() as database`.execute(context.db)
  const [place] = rows
  if (!place) return expect.fail('There is no database')
  const DATABASE_URL = databaseUrl({ ...place, port: 5432, user: 'vitrine' })
  env = { DATA_DIR: dataDir, DATABASE_URL, PUBLIC_ORIGIN: context.origin, PAYMENTS: 'sandbox' }
})
afterAll(async () => {
  await context.close()
  await rm(dataDir, { recursive: true })
})

const shop = (args: string[], more: Record<string, string> = {}) => runCommand(args, { ...env, ...more })
const backups = () => readdirSync(path.join(dataDir, 'backups'))
const stateOf = async (orderId: string) => (await context.stored(orderId)).payment_state

/** Loses the database as a broken disk would; the payment provider still has its payments. */
const loseTheShop = () => sql`drop schema public cascade; create schema public`.execute(context.db)

test('a lost shop is restored from its backup, with what was paid after it', async () => {
  await createUser(context.db, { role: 'admin' })
  const early = await context.orderSomething()
  await context.pay(early.sessionId)
  await context.confirm(early.sessionId)
  const awaiting = await context.orderSomething()
  const made = await shop(['backup'])
  const file = path.join(dataDir, 'backups', backups()[0] ?? expect.fail(made.err))
  expect(made).toMatchObject({ code: 0, err: '' })
  expect(made.out).toMatch(
    /^\S+\.tar\.zst: \d+ rows and 0 picture files in \d+ bytes\.\nIt has been restored into a database of its own and compared: everything came back\.\n$/,
  )
  expect(made.out).toContain(file)

  const late = await context.orderSomething()
  for (const { sessionId } of [late, awaiting]) await context.pay(sessionId)
  const alreadyThere = await shop(['restore', file])
  expect(alreadyThere).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/^There is a shop already: [^\n]+\n$/),
  })

  await loseTheShop()
  const tried = await shop(['restore', file, '--dry-run'])
  expect(tried).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^The shop of [\d :-]+UTC with \d+ tables would be restored into .+\.\n$/),
  })

  const restored = await shop(['restore', file], { SANDBOX_FAULTS: 'api-5xx' })
  expect(restored.code).toBe(1)
  expect(restored.out).toMatch(/^The shop of [\d :-]+UTC is restored into .+: \d+ rows and 0 picture files\.\n/)
  expect(restored.out).toContain(
    `could not be asked (it does not answer): later type: npm run shop -- restore '${file}' --only-payments\n`,
  )
  expect(restored.out).toContain('Everybody has to sign in again.')
  expect(await stateOf(early.orderId)).toBe('paid')
  expect(await stateOf(awaiting.orderId)).toBe('awaiting')

  const asked = await shop(['restore', file, '--only-payments', '--json'])
  expect({ ...asked, out: JSON.parse(asked.out) }).toEqual({
    code: 0,
    err: '',
    out: { recovered: { orders: 1, payments: 1, owed: [], lastInvoice: expect.stringMatching(/^\d{4}-00103$/) } },
  })
  for (const { orderId } of [early, late, awaiting]) expect(await stateOf(orderId)).toBe('paid')
})

test('a backup that cannot be restored is reported, and the command exits with 1', async () => {
  await sql`create table notes as select 1 as n`.execute(context.db)
  const { code, out } = await shop(['backup', '--json'])
  expect(code).toBe(1)
  expect(JSON.parse(out)).toMatchObject({
    file: expect.stringContaining(dataDir),
    rows: expect.any(Number),
    missingImages: 0,
    drill: { failed: expect.stringContaining('(notes)') },
  })
  await sql`drop table notes`.execute(context.db)
})

test('a file that is not a backup is reported in one sentence', async () => {
  const file = path.join(dataDir, 'diary.txt')
  await writeFile(file, 'Dear diary')
  expect(await shop(['restore', file])).toEqual({ code: 1, out: '', err: 'diary.txt is no backup of Vitrine.\n' })
  expect(await shop(['restore', `${file}.gone`])).toEqual({ code: 1, out: '', err: `There is no file ${file}.gone.\n` })
})

test('a refused file leaves nothing in a new folder', async () => {
  const file = path.join(dataDir, 'diary.txt')
  await writeFile(file, 'Dear diary')
  const DATA_DIR = path.join(dataDir, 'new')
  const own = { PUBLIC_ORIGIN: context.origin, PAYMENTS: 'sandbox', DATA_DIR }
  const refused = { code: 1, out: '', err: 'diary.txt is no backup of Vitrine.\n' }
  expect(await runCommand(['restore', file], own)).toEqual(refused)
  expect(existsSync(DATA_DIR)).toBe(false)
})

test('control characters in messages do not reach the terminal', async () => {
  const file = path.join(dataDir, 'dear\u001b[31m\u009b\tdiary.txt')
  await writeFile(file, 'Dear diary')
  expect((await shop(['restore', file])).err).toBe('dear[31mdiary.txt is no backup of Vitrine.\n')
})
