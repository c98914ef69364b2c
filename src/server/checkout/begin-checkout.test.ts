import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { beginCheckout, createBeginCheckout, installBeginCheckout } from './begin-checkout.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const functionsNamed = async (pattern: string) => {
  const { rows } = await sql<{
    name: string
  }>`select proname as name from pg_proc where proname like ${pattern}`.execute(database.db)
  return rows.map(({ name }) => name)
}

test('the function that places an order is the reviewed one', async () => {
  await expect(`${createBeginCheckout};\n`).toMatchFileSnapshot('begin-checkout.snapshot.sql')
})

test('a shop that starts again, and one whose function was dropped, has it once', async () => {
  const [name = ''] = /begin_checkout_\w+/.exec(beginCheckout) ?? []
  await installBeginCheckout(database.db)
  expect(await functionsNamed(name)).toEqual([name])

  await sql.raw(`drop function ${name}`).execute(database.db)
  await installBeginCheckout(database.db)
  expect(await functionsNamed(name)).toEqual([name])
})

test('the functions that older releases call still exist', async () => {
  expect(await functionsNamed('begin_checkout')).toEqual(['begin_checkout'])
  expect(await functionsNamed('place_order')).toContain('place_order')
})
