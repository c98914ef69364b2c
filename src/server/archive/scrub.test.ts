import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from '../../../tests/support/database.ts'
import { diskStorage } from '../images/disk.ts'
import { archivedDatabase, key } from './archive.fixture.ts'
import { noteMissingPictures, restorePictures, shipPictures } from './pictures.ts'
import { scrub } from './scrub.ts'

const folder = path.join(await temporaryFolder(), 'archive')
const database = await archivedDatabase({ key, folder })
const { archive, connection, dataDir, db } = database
const images = diskStorage(path.join(dataDir, 'images'))
const pictures = { archive, images, dataDir }
const picture = path.join(dataDir, 'images/a1/320.webp')

beforeAll(async () => {
  await database.copy()
  await sql`create table big as select n, repeat('x', 1000) as text from generate_series(1, 500) n`.execute(db)
  await sql`create index on big (n)`.execute(db)
  await sql`checkpoint`.execute(db)
  await database.finishSegment()
  await database.ship()
  await images.put('a1/320.webp', Buffer.from('a picture'))
  await noteMissingPictures(pictures)
  await shipPictures(pictures, new AbortController().signal)
}, 60_000)

const scrubbed = () => scrub({ connection, images, archive })

/** Changes one byte of a file while the work runs. */
async function spoilt(file: string, at: number, work: () => Promise<void>) {
  const bytes = await readFile(file)
  const other = Buffer.from(bytes)
  other[at] = (other[at] ?? 0) ^ 1
  await writeFile(file, other)
  await work()
  await writeFile(file, bytes)
}

test('everything is read, and nothing stays behind', async () => {
  const { relations, files, pictures } = await scrubbed()
  expect(relations).toBeGreaterThan(100)
  expect(files).toBeGreaterThan(2)
  expect(pictures).toBe(1)
  expect((await sql`select from pg_extension where extname = 'amcheck'`.execute(db)).rows).toEqual([])
})

test('a flipped bit in the archive, and one in a picture, are named', async () => {
  const wal = path.join(folder, 'wal', database.system)
  const [name = ''] = await readdir(wal)
  await spoilt(path.join(wal, name), 100, () => expect(scrubbed()).rejects.toThrow(`wal/${database.system}/${name}`))
  await spoilt(picture, 3, () => expect(scrubbed()).rejects.toThrow('the picture a1/320.webp here or in the folder'))
})

test('a flipped bit in a page of the database is named with its table', async () => {
  const { rows } = await sql<{ file: string }>`select pg_relation_filepath('big') as file`.execute(db)
  const file = path.join(database.folder, rows[0]?.file ?? '')
  await spoilt(file, 8192 * 20 + 4_000, async () => {
    await evict()
    await expect(scrubbed()).rejects.toThrow(/Damaged: big of the database/)
  })
  await evict()
  expect((await scrubbed()).relations).toBeGreaterThan(100)
})

/** Removes the table's pages from memory. */
async function evict() {
  await sql`create extension if not exists pg_buffercache`.execute(db)
  await sql`select pg_buffercache_evict_relation('big')`.execute(db)
}

test('a lost picture comes back from the archive', async () => {
  await images.remove('a1')
  expect(await restorePictures({ archive, images })).toBe(1)
  expect((await readFile(picture)).toString()).toBe('a picture')
})
