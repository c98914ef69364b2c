import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOrder, createProduct } from '../../../tests/support/builders.ts'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { type Db, isDatabaseBusy, openDatabase } from './connection.ts'
import { migrate } from './migrate.ts'

let database: TestDatabase
let busyDb: Db
/** Begins before the first test, because it waits for seconds. */
let longStatement: Promise<unknown>
beforeAll(async () => {
  database = await testDatabase()
  busyDb = openDatabase(database.connection)
  longStatement = failureOf(sql`select pg_sleep(30)`.execute(busyDb))
})
afterAll(async () => {
  await busyDb.destroy()
  await database.close()
})

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => expect.fail('It should have failed'),
    (error: unknown) => error,
  )

test('counts arrive as numbers, and a number that cannot be exact is an error', async () => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from product`.execute(database.db)
  expect(rows).toEqual([{ n: 0 }])
  expect(await failureOf(sql`select 9007199254740993::bigint as n`.execute(database.db))).toMatchObject({
    message: 'The database sent 9007199254740993, too large to count with exactly',
  })
})

test('an order is found by an index also while there are few, since the plan is used when there are thousands', async () => {
  await database.db.transaction().execute(async tx => {
    const { id } = await createOrder(tx, [await createProduct(tx)])
    await sql`
      insert into "order" (id, order_id, amount_cents, goods_cents, return_origin, payment_state, created_at, updated_at)
      select gen_random_uuid(), 'few-' || n, 100, 100, '', 'paid', now(), now() from generate_series(1, 200) n`.execute(
      tx,
    )
    await sql`analyze "order"`.execute(tx)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select from "order" where id = ${id} for key share`.execute(tx)
    expect(rows.map(row => row['QUERY PLAN']).join(' ')).toContain('Index Scan')
  })
})

test('waiting two seconds for a lock or for a free connection is busy', async () => {
  const [locked, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holder = database.db.transaction().execute(async tx => {
    await sql`lock table product`.execute(tx)
    locked.resolve()
    await over.promise
  })
  await locked.promise
  const holders = Array.from({ length: 9 }, () => database.db.connection().execute(() => over.promise))
  const waits = [failureOf(sql`select * from product`.execute(busyDb)), failureOf(sql`select 1`.execute(database.db))]
  const [lock, connection] = await Promise.all(waits).finally(over.resolve)

  expect(lock).toMatchObject({ code: '55P03' })
  expect(isDatabaseBusy(lock)).toBe(true)
  expect(connection).toMatchObject({ message: 'timeout exceeded when trying to connect' })
  expect(isDatabaseBusy(connection)).toBe(true)
  await Promise.all([holder, ...holders])
})

test('a statement that runs longer than five seconds is cancelled as busy', async () => {
  const error = await longStatement
  expect(error).toMatchObject({ code: '57014' })
  expect(isDatabaseBusy(error)).toBe(true)
})

test('an unreachable database or a lost connection is busy; a wrong statement is not', async () => {
  const nowhere = openDatabase({ host: '/tmp/no-such-socket-folder', port: 5432, user: 'vitrine', database: 'vitrine' })
  expect(isDatabaseBusy(await failureOf(sql`select 1`.execute(nowhere)))).toBe(true)
  await nowhere.destroy()

  const cutOff = openDatabase(database.connection)
  const ended = failureOf(sql`select pg_terminate_backend(pg_backend_pid())`.execute(cutOff))
  expect(isDatabaseBusy(await ended)).toBe(true)
  await cutOff.destroy()

  expect(isDatabaseBusy(await failureOf(sql`select nonsense`.execute(database.db)))).toBe(false)
  expect(isDatabaseBusy(new Error('something else'))).toBe(false)
  expect(isDatabaseBusy(undefined)).toBe(false)
})

test('a connection that breaks while it is in use is replaced, and the process goes on', async () => {
  const db = openDatabase(database.connection)
  const lent = db.connection().execute(async connection => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection)
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(database.db)
    await sleep(100)
    return sql`select 1`.execute(connection)
  })
  expect(isDatabaseBusy(await failureOf(lent))).toBe(true)
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  await db.destroy()
})

test('a write that a standby refuses is busy, and the connection to it is not used again', async () => {
  for (const pooled of [false, true]) {
    const db = openDatabase(database.connection, { pooled })
    const pid = async () =>
      (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid ?? expect.fail()
    const write = () => sql`delete from contact_message`.execute(db)
    const before = await pid()
    await sql`set default_transaction_read_only = on`.execute(db)
    expect(await pid()).toBe(before)
    expect(isDatabaseBusy(await failureOf(write()))).toBe(true)
    await write()
    expect(await pid()).not.toBe(before)
    await db.destroy()
  }
})

test('a machine without a way to the database is busy', () => {
  const unreachable = { code: 'EHOSTUNREACH', syscall: 'connect' }
  expect(isDatabaseBusy(Object.assign(new Error('connect EHOSTUNREACH'), unreachable))).toBe(true)
})

test('several processes may migrate at once', async () => {
  const others = Array.from({ length: 4 }, () => openDatabase(database.connection))
  await sql`drop schema public cascade; create schema public`.execute(database.db)
  await Promise.all(others.map(migrate))
  expect((await sql`select name from kysely_migration`.execute(database.db)).rows).not.toEqual([])
  const { rows } = await sql<{ n: number }>`select count(*) as n from product`.execute(database.db)
  expect(rows).toEqual([{ n: 0 }])
  await Promise.all(others.map(other => other.destroy()))
})

test('a database that a newer Vitrine has migrated is refused', async () => {
  await sql`insert into kysely_migration (name, timestamp) values ('2999-01-01T0000-hover-shop', '2999-01-01T00:00:00Z')`.execute(
    database.db,
  )
  expect(await failureOf(migrate(database.db))).toMatchObject({
    name: 'StartupError',
    message:
      'A newer Vitrine has already changed this database (2999-01-01T0000-hover-shop): start that version again, or use another database or DATA_DIR.',
  })
})
