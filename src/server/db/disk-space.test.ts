import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { connectionUrl } from './connection.ts'
import { type DiskSpace, reserveBytes, watchDiskSpace } from './disk-space.ts'

let database: TestDatabase
const logged: string[] = []
const log = { warn: (_: object, text: string) => logged.push(text) }
const room = { free: reserveBytes, folder: '' }
const watching: DiskSpace[] = []

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => {
  for (const each of watching) await each.close()
  await database.close()
})

async function watch(connection = database.connection) {
  const freeOn = async (folder: string) => {
    room.folder = folder
    return room.free
  }
  const space = await watchDiskSpace({ db: database.db, connection, log, freeOn })
  watching.push(space)
  return space
}

test('the disk of the embedded database is short below the reserve, and no longer than that', async () => {
  const space = await watch({ connectionString: connectionUrl(database.connection) })
  expect(space.isShort()).toBe(false)
  expect(room.folder).toMatch(/\/database$/)
  room.free = reserveBytes - 1
  await expect.poll(space.isShort).toBe(true)
  room.free = reserveBytes
  await expect.poll(space.isShort).toBe(false)
  expect(logged).toEqual([
    'the disk is almost full: the shop takes no changes until there is room; delete what is not needed, such as old backups and logs, or enlarge the disk',
    'there is room on the disk again',
  ])
})

test('long writes are aborted while the disk is short, long reads are not', async () => {
  room.free = 0
  const space = await watch()
  const reading = sql`select pg_sleep(2.5)`.execute(database.db)
  const writing = database.db.transaction().execute(async tx => {
    await sql`create table large (n int)`.execute(tx)
    await sql`select pg_sleep(4)`.execute(tx)
  })
  await expect(writing).rejects.toMatchObject({ code: '57014' })
  await reading
  await space.close()
})

test('a disk that cannot be inspected closes no shop', async () => {
  const freeOn = () => Promise.reject(new Error('ENOENT: no such folder in this container'))
  const space = await watchDiskSpace({ db: database.db, connection: database.connection, log, freeOn })
  expect(space.isShort()).toBe(false)
  expect(logged.at(-1)).toBe('how much room is on the disk of the database cannot be seen from here')
  await space.close()
})

test('for a database on another machine the free space is not known', async () => {
  room.free = 0
  const space = await watch({ connectionString: 'postgres://shop@db.example:5432/shop' })
  expect(space.isShort()).toBe(false)
})
