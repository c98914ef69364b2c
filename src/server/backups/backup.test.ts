import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Writable } from 'node:stream'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { isDatabaseBusy } from '../db/connection.ts'
import { sweepPictures } from '../images/sweep.ts'
import { drillNewest, makeBackup } from './backup-jobs.ts'
import {
  backUp,
  databaseOf,
  emptyPlace,
  everythingIn,
  furnish,
  keysIn,
  runCutOff,
  saveSomePicture,
  type TestShop,
  testShop,
} from './backups.fixture.ts'
import { halfChanges, makeEmpty, sellMeanwhile } from './busy-shop.fixture.ts'
import { withOwnConnection } from './own-connection.ts'
import { checkRestore, restoreBackup } from './restore.ts'
import { findBackups, pruneBackups } from './save-backup.ts'
import { writeBackup } from './write-backup.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop()
  await furnish(shop)
})

let place: TestShop
beforeEach(async () => {
  place ??= await emptyPlace()
  await makeEmpty(place.db)
})

/** The same shop with another folder for its backups. */
const inFolder = (name: string) => ({ ...shop, folder: path.join(shop.storage, name) })

async function restore(file: string) {
  return await restoreBackup(await checkRestore(file, place, { otherShop: false }), place)
}

const jobs = ({ db }: TestShop) => db.selectFrom('chore').selectAll().orderBy('started_at', 'desc').execute()

test('a restored shop has everything that was backed up, and nobody is signed in', async () => {
  const before = await everythingIn(shop)
  const { file, contents } = await backUp(shop)
  const restored = await restore(file)
  expect(restored).toEqual({ contents, leftOut: [] })
  const after = await everythingIn(place)
  expect(after).toEqual({
    ...before,
    ...{ session: '', password_reset: '', invitation_link: '', invoice_gap: expect.any(String) },
  })
  expect(after.invoice_gap).not.toBe(before.invoice_gap) // numbers that were given after the backup are not given again
  expect(before.session).not.toBe('')
  expect(Object.keys(contents.tables)).not.toContain('rate_limit') // it holds short-lived counters
  expect(before.password_reset).not.toBe('')
  expect(before.invitation_link).not.toBe('')
  expect(before.product?.split('\n')).toHaveLength(3) // one description has two lines
  expect(await keysIn(place.images)).toEqual(await keysIn(shop.images))
  expect(await place.images.get('a1/640.avif')).toEqual(await shop.images.get('a1/640.avif'))
})

test('equal content has equal digests, whatever the order and the time it was written in', async () => {
  const first = await backUp(shop)
  await sql`update product set name = name where color = 'black'`.execute(shop.db) // moves the row to the end of its table
  await sql`alter database ${sql.id(databaseOf(shop))} set timezone = 'Asia/Tokyo'`.execute(shop.db)
  expect((await backUp(shop)).contents).toEqual(first.contents)
})

test('a restored shop works: triggers count, sequences continue, ids stay unique', async () => {
  await restore((await backUp(shop)).file)
  const total = () =>
    sql<{
      n: number
    }>`select sum(n)::int as n from product_count where bucket < 100000000 and category <> '' and color <> ''`
      .execute(place.db)
      .then(({ rows }) => rows[0]?.n)
  expect(await total()).toBe(1)
  const { rows } = await sql<{ order_id: string }>`select order_id from order_event limit 1`.execute(place.db)
  const order_id = rows[0]?.order_id ?? expect.fail('There is no event')
  await sql`update product set deleted_at = null`.execute(place.db)
  expect(await total()).toBe(2)
  await place.db
    .insertInto('order_event')
    .values({ order_id, kind: 'payment', value: 'refunded', actor: 'admin', at: new Date() })
    .execute()
})

test('a backup is a file that other programs can open, and only its owner can read', async () => {
  const { file, bytes } = await backUp(shop)
  expect(path.basename(file)).toMatch(/^vitrine-\d{4}-\d\d-\d\dT\d{6}Z\.tar\.zst$/)
  const { mode, size } = await stat(file)
  expect(mode & 0o777).toBe(0o600)
  expect(size).toBe(bytes)
  expect((await stat(shop.folder)).mode & 0o777).toBe(0o700)
  expect((await readFile(file)).readUInt32LE()).toBe(0xfd2fb528) // zstd
})

test('under load each backup is a consistent snapshot of the shop', async () => {
  const busy = await testShop()
  const selling = sellMeanwhile(busy.db)
  const digests = new Set<string>()
  for (let round = 0; round < 3; round++) {
    await makeEmpty(place.db)
    const { file, contents } = await backUp(busy)
    expect((await restore(file)).contents).toEqual(contents)
    expect(await halfChanges(place.db)).toEqual([])
    digests.add(contents.tables.order?.sha256 ?? '')
  }
  expect(await selling.stop()).toBeGreaterThan(0)
  expect(digests.size).toBe(3)
})

test('a picture that is missing in the storage is named, and the rest is backed up', async () => {
  await saveSomePicture(shop, 'lost')
  await shop.images.remove('lost')
  const { images } = (await backUp(shop)).contents
  expect(images).toMatchObject({ files: 8, missing: 8 })
  expect(images.firstMissing).toContain('lost/640.avif')
  await shop.db.deleteFrom('image').where('id', '=', 'lost').execute()
})

test('a picture that is swept during the backup is not reported as missing', async () => {
  await saveSomePicture(shop, 'old')
  await shop.db
    .updateTable('image')
    .set({ created_at: new Date(0) })
    .where('id', '=', 'old')
    .execute()
  const images = {
    ...shop.images,
    async get(key: string) {
      await sweepPictures(shop)
      return await shop.images.get(key)
    },
  }
  expect((await backUp({ ...shop, images })).contents.images).toMatchObject({ files: 8, missing: 0 })
  expect(await keysIn(shop.images)).not.toContain('old/640.avif')
})

/** The shop with a picture storage that answers only on command. */
function slowShop() {
  const { promise: answers, resolve: answer } = Promise.withResolvers<void>()
  const { promise: isAsked, resolve: asked } = Promise.withResolvers<void>()
  const images = {
    ...shop.images,
    async get(key: string) {
      asked()
      await answers
      return await shop.images.get(key)
    },
  }
  return { shop: { ...shop, images }, answer, isAsked }
}

test('a second backup at the same time is refused', async () => {
  const slow = slowShop()
  const first = backUp(slow.shop)
  await slow.isAsked
  await expect(backUp(shop)).rejects.toThrow('Another backup is being made: wait until it is done.')
  slow.answer()
  expect(existsSync((await first).file)).toBe(true)
  expect(existsSync((await backUp(shop)).file)).toBe(true)
})

test('a shop that closes aborts its backup and records that', async () => {
  const slow = slowShop()
  const closing = new AbortController()
  const earlier = await readdir(shop.folder)
  const making = makeBackup(slow.shop, closing.signal)
  const broken = expect(making).rejects.toThrow('The shop was closed meanwhile.')
  await slow.isAsked
  closing.abort()
  slow.answer()
  await broken
  expect(await readdir(shop.folder)).toEqual(earlier)
  expect((await jobs(shop))[0]).toMatchObject({ kind: 'backup', failed: 'The shop was closed meanwhile.' })
})

test('a database connection that breaks in the middle leaves no file', async () => {
  const slow = slowShop()
  const earlier = await readdir(shop.folder)
  const making = expect(backUp(slow.shop)).rejects.toSatisfy(isDatabaseBusy)
  await slow.isAsked
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'vitrine backup' and datname = current_database()`.execute(shop.db)
  slow.answer()
  await making
  expect(await readdir(shop.folder)).toEqual(earlier)
})

test('a backup that is killed in the middle leaves the earlier ones, and the next backup removes its files', async () => {
  const shop = inFolder('killed')
  const { file } = await backUp(shop)
  const before = await readFile(file)
  const child = runCutOff('backup', shop)
  expect(await child.says('in the middle')).toBe(true)
  child.kill()
  await child.ended
  expect((await readdir(shop.folder)).filter(name => name.endsWith('.partial'))).toHaveLength(1)
  expect(await findBackups(shop.folder)).toHaveLength(1)

  await expect
    .poll(() =>
      backUp(shop).then(
        ({ file }) => existsSync(file),
        (error: Error) => error.message,
      ),
    )
    .toBe(true)
  expect(await readdir(shop.folder)).toHaveLength(2)
  expect(await readFile(file)).toEqual(before)
})

test('a full disk is reported in one sentence, and leaves no file', async () => {
  const full = inFolder('full')
  await full.images.put('a1/1280.webp', randomBytes(60_000))
  const { file } = await backUp(full)
  const child = runCutOff('full', full, { largestFileKiB: 16 })
  await child.ended
  expect(child.output()).toBe(
    `There is no room for a backup in ${full.folder}: free some space and try again. Earlier backups are as they were.\n`,
  )
  expect(await readdir(full.folder)).toEqual([path.basename(file)])
})

test('a disk that fills up in the middle of a table ends the backup, not the shop', async () => {
  const busy = await testShop()
  await sql`
    insert into contact_message (id, name, email, subject, message, created_at)
    select id, id, id, id, id::text || gen_random_uuid(), now() from (select gen_random_uuid() from generate_series(1, 20000)) row (id)`.execute(
    busy.db,
  )
  const fullDisk = new Writable({ write: (_chunk, _encoding, done) => setTimeout(done, 200, new Error('full')) })
  const writing = withOwnConnection(busy.connection, client =>
    writeBackup(client, { ...busy, madeAt: new Date() }, fullDisk),
  )
  await expect(writing).rejects.toThrow('full')
})

const day = (n: number) => new Date(Date.UTC(2026, 10, n, 3))
const nameOf = (n: number) => `vitrine-2026-11-${String(n).padStart(2, '0')}T030000Z.tar.zst`

test('backups are deleted after 14 days, except the newest three, the last proven one, and other files', async () => {
  const folder = path.join(shop.storage, 'old')
  await mkdir(folder)
  const others = ['vitrine-2020-01-01.tar.zst', 'notes.txt', 'vitrine-2026-11-99T030000Z.tar.zst']
  for (const name of others) await writeFile(path.join(folder, name), '')
  for (const n of [1, 2, 3, 4, 5, 6]) await writeFile(path.join(folder, nameOf(n)), '')
  const left = async () => (await findBackups(folder)).map(({ file }) => path.basename(file))

  await pruneBackups(folder, day(16), undefined)
  expect(await left()).toEqual([6, 5, 4, 3, 2].map(nameOf)) // day 2 is 14 days ago to the second
  await pruneBackups(folder, day(30), nameOf(2))
  expect(await left()).toEqual([6, 5, 4, 2].map(nameOf))
  expect((await readdir(folder)).toSorted()).toEqual([...others, ...[2, 4, 5, 6].map(nameOf)].toSorted())
})

test('the results of backup and drill are recorded, and a good old backup outlives bad new ones', async () => {
  const shop = inFolder('chores')
  const at = (n: number) => ({ ...shop, clock: { now: () => day(n) } })
  const made = await makeBackup(at(1))
  expect(made).toMatchObject({ file: nameOf(1), images: 8, missingImages: 0 })
  expect(await jobs(shop)).toContainEqual(expect.objectContaining({ kind: 'backup', failed: null, facts: made }))
  const tried = await drillNewest(at(1))
  expect(tried).toEqual({ file: nameOf(1), tables: expect.any(Number), rows: made.rows, broken: expect.any(Number) })
  expect(await shop.db.selectFrom('chore').select('facts').where('kind', '=', 'drill').execute()).toEqual([
    { facts: tried },
  ])

  for (const n of [2, 3, 4, 5]) {
    await makeBackup(at(n))
    await writeFile(path.join(shop.folder, nameOf(n)), 'no backup')
  }
  await expect(drillNewest(at(5))).rejects.toThrow(`${nameOf(5)} is no backup of Vitrine.`)
  await makeBackup(at(28))
  const left = (await findBackups(shop.folder)).map(({ file }) => path.basename(file))
  expect(left).toEqual([28, 5, 4, 1].map(nameOf))
})

test('a folder without write permission is named', async () => {
  const shop = inFolder('no-folder')
  await writeFile(shop.folder, 'a file where the folder should be')
  await expect(backUp(shop)).rejects.toMatchObject({ code: 'EEXIST', path: shop.folder })
})

test('two backups of the same second are two files', async () => {
  const shop = inFolder('twice')
  const files = [await backUp(shop, day(1)), await backUp(shop, day(1))].map(({ file }) => path.basename(file))
  expect(files).toEqual([nameOf(1), nameOf(1).replace('030000', '030001')])
})
