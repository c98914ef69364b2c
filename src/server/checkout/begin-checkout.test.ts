import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { installShopFunctions, shopFunctions } from '../start/sql-functions.ts'
import { beginCheckoutFunction } from './begin-checkout.ts'

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
  await expect(`${beginCheckoutFunction.create};\n`).toMatchFileSnapshot('begin-checkout.snapshot.sql')
})

test('a shop that starts again, and one whose functions were dropped, has them once', async () => {
  await installShopFunctions(database.db)
  for (const { name } of shopFunctions) {
    expect(await functionsNamed(name)).toEqual([name])
    await sql.raw(`drop function ${name}`).execute(database.db)
  }
  await installShopFunctions(database.db)
  for (const { name } of shopFunctions) expect(await functionsNamed(name)).toEqual([name])
})

test('the functions that older releases call still exist', async () => {
  expect(await functionsNamed('begin_checkout')).toEqual(['begin_checkout'])
  expect(await functionsNamed('place_order')).toContain('place_order')
})
