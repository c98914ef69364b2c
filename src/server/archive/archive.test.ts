import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from '../../../tests/support/database.ts'
import { startBadS3, startS3 } from '../images/images.fixture.ts'
import { archivedDatabase, archiveSettings, key, notesIn } from './archive.fixture.ts'
import { checkArchive } from './archive.ts'
import { pruneArchive } from './prune.ts'
import { restoreArchive } from './restore-archive.ts'
import { newKey } from './seal.ts'
import { outgoingFolder, writeStatus } from './status.ts'

const s3 = await startS3()
const settings = await archiveSettings(s3.settings)
const database = await archivedDatabase(settings)
let between: Date
afterAll(() => s3.close())

beforeAll(async () => {
  await database.write('before the copy')
  await database.copy()
  await database.write('first')
  await database.finishSegment()
  await sleep(20)
  between = new Date()
  await sleep(20)
  await database.write('second')
  await database.finishSegment()
  await database.ship()
}, 60_000)

const restoreInto = async (dataDir: string, to?: Date, archive = settings) =>
  restoreArchive({ archive, dataDir, databaseUrl: undefined }, to)

test('the shop comes back from the bucket alone, with every change that had arrived', async () => {
  const dataDir = await temporaryFolder()
  const fromBucket = { key, s3: s3.settings }
  const restored = await restoreInto(dataDir, undefined, fromBucket as typeof settings)
  expect(restored).toMatchObject({ gap: undefined })
  expect(restored.segments).toBeGreaterThan(0)
  expect(await notesIn(dataDir)).toEqual(['before the copy', 'first', 'second'])
}, 60_000)

test('it comes back as it was at a moment', async () => {
  const dataDir = await temporaryFolder()
  const { changedAt } = await restoreInto(dataDir, between)
  expect(+changedAt).toBeLessThan(+between)
  expect(await notesIn(dataDir)).toEqual(['before the copy', 'first'])
}, 60_000)

test('a moment after the last change is its end', async () => {
  const dataDir = await temporaryFolder()
  await restoreInto(dataDir, new Date())
  expect(await notesIn(dataDir)).toEqual(['before the copy', 'first', 'second'])
}, 60_000)

test('what a restored shop changes is archived on a timeline of its own, and comes back with the rest', async () => {
  const first = await temporaryFolder()
  await restoreInto(first, between)
  const again = await archivedDatabase(settings, first)
  await again.write('another second')
  await again.finishSegment()
  await again.ship()
  await again.close()
  const dataDir = await temporaryFolder()
  await restoreInto(dataDir)
  expect(await notesIn(dataDir)).toEqual(['another second', 'before the copy', 'first'])
}, 90_000)

test('there is nothing to restore before the first copy', async () => {
  const dataDir = await temporaryFolder()
  await expect(restoreInto(dataDir, new Date('2026-01-01T10:00:00Z'))).rejects.toThrow(
    /begins at 20\d\d-.* UTC: nothing before that can be restored/,
  )
  const empty = { key, folder: path.join(dataDir, 'nothing'), s3: undefined }
  await expect(restoreInto(dataDir, undefined, empty)).rejects.toThrow('There is no copy of a database in the folder')
  expect(await readdir(dataDir)).toEqual([])
})

test('a folder with a database is not touched', async () => {
  await expect(restoreInto(database.dataDir)).rejects.toThrow(`There is a database in ${database.dataDir} already`)
})

test('another key opens nothing, and the folder stays empty', async () => {
  const dataDir = await temporaryFolder()
  await expect(restoreInto(dataDir, undefined, { ...settings, key: await newKey() })).rejects.toThrow(
    'was encrypted with another key than this ARCHIVE_KEY',
  )
  expect((await readdir(dataDir)).filter(name => name !== 'database.log')).toEqual([])
})

test('a segment that is missing is reported, and what is before it comes back', async () => {
  const folder = path.join(await temporaryFolder(), 'archive')
  const own = { key, folder, s3: undefined }
  const other = await archivedDatabase(own)
  await other.copy()
  await other.write('whole')
  await other.finishSegment()
  await other.write('lost')
  const lost = await other.finishSegment()
  await other.write('after it')
  await other.finishSegment()
  await other.ship()
  const wal = path.join(folder, 'wal', other.system)
  for (const name of await readdir(wal)) if (name.startsWith(lost)) await rm(path.join(wal, name))
  const dataDir = await temporaryFolder()
  expect(await restoreInto(dataDir, undefined, own)).toMatchObject({ gap: lost })
  expect(await notesIn(dataDir)).toEqual(['whole'])
}, 60_000)

test('a flipped bit in a segment ends the restore with its name, and leaves nothing', async () => {
  const folder = path.join(await temporaryFolder(), 'archive')
  const own = { key, folder, s3: undefined }
  const other = await archivedDatabase(own)
  await other.copy()
  await other.write('spoilt')
  const spoilt = await other.finishSegment()
  await other.ship()
  const wal = path.join(folder, 'wal', other.system)
  const name = (await readdir(wal)).find(each => each.startsWith(spoilt)) ?? ''
  const bytes = await readFile(path.join(wal, name))
  bytes[bytes.length - 20] = (bytes.at(-20) ?? 0) ^ 1
  await writeFile(path.join(wal, name), bytes)
  const dataDir = await temporaryFolder()
  await expect(restoreInto(dataDir, undefined, own)).rejects.toThrow(spoilt)
  expect((await readdir(dataDir)).filter(each => each !== 'database.log' && each !== 'database-log')).toEqual([])
}, 60_000)

test('a segment waits on the machine while a place does not take it, and arrives once', async () => {
  let isDown = true
  const gate = await startBadS3((_, reply) => reply.writeHead(isDown ? 503 : 200).end())
  const folder = path.join(await temporaryFolder(), 'archive')
  const own = await archivedDatabase({ key, folder, s3: gate.settings })
  await own.write('waits')
  const segment = await own.finishSegment()
  await expect(own.ship()).rejects.toThrow('the bucket pictures')
  expect((await readdir(own.outgoing)).filter(name => name.startsWith(segment))).toHaveLength(1)
  isDown = false
  await own.ship()
  expect((await readdir(own.outgoing)).filter(name => name.startsWith(segment))).toEqual([])
  const stored = await readdir(path.join(folder, 'wal', own.system))
  expect(stored.filter(name => name.startsWith(segment))).toHaveLength(1)
  await gate.close()
}, 60_000)

test('copies and segments that no moment of the last two weeks needs are deleted', async () => {
  const folder = path.join(await temporaryFolder(), 'archive')
  const own = await archivedDatabase({ key, folder })
  const day = (n: number) => new Date(Date.UTC(2026, 0, n))
  for (const n of [1, 2, 18]) {
    await own.write(`day ${n}`)
    await own.finishSegment()
    await own.copy(() => day(n))
  }
  await own.ship()
  const { system, archive } = own
  const bases = () => readdir(path.join(folder, 'base', system))
  const segments = async () =>
    (await readdir(path.join(folder, 'wal', system))).map(name => name.slice(0, 24)).toSorted()
  const before = await segments()
  await pruneArchive(archive, system, day(17))
  expect((await bases()).map(name => name.slice(0, 8))).toEqual(['20260102', '20260118'])
  const after = await segments()
  expect(after.length).toBeLessThan(before.length)
  const [oldest = ''] = await bases()
  expect(after[0]).toBe(oldest.split('_')[1])
}, 60_000)

test('a start is refused with one sentence when the archive is of another key or cannot be written', async () => {
  const folder = path.join(await temporaryFolder(), 'archive')
  const dataDir = await temporaryFolder()
  await checkArchive({ key, folder }, dataDir)
  await checkArchive({ key, folder }, dataDir)
  await expect(checkArchive({ key: await newKey(), folder }, dataDir)).rejects.toThrow(
    `The archive in the folder ${folder} was encrypted with another key`,
  )
  for (const wrong of ['/dev/null/archive', '/proc/nowhere'])
    await expect(checkArchive({ key, folder: wrong }, dataDir)).rejects.toThrow('correct ARCHIVE_FOLDER')
  const missing = { ...s3.settings, bucket: 'nowhere' }
  await expect(checkArchive({ key, s3: missing }, dataDir)).rejects.toThrow(
    `There is no bucket nowhere at ${s3.settings.endpoint}: create it, or correct ARCHIVE_BUCKET.`,
  )
})

test('a storage that is not there is refused at the first start only', async () => {
  const away = { key, s3: { ...s3.settings, endpoint: 'http://127.0.0.1:9' } }
  const dataDir = await temporaryFolder()
  await expect(checkArchive(away, dataDir)).rejects.toThrow('There is no storage at http://127.0.0.1:9')
  await mkdir(outgoingFolder(dataDir))
  await writeStatus(dataDir, { spool: '/nowhere' })
  expect(await checkArchive(away, dataDir)).toBeUndefined()
})

test('a bucket that is down for the moment does not prevent the start', async () => {
  const gate = await startBadS3((_, reply) => reply.writeHead(503).end())
  expect(await checkArchive({ key, s3: gate.settings }, await temporaryFolder())).toBeUndefined()
  await gate.close()
})
