import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Db, openDatabase } from '../connection.ts'
import { primaryAndReplica } from './replica.fixture.ts'
import { openReplica, type Replica } from './replica.ts'

let servers: Awaited<ReturnType<typeof primaryAndReplica>>
let primary: Db
let copy: Db
let replica: Replica
let oldReads = 0
const warnings: object[] = []
const log = { warn: (about: object) => warnings.push(about) }

beforeAll(async () => {
  servers = await primaryAndReplica()
  primary = openDatabase(servers.primary)
  copy = openDatabase(servers.replica.connection)
  await sql`create table word (word text)`.execute(primary)
  replica = openReplica({ connection: servers.replica.connection, primary, log, onOldRead: () => oldReads++ })
})
afterEach(async () => {
  await sql`select pg_wal_replay_resume()`.execute(copy)
  warnings.length = 0
})
afterAll(async () => {
  await replica.close()
  await copy.destroy()
  await primary.destroy()
  await servers.close()
})

const isCopy = async (db: Db) =>
  (await sql<{ isCopy: boolean }>`select pg_is_in_recovery() as "isCopy"`.execute(db)).rows[0]?.isCopy
const readsCopy = () => replica.read(isCopy)
const words = async (db: Db) =>
  (await sql<{ word: string }>`select word from word`.execute(db)).rows.map(row => row.word)
const say = (word: string) => sql`insert into word values (${word})`.execute(primary)
const broken = <Work>(work: () => Promise<Work>) =>
  work().then(
    () => 'fine',
    error => error.message,
  )

test('the replica is used only while notifications arrive', async () => {
  expect(await readsCopy()).toBe(false)
  replica.noteChange()
  expect(await readsCopy()).toBe(false)
  replica.setListening(true)
  expect(await readsCopy()).toBe(false)
  await expect.poll(readsCopy).toBe(true)
  replica.setListening(false)
  expect(await readsCopy()).toBe(false)
  replica.setListening(true)
  await expect.poll(readsCopy).toBe(true)
})

test('after a change reads use the primary until the replica has caught up, however long that takes', async () => {
  await expect.poll(readsCopy).toBe(true)
  await sql`select pg_wal_replay_pause()`.execute(copy)
  await expect
    .poll(async () => (await sql`select pg_get_wal_replay_pause_state() as state`.execute(copy)).rows)
    .toEqual([{ state: 'paused' }])
  await say('silk')
  replica.noteChange()
  for (let n = 0; n < 20; n++) {
    expect(await replica.read(words)).toEqual(['silk'])
    await sql`select pg_sleep(0.01)`.execute(primary)
  }
  expect(await words(copy)).toEqual([])
  await say('linen')
  replica.noteChange()
  await sql`select pg_wal_replay_resume()`.execute(copy)
  await expect.poll(readsCopy).toBe(true)
  expect(await replica.read(words)).toEqual(['silk', 'linen'])
})

test('each of a hundred changes is visible at once', async () => {
  await expect.poll(readsCopy).toBe(true)
  await sql`truncate word`.execute(primary)
  const written: string[] = []
  let fromCopy = 0
  for (let n = 0; n < 100; n++) {
    await say(`word ${n}`)
    written.push(`word ${n}`)
    replica.noteChange()
    if (n % 3 === 0) await sql`select pg_sleep(0.02)`.execute(primary)
    const [wasCopy, read] = await replica.read(async db => [await isCopy(db), await words(db)] as const)
    if (wasCopy) fromCopy += 1
    expect(read).toEqual(written)
  }
  expect(fromCopy).toBeGreaterThan(0)
  expect(warnings).toEqual([])
})

test('public reads cannot write', async () => {
  await expect.poll(readsCopy).toBe(true)
  const write = (db: Db) => sql`insert into word values ('nonsense')`.execute(db)
  expect(await broken(() => replica.read(write))).toMatch('read-only transaction')
  expect(await broken(() => replica.read(db => db.transaction().execute(write)))).toMatch('read-only transaction')
})

test('a replica that stops fails no read, and is used again when it is back', async () => {
  await expect.poll(readsCopy).toBe(true)
  const read = Promise.withResolvers<void>()
  const stopped = Promise.withResolvers<void>()
  const answeredBy: (boolean | undefined)[] = []
  const inTransaction = replica.read(db =>
    db.transaction().execute(async tx => {
      answeredBy.push(await isCopy(tx))
      read.resolve()
      await stopped.promise
      return await words(tx)
    }),
  )
  const slow = replica.read(db => sql`select pg_sleep(1), pg_is_in_recovery() as "isCopy"`.execute(db))
  await read.promise
  await servers.replica.stop()
  stopped.resolve()
  expect((await inTransaction).length).toBe(100)
  expect(answeredBy).toEqual([true, false])
  expect((await slow).rows).toMatchObject([{ isCopy: false }])
  expect(await readsCopy()).toBe(false)
  await expect.poll(() => warnings).toHaveLength(1)

  await servers.replica.start()
  await expect.poll(readsCopy).toBe(true)
})

test('a database that follows no primary, or another one, is never used', async () => {
  const other = openReplica({ connection: servers.primary, primary, log })
  other.setListening(true)
  await expect.poll(() => warnings).toEqual([{ fault: 'it does not follow the primary' }])
  expect(await other.read(async db => db)).toBe(primary)
  await other.close()
})

test('while the primary is gone the replica answers with what it has', async () => {
  await sql`truncate word`.execute(primary)
  await say('velvet')
  replica.noteChange()
  await expect.poll(readsCopy).toBe(true)
  await servers.stopPrimary()
  oldReads = 0
  expect(await replica.read(words)).toEqual(['velvet'])
  expect(oldReads).toBe(0)
  replica.noteChange() // the replica can no longer show that it has all changes
  expect(await replica.read(words)).toEqual(['velvet'])
  expect(oldReads).toBe(1)
  replica.setListening(false)
  expect(await replica.read(words)).toEqual(['velvet'])
  expect(oldReads).toBe(2)
  const write = () => replica.read(db => sql`insert into word values ('nonsense')`.execute(db))
  expect(await broken(write)).toMatch('read-only transaction')

  const newcomer = openReplica({ connection: servers.replica.connection, primary, log })
  expect(await broken(() => newcomer.read(words))).toMatch(/ENOENT|ECONNREFUSED|terminat/) // never known to follow the primary
  await newcomer.close()
})
