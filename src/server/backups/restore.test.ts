import { execFileSync } from 'node:child_process'
import { readFile, rm, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { zstdCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { sql } from 'kysely'
import { pack } from 'tar-stream'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { knownMigrations, migrateWithin } from '../db/migrate.ts'
import { isDue } from '../jobs/nightly.ts'
import { randomIds } from '../lib/clock.ts'
import {
  backUp,
  databaseOf,
  emptyPlace,
  everythingIn,
  type Files,
  furnish,
  keysIn,
  repack,
  runCutOff,
  seal,
  type TestShop,
  testShop,
} from './backups.fixture.ts'
import { makeEmpty } from './busy-shop.fixture.ts'
import { hasTables } from './catalogue.ts'
import { type Manifest, sealLength } from './format.ts'
import { loadBackup } from './load-backup.ts'
import { withOwnConnection } from './own-connection.ts'
import { openBackup } from './read-backup.ts'
import { checkRestore, restoreBackup } from './restore.ts'

let shop: TestShop
let place: TestShop
let file: string
let bytes: Buffer
beforeAll(async () => {
  shop = await testShop()
  place = await emptyPlace()
  await furnish(shop)
  file = (await backUp(shop)).file
  bytes = await readFile(file)
})
beforeEach(async () => {
  await makeEmpty(place.db)
  await rm(path.join(place.storage, 'images'), { recursive: true, force: true })
})

async function restore(from = file, options = { otherShop: false }) {
  return await restoreBackup(await checkRestore(from, place, options), place)
}

const other = (name: string) => path.join(shop.storage, name)

async function fileOf(content: Buffer | string) {
  const made = other('made.tar.zst')
  await writeFile(made, content)
  return made
}

/** The backup with other files in it and a checksum that matches. */
async function changed(change: (files: Files) => Files) {
  const made = other('changed.tar.zst')
  await repack(file, made, change)
  return made
}

const changing = (name: RegExp, change: (text: string) => string) =>
  changed(files =>
    files.map(([key, content]) => [key, name.test(key) ? Buffer.from(change(content.toString())) : content]),
  )

const changingManifest = (change: Record<string, unknown>) =>
  changing(/^manifest/, text => JSON.stringify({ ...JSON.parse(text), ...change }))

async function expectNothingDone() {
  expect(await withOwnConnection(place.connection, hasTables)).toBe(false)
  expect(await keysIn(place.images)).toEqual([])
}

const sentence =
  /^[^\n]+ (is damaged: its checksum does not fit\. Use another backup|is no backup of Vitrine|is no whole backup of Vitrine: it was cut off, or made by something else)\.$/

test('one flipped bit is detected, wherever it is', async () => {
  const seal = Array.from({ length: sealLength }, (_, at) => bytes.length - 1 - at)
  const head = Array.from({ length: 64 }, (_, at) => at)
  const flip = async (at: number, bit: number) => {
    const flipped = Buffer.from(bytes)
    flipped.writeUInt8(flipped.readUInt8(at) ^ (1 << bit), at)
    await expect(openBackup(await fileOf(flipped))).rejects.toThrow(sentence)
  }
  for (const at of [...head, ...seal]) await flip(at, at % 8)
  const anywhere = fc.tuple(fc.nat(bytes.length - 1), fc.nat(7))
  await fc.assert(
    fc.asyncProperty(anywhere, ([at, bit]) => flip(at, bit)),
    { numRuns: 200 },
  )
})

test('a truncated backup is detected, wherever it ends, and so is one with extra bytes', async () => {
  const lengths = [0, 1, 3, 4, sealLength - 1, sealLength, sealLength + 1, bytes.length - sealLength, bytes.length - 1]
  for (const length of lengths)
    await expect(openBackup(await fileOf(bytes.subarray(0, length)))).rejects.toThrow(sentence)
  const cut = fc.nat(bytes.length - 1)
  await fc.assert(
    fc.asyncProperty(cut, async length => {
      await writeFile(other('cut'), bytes)
      await truncate(other('cut'), length)
      await expect(openBackup(other('cut'))).rejects.toThrow(sentence)
    }),
    { numRuns: 100 },
  )
  await expect(openBackup(await fileOf(Buffer.concat([bytes, bytes])))).rejects.toThrow(sentence)
  await expect(openBackup(await fileOf(Buffer.concat([bytes, Buffer.alloc(1)])))).rejects.toThrow(sentence)
})

const tarOf = async (name: string, content: string) => {
  const tar = pack()
  tar.entry({ name }, content)
  tar.finalize()
  return await buffer(tar)
}

test.each<[string, () => Promise<Buffer | string>]>([
  ['an empty file', async () => ''],
  ['a text', async () => 'Dear diary, '.repeat(100)],
  ['another tar', () => tarOf('a.txt', 'a')],
  ['another packed tar', async () => zstdCompressSync(await tarOf('a.txt', 'a'))],
])('%s is no backup', async (_, make) => {
  await expect(restore(await fileOf(await make()))).rejects.toThrow(sentence)
  await expectNothingDone()
})

test.each<[string, () => Promise<Buffer>]>([
  ['nothing', async () => Buffer.alloc(1)],
  ['an unpacked tar', () => tarOf('manifest.json', '{}')],
  ['another packed tar', async () => zstdCompressSync(await tarOf('a.txt', 'a'))],
  ['a packed text', async () => zstdCompressSync('Dear diary')],
  [
    'half a packed tar',
    async () => zstdCompressSync((await tarOf('manifest.json', 'x'.repeat(2_000))).subarray(0, 1_000)),
  ],
  ['a manifest that says nothing', async () => zstdCompressSync(await tarOf('manifest.json', 'null'))],
  ['a manifest that is no JSON', async () => zstdCompressSync(await tarOf('manifest.json', '{'))],
])('%s with a right checksum is no backup', async (_, make) => {
  await seal(await make(), other('sealed'))
  await expect(restore(other('sealed'))).rejects.toThrow(/^sealed is no backup of Vitrine\.$/)
  await expectNothingDone()
})

test('an archive that ends too early, with a right checksum, is refused', async () => {
  const archive = bytes.subarray(0, -sealLength)
  for (const part of [0.01, 0.1, 0.5, 0.9]) {
    await seal(archive.subarray(0, Math.floor(archive.length * part)), other('short'))
    await expect(restore(other('short'))).rejects.toThrow(/^short is no backup of Vitrine\.$/)
    await expectNothingDone()
  }
})

test.each<[string, (manifest: Manifest) => Partial<Manifest>]>([
  ['a shop that is no address', () => ({ origin: 'anywhere' })],
  ['a shop with more than an address', () => ({ origin: 'https://boutique.test/\u001b[31m' })],
  ['a shop that is no website', () => ({ origin: 'file:///etc' })],
  ['a time before there were backups', () => ({ madeAt: '1999-12-31T23:59:59.999Z' })],
  ['another form of time', () => ({ madeAt: '2026-11-21 03:00 (\u001b[31m)' })],
  ['a time that is none', () => ({ madeAt: '2026-13-41T03:00:00.000Z' })],
  ['control characters in a table', ({ tables }) => ({ tables: [...tables, { name: '\u001b[2J', columns: [] }] })],
  ['control characters in a column', ({ tables }) => ({ tables: [...tables, { name: 'a', columns: ['a\u009b'] }] })],
  ['control characters in a migration', ({ migrations }) => ({ migrations: [...migrations, '2999\n\u0007'] })],
])('%s in the manifest: it is no backup', async (_, change) => {
  const { manifest } = await openBackup(file)
  const odd = await changingManifest(change(manifest))
  await expect(restore(odd, { otherShop: true })).rejects.toThrow(/^changed\.tar\.zst is no backup of Vitrine\.$/)
  await expectNothingDone()
})

test('a folder, a pipe, and a missing file are named', async () => {
  const noFile = / is no ordinary file: name a backup, such as those in DATA_DIR\/backups\.$/
  await expect(restore(shop.storage)).rejects.toThrow(noFile)
  execFileSync('mkfifo', [other('pipe')])
  await expect(restore(other('pipe'))).rejects.toThrow(noFile)
  await expect(restore(other('nothing'))).rejects.toMatchObject({ code: 'ENOENT', path: other('nothing') })
})

test('a backup of a newer Vitrine is refused', async () => {
  const { migrations } = (await openBackup(file)).manifest
  const newer = await changingManifest({ migrations: [...migrations, '2999-01-01T0000-hover'] })
  await expect(restore(newer)).rejects.toThrow(
    'changed.tar.zst was made by a newer Vitrine (2999-01-01T0000-hover): restore it with that version.',
  )
  await expect(restore(await changingManifest({ format: 2, tables: 'elsewhere' }))).rejects.toThrow(
    'changed.tar.zst was made by a newer Vitrine: restore it with that version.',
  )
  await expectNothingDone()
})

test('a backup of another shop is refused, unless an option allows it', async () => {
  const theirs = await changingManifest({ origin: 'https://other.test' })
  await expect(restore(theirs)).rejects.toThrow(
    'changed.tar.zst is of another shop, https://other.test, and this one is https://boutique.test: set PUBLIC_ORIGIN, or add --other-shop if that is meant.',
  )
  await expectNothingDone()
  await restore(theirs, { otherShop: true })
  expect((await everythingIn(place)).product).toBe((await everythingIn(shop)).product)
})

test('the records of old backups are deleted, and a new one is due at once; the records of checks stay', async () => {
  const now = new Date()
  for (const kind of ['backup', 'drill', 'check'] as const)
    await shop.db
      .insertInto('chore')
      .values({ id: randomIds.uuid(), kind, started_at: now, finished_at: now, facts: '{"file":"a"}' })
      .execute()
  await restore((await backUp(shop, new Date(+now + 60_000))).file)
  const jobs = await place.db.selectFrom('chore').select('kind').execute()
  expect(jobs).toEqual([{ kind: 'check' }])
  expect(await isDue(place, 'backup')).toBe(true)
  await shop.db.deleteFrom('chore').execute()
})

test('a database with tables is refused, and not changed', async () => {
  await restore()
  const before = await everythingIn(place)
  await expect(restore()).rejects.toThrow(
    'There is a shop already: restore into an empty place, with another DATA_DIR or the DATABASE_URL of an empty database.',
  )
  await expect(loadBackup(await openBackup(file), { ...place, saveImages: async () => undefined })).rejects.toThrow(
    'There is a shop already',
  )
  expect(await everythingIn(place)).toEqual(before)
  await makeEmpty(place.db)
  await sql`create view something as select 1`.execute(place.db)
  await expect(restore()).rejects.toThrow('There is a shop already')
})

test('of two restores into one database at the same time one is refused', async () => {
  const results = await Promise.allSettled([restore(), restore()])
  const refused = results.filter(({ status }) => status === 'rejected')
  expect(refused).toMatchObject([{ reason: { message: expect.stringMatching(/^(Another restore|There is a shop)/) } }])
  expect((await everythingIn(place)).product).toBe((await everythingIn(shop)).product)
  expect(await keysIn(place.images)).toEqual(await keysIn(shop.images))
})

test('a backup of an older release is restored and migrated', async () => {
  const old = await emptyPlace()
  const all = await knownMigrations()
  for (const last of [all[0], all.at(-4), all.at(-2)]) {
    await makeEmpty(old.db)
    await makeEmpty(place.db)
    await old.db.transaction().execute(tx => migrateWithin(tx, last))
    await sql`
      insert into product (id, name, category, color, description, price_cents, created_at, updated_at)
      values (gen_random_uuid(), 'Old dress', 'dress', 'black', '', 500, now(), now())`.execute(old.db)
    const { contents } = await restore((await backUp(old)).file)
    expect(contents.tables.product?.rows).toBe(1)
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(place.db)
    expect(rows.map(({ name }) => name)).toEqual(all)
    expect(await place.db.selectFrom('product').select('name').execute()).toEqual([{ name: 'Old dress' }])
  }
})

test.each<[string, RegExp, (text: string) => string, RegExp]>([
  [
    'another price',
    /product\/00001/,
    text => text.replace('12000', '99'),
    /^The table "product" did not come back as it was \(2 rows of 2\)/,
  ],
  [
    'a row less',
    /order_event\/00001/,
    text => text.slice(text.indexOf('\n') + 1),
    /^The table "order_event" did not come back as it was \(1 rows of 2\)/,
  ],
  [
    'a row twice',
    /order_line\/00001/,
    text => text + text,
    /^The rows of the table "order_line" in this backup cannot be loaded: it is damaged/,
  ],
  [
    'no number',
    /product\/00001/,
    text => text.replace('12000', 'dear'),
    /^The rows in this backup cannot be loaded|^The rows of the table/,
  ],
  [
    'an order of nobody',
    /tables\/order\/00001/,
    text => text.replace(/\t[0-9a-f-]{36}\t/, `\t${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}\t`),
    /^The rows of the table "order" in this backup cannot be loaded/,
  ],
  ['an end in the middle', /product\/00001/, text => `\\.\n${text}`, /^The (table "product"|rows)/],
  [
    'another picture',
    /^images\/a1\/640\.avif/,
    () => 'other',
    /^The pictures in this backup are not those that it was made of/,
  ],
  ['other contents', /^contents/, () => '{}', / is no backup of Vitrine\.$/],
])('%s in a backup with a right checksum: one sentence, and nothing is done', async (_, name, change, words) => {
  await expect(restore(await changing(name, change))).rejects.toThrow(words)
  await expectNothingDone()
})

test('files that do not belong to a backup are not written anywhere', async () => {
  const names = [
    'images/../../evil.avif',
    'images/a1/../../../evil.avif',
    '/etc/evil',
    'images/A1/640.avif',
    'images/a1/640.svg',
    'evil',
  ]
  const tables = ['tables/../product/00001.copy', 'tables/pg_authid/00001.copy', 'tables/kysely_migration/00001.copy']
  const evil = await changed(([manifest, ...files]) => [
    manifest ?? expect.fail('It is empty'),
    ...[...names, ...tables].map((name): Files[number] => [name, Buffer.from('evil')]),
    ...files,
  ])
  await restore(evil)
  expect(await keysIn(place.images)).toEqual(await keysIn(shop.images))
  expect((await everythingIn(place)).product).toBe((await everythingIn(shop)).product)
})

test('a backup without its end, or without a table or a column, is refused', async () => {
  await expect(restore(await changed(files => files.slice(0, -1)))).rejects.toThrow(/is no backup of Vitrine\.$/)
  const { tables } = (await openBackup(file)).manifest
  const without = (name: string) => changingManifest({ tables: tables.filter(table => table.name !== name) })
  await expect(restore(await without('review'))).rejects.toThrow(
    'The table "review" is not in this backup: use another one.',
  )
  const columns = (change: (columns: string[]) => string[]) =>
    changingManifest({
      tables: tables.map(table => (table.name === 'review' ? { ...table, columns: change(table.columns) } : table)),
    })
  await expect(restore(await columns(list => list.slice(1)))).rejects.toThrow(
    'The column "id" of the table "review" is not in',
  )
  await expect(restore(await columns(list => [...list, 'mood']))).rejects.toThrow(
    'The column "mood" of the table "review" is not Vitrine\'s',
  )
  await expectNothingDone()
})

test('a restore that is killed in the middle leaves an empty database, into which the next one succeeds', async () => {
  const child = runCutOff('restore', { ...place, file })
  expect(await child.says('in the middle')).toBe(true)
  child.kill()
  await child.ended
  expect(await withOwnConnection(place.connection, hasTables)).toBe(false)
  await expect
    .poll(() =>
      restore().then(
        () => 'restored',
        (error: Error) => error.message,
      ),
    )
    .toBe('restored')
  expect((await everythingIn(place)).review).toBe((await everythingIn(shop)).review)
})

test('a full disk for the pictures gives one sentence, and the database is empty again', async () => {
  await shop.images.put('a1/960.webp', Buffer.alloc(100_000, 7))
  const { file } = await backUp(shop)
  const child = runCutOff('full', { ...place, file }, { largestFileKiB: 16 })
  await child.ended
  expect(child.output()).toBe('There is no space left for pictures. Please try again later.\n')
  await expectNothingDone()
})

test('a full disk for the tables gives one sentence, and the database is empty again', async () => {
  await sql`
    create function full_disk() returns event_trigger language plpgsql as $$
    begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`.execute(place.db)
  await sql`create event trigger full_disk on ddl_command_end when tag in ('ALTER TABLE') execute function full_disk()`.execute(
    place.db,
  )
  await expect(restore()).rejects.toThrow('The database has no room left: free some space, and restore again.')
  await sql`drop event trigger full_disk`.execute(place.db)
  await expectNothingDone()
})

test('pictures that were in the storage before a failed restore stay there', async () => {
  await place.images.put('a1/640.avif', Buffer.from('before'))
  await place.images.put('b2/640.avif', Buffer.from('another'))
  await expect(restore(await changing(/^contents/, () => '{}'))).rejects.toThrow(/is no backup/)
  expect(await keysIn(place.images)).toContain('a1/640.avif')
  expect(await keysIn(place.images)).toContain('b2/640.avif')
})

test('a database with another collation has the same content afterwards', async () => {
  const name = `sorts_${databaseOf(place)}`
  await sql`create database ${sql.id(name)} template template0 locale_provider icu icu_locale 'en-US'`.execute(place.db)
  const ids = ['b', 'B', 'a', 'A', '_', 'é']
  await shop.db
    .insertInto('payment_event')
    .values(ids.map(id => ({ id, type: 'test', received_at: new Date() })))
    .execute()
  const { file, contents } = await backUp(shop)
  const elsewhere = { ...place, connection: { ...place.connection, database: name } }
  expect((await restoreBackup(await checkRestore(file, elsewhere, { otherShop: false }), elsewhere)).contents).toEqual(
    contents,
  )
  await sql`drop database ${sql.id(name)}`.execute(place.db)
})
