import fs from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, temporaryFolder, testDatabase } from '../../../tests/support/database.ts'
import { freePort } from '../../../tests/support/shop.ts'
import { connectionUrl, type Db } from './connection.ts'
import { openShopDatabase } from './open.ts'

let database: TestDatabase
let dataDir: string
beforeAll(async () => {
  database = await testDatabase()
  dataDir = await temporaryFolder()
})
afterAll(async () => {
  await database.close()
  await fs.rm(dataDir, { recursive: true })
})

/** Opens the database as if DATABASE_URL named a pooler; here both addresses are the same database. */
const openPooled = (databaseDirectUrl = connectionUrl(database.connection)) =>
  openShopDatabase({ databaseUrl: connectionUrl(database.connection), databaseDirectUrl, dataDir, processes: 1 })

const deadlinesOf = async (db: Db) =>
  (
    await sql`select name, setting, source from pg_settings where name in ('lock_timeout', 'statement_timeout') order by name`.execute(
      db,
    )
  ).rows

test('behind a pooler the deadlines are set on the database’s user, because the connection sets none', async () => {
  const { db, direct, close } = await openPooled()
  expect(await deadlinesOf(db)).toEqual([
    { name: 'lock_timeout', setting: '2000', source: 'database user' },
    { name: 'statement_timeout', setting: '5000', source: 'database user' },
  ])
  expect(await deadlinesOf(direct)).toMatchObject([{ source: 'client' }, { source: 'client' }])
  await close()
})

test('several processes may start at once', async () => {
  const opened = await Promise.all(Array.from({ length: 8 }, () => openPooled()))
  for (const { db } of opened) expect(await deadlinesOf(db)).toMatchObject([{ setting: '2000' }, { setting: '5000' }])
  await Promise.all(opened.map(({ close }) => close()))
})

test('an unreachable direct address is named', async () => {
  const port = await freePort()
  await expect(openPooled(`postgres://shop:s3cr3t@127.0.0.1:${port}/shop`)).rejects.toThrow(
    `The database 127.0.0.1:${port}/shop of DATABASE_DIRECT_URL cannot be reached (connect ECONNREFUSED 127.0.0.1:${port})`,
  )
})
