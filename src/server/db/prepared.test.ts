import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../tests/support/database.ts'
import { type Db, isDatabaseBusy, openDatabase } from './connection.ts'

const { db: admin, connection, close } = await testDatabase()
const opened: Db[] = []
const open = (options = {}) => {
  const db = openDatabase(connection, options)
  opened.push(db)
  return db
}
afterAll(async () => {
  for (const db of opened) await db.destroy()
  await close()
})
beforeEach(() => sql`drop table if exists note; create table note (id int); insert into note values (1)`.execute(admin))

const read = async (db: Db) => (await sql<{ id: number }>`select * from note where id = ${1}`.execute(db)).rows
const preparedOn = async (db: Db) =>
  (await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db)).rows
async function often(work: () => Promise<unknown>) {
  for (let n = 0; n < 10; n++) await work()
}

test('a frequent statement is prepared, and a single one is not', async () => {
  await open()
    .connection()
    .execute(async db => {
      await often(() => read(db))
      await sql`select ${2}::int`.execute(db)
      expect(await preparedOn(db)).toMatchObject([{ statement: expect.stringContaining('from note') }])
    })
})

test('a pattern search is planned for its pattern each time', async () => {
  await open()
    .connection()
    .execute(async db => {
      await often(() => sql`select id from note where id::text ilike ${'%1%'}`.execute(db))
      expect(await preparedOn(db)).toEqual([])
    })
})

test('statements of many lengths do not accumulate', async () => {
  await open()
    .connection()
    .execute(async db => {
      for (let length = 1; length <= 400; length++)
        for (let n = 0; n < 6; n++) await sql`select ${sql.join(Array(length).fill(1))}`.execute(db)
      const { length } = await preparedOn(db)
      expect(length).toBeGreaterThan(50)
      expect(length).toBeLessThanOrEqual(200)
    })
})

test('a migration during the shop’s operation causes no error', async () => {
  const db = open()
  await often(() => read(db))
  await sql`alter table note add column text text default 'Dear'`.execute(admin)
  expect(await read(db)).toEqual([{ id: 1, text: 'Dear' }])
  await often(() => read(db))
  await sql`alter table note drop column text`.execute(admin)
  await often(async () => expect(await read(db)).toEqual([{ id: 1 }]))
})

test('nor does it in a transaction', async () => {
  const db = open()
  await often(() => db.transaction().execute(read))
  await often(() => read(db))
  await sql`alter table note add column text text default 'Dear'`.execute(admin)
  expect(await db.transaction().execute(read)).toEqual([{ id: 1, text: 'Dear' }])
})

test('a transaction that it does affect can be retried', async () => {
  const db = open()
  const readId = () =>
    db.transaction().execute(async tx => (await sql`select id from note where id = ${1}`.execute(tx)).rows)
  await often(readId)
  await sql`alter table note alter column id type bigint`.execute(admin)
  const error = await readId().catch(error => error)
  expect(isDatabaseBusy(error)).toBe(true)
  expect(await readId()).toEqual([{ id: 1 }])
})

test('a query succeeds though a pooler, unknown to the shop, has switched the connection', async () => {
  const db = open()
  await often(() => read(db))
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  await sql`deallocate all`.execute(db)
  expect(await read(db)).toEqual([{ id: 1 }])
  await often(() => read(db))
  expect(await preparedOn(db)).toEqual([])
  expect((await sql`select pg_backend_pid() as pid`.execute(db)).rows).toEqual(rows)
})

test('behind a pooler no statement is prepared', async () => {
  const db = open({ pooled: true })
  await often(() => read(db))
  expect(await preparedOn(db)).toEqual([])
})
