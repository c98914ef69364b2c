import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOrder, createProduct, createUser } from '../../../../tests/support/builders.ts'
import { databaseUrl } from '../../../../tests/support/command.ts'
import { temporaryFolder, testDatabase } from '../../../../tests/support/database.ts'
import { runCommand } from '../../../../tests/support/run-command.ts'
import { alone } from '../../jobs/nightly.ts'

const { db, connection, close } = await testDatabase()
let env: Record<string, string>
beforeAll(async () => {
  await createUser(db, { role: 'admin' })
  const dress = await createProduct(db)
  for (const [value, payment_session] of [
    ['paid', 'cs_1'],
    ['awaiting', null],
  ] as const) {
    const { id: order_id } = await createOrder(db, [dress], { payment_state: value, payment_session })
    await db
      .insertInto('order_event')
      .values({ order_id, kind: 'payment', value, actor: 'test', at: new Date() })
      .execute()
  }
  env = { DATA_DIR: await temporaryFolder(), DATABASE_URL: databaseUrl(connection) }
})
afterAll(async () => {
  await close()
  await rm(env.DATA_DIR ?? '', { recursive: true })
})
const check = (...options: string[]) => runCommand(['check', ...options], env)
const countRedDresses = (more: number) =>
  sql`insert into product_count_change (categories, colors, prices, numbers)
    values (array['dress'], array['red'], array[100], array[${more}::integer])`.execute(db)

test('a shop in order: each rule with its verdict, exit code 0, and the check is recorded', async () => {
  const { code, out, err } = await check()
  expect({ code, err }).toEqual({ code: 0, err: '' })
  const lines = out.trimEnd().split('\n')
  expect(lines).toHaveLength(44)
  expect(lines.slice(0, -2).filter(line => !/^OK {9}\S.*\. \d+ checked\.( |$)/.test(line))).toEqual([])
  expect(lines[0]).toMatch(
    /amount, less its discount and with its delivery\. 2 checked\. The dashboard counts 1 of them: the orders that are paid and not deleted\.$/,
  )
  expect(lines.slice(-2)).toEqual(['', 'Everything is as it must be.'])
  expect(await db.selectFrom('chore').select(['kind', 'failed']).execute()).toEqual([{ kind: 'check', failed: null }])
})

test('a broken rule is reported with the record and its link, exit code 1', async () => {
  await countRedDresses(1)
  const { code, out } = await check()
  expect(code).toBe(1)
  expect(out).toContain('1 broken   The products counted by category, color and price are those on sale. 2 checked.\n')
  expect(out).toContain(
    'red dress at $1.00: 1 counted, 0 on sale. http://localhost:3000/shop?category=dress&color=red&minPrice=1&maxPrice=1',
  )
  expect(out).toContain('\n1 record is not as it must be.\n')
  const json = await check('--json', '--all')
  expect({ code: json.code, ...JSON.parse(json.out) }).toMatchObject({ code: 1, broken: 1, rules: expect.any(Array) })
  await countRedDresses(-1)
})

test('a rule that cannot be checked is reported as not known, neither passed nor broken', async () => {
  const { code, out } = await runCommand(['check'], { ...env, SANDBOX_FAULTS: 'api-5xx' })
  expect(code).toBe(0)
  expect(out).toContain('not known  Every payment at the provider has its order.\n')
  expect(out).toContain('The payment provider could not be asked.\n')
  expect(out).toContain('Nothing is broken, but not everything could be asked.\n')
})

test('a second check at the same time is refused in one sentence', async () => {
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const other = alone(db, 'check', () => {
    begun.resolve()
    return ended.promise
  })
  await begun.promise
  expect(await check()).toEqual({
    code: 1,
    out: '',
    err: 'A check is under way already: wait until it is done.\n',
  })
  ended.resolve()
  await other
})
