import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { alone } from '../jobs/nightly.ts'
import { drillNewest, makeBackup } from './backup-jobs.ts'
import { backUp, everythingIn, furnish, repack, type TestShop, testShop } from './backups.fixture.ts'
import { drillBackup, lock } from './drill.ts'
import { takeLock, withOwnConnection } from './own-connection.ts'

let shop: TestShop
let file: string
beforeAll(async () => {
  shop = await testShop()
  await furnish(shop)
  file = (await backUp(shop)).file
})

/** The scratch databases that drills of this shop have created. */
async function scratchDatabases() {
  const { rows } = await sql<{ name: string }>`
    select datname as name from pg_database
    where starts_with(datname, 'vitrine_drill_' || (select oid from pg_database where datname = current_database()) || '_')`.execute(
    shop.db,
  )
  return rows.map(({ name }) => name)
}
afterEach(async () => expect(await scratchDatabases()).toEqual([]))

test('a drill restores into a database of its own, drops it afterwards, and leaves the shop unchanged', async () => {
  const before = await everythingIn(shop)
  const { tables, rows } = await drillBackup(file, shop)
  expect(tables).toBe(Object.keys(before).length)
  expect(rows).toBeGreaterThan(10)
  expect(await everythingIn(shop)).toEqual(before)
})

test('a drill counts the broken rules in the restored shop', async () => {
  const { broken } = await drillBackup(file, shop)
  await sql`update "order" set amount_cents = amount_cents + 1`.execute(shop.db)
  const worse = await drillBackup((await backUp(shop)).file, shop)
  await sql`update "order" set amount_cents = amount_cents - 1`.execute(shop.db)
  expect(worse.broken).toBe(broken + 1)
})

test('a backup with one changed value fails its drill, though its checksum matches', async () => {
  const tampered = path.join(shop.storage, 'tampered.tar.zst')
  await repack(file, tampered, files =>
    files.map(([name, content]) => [
      name,
      name.startsWith('tables/product/') ? Buffer.from(content.toString().replace('12000', '12001')) : content,
    ]),
  )
  await expect(drillBackup(tampered, shop)).rejects.toThrow('The table "product" did not come back as it was')
})

test('a drill drops the database that a killed drill left behind', async () => {
  const [{ rows }] = [
    await sql<{ oid: string }>`select oid::text from pg_database where datname = current_database()`.execute(shop.db),
  ]
  await sql`create database ${sql.id(`vitrine_drill_${rows[0]?.oid}_left`)}`.execute(shop.db)
  expect(await scratchDatabases()).toHaveLength(1)
  await drillBackup(file, shop)
})

test('a second drill at the same time is refused, and the first one goes on with its database', async () => {
  await withOwnConnection(shop.connection, async client => {
    expect(await takeLock(client, lock)).toBe(true)
    await expect(drillBackup(file, shop)).rejects.toThrow('Another drill is under way: wait until it is done.')
  })
})

test('when the database user may not create databases, the drill says that it did not run', async () => {
  if ('connectionString' in shop.connection) return expect.fail('The test server has a socket')
  const role = `poor_${shop.connection.database}`
  await sql`create role ${sql.id(role)} login`.execute(shop.db)
  const poor = { ...shop, connection: { ...shop.connection, user: role } }
  await expect(drillNewest(poor)).rejects.toThrow(
    `The drill could not be tried: the database user ${role} may not create databases (ALTER ROLE "${role}" CREATEDB allows it).`,
  )
  const drills = await shop.db.selectFrom('chore').select(['failed', 'facts']).where('kind', '=', 'drill').execute()
  expect(drills).toEqual([{ failed: expect.stringMatching(/^The drill could not be tried: /), facts: null }])
  await sql`drop role ${sql.id(role)}`.execute(shop.db)
})

test('a table that no restore would bring back is named', async () => {
  await sql`create table notes as select 'Dear diary' as text`.execute(shop.db)
  const { file } = await backUp(shop)
  await expect(drillBackup(file, shop)).rejects.toThrow(
    "A restore would leave out what is not Vitrine's (notes): move it into a schema of its own.",
  )
  await sql`drop table notes`.execute(shop.db)
})

test('backup and drill can run as nightly jobs', async () => {
  expect(await alone(shop.db, 'backup', () => makeBackup(shop))).toBe(true)
  expect(await alone(shop.db, 'drill', () => drillNewest(shop))).toBe(true)
  const done = await shop.db
    .selectFrom('chore')
    .select(['kind', 'failed'])
    .orderBy('started_at', 'desc')
    .limit(2)
    .execute()
  expect(done).toEqual([
    { kind: 'drill', failed: null },
    { kind: 'backup', failed: null },
  ])
})

test('without a backup the drill reports that there is none', async () => {
  await expect(drillNewest({ ...shop, folder: path.join(shop.storage, 'nothing') })).rejects.toThrow(
    'A backup to try not found',
  )
})
