import { readdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '../../../tests/support/builders.ts'
import { temporaryFolder } from '../../../tests/support/database.ts'
import type { Config } from '../config/settings.ts'
import { openDatabase } from '../db/connection.ts'
import { startEmbedded } from '../db/embedded/start.ts'
import { migrate } from '../db/migrate.ts'
import { diskStorage } from '../images/disk.ts'
import { randomIds } from '../lib/clock.ts'
import { archivedDatabase, key } from './archive.fixture.ts'
import { startArchiving } from './archive-job.ts'
import { notingPictures } from './pictures.ts'
import { findArchiveState } from './state.ts'

/** Stands for the bucket's storage: it takes everything, or answers 503 while it is down. */
let isDown = false
const gate = createServer((request, reply) => {
  request.resume().on('end', () => reply.writeHead(isDown ? 503 : 200).end())
})
await new Promise<void>(resolve => gate.listen(0, '127.0.0.1', resolve))
const { port } = gate.address() as { port: number }
const s3 = { bucket: 'b-1', endpoint: `http://127.0.0.1:${port}`, region: 'x', accessKeyId: 'x', secretAccessKey: 'x' }
const folder = path.join(await temporaryFolder(), 'archive')
const settings = { key, folder, s3 }
const database = await archivedDatabase(settings)
const { db, connection, dataDir } = database
const images = notingPictures(diskStorage(path.join(dataDir, 'images')), dataDir)
let now = Date.UTC(2026, 10, 28, 12)
const clock = { now: () => new Date(now) }
const warnings: string[] = []
const log = { warn: (_: object, message: string) => void warnings.push(message) }
let job: Awaited<ReturnType<typeof startArchiving>>

beforeAll(async () => {
  await migrate(db)
  await writeFile(path.join(database.outgoing, `vitrine.${'0'.repeat(64)}.zst.age`), 'left by a start that was killed')
  await createUser(db, { role: 'admin', email: 'olga@shop.test' })
  const config = { s3: undefined, dataDir }
  job = await startArchiving(
    {
      config,
      settings,
      db,
      connection,
      images,
      folder: database.folder,
      clock,
      ids: randomIds,
      mayDelete: async () => true,
    },
    log,
  )
}, 60_000)
afterAll(async () => {
  await job.close()
  gate.closeAllConnections()
  await new Promise(resolve => gate.close(resolve))
})

const state = () => findArchiveState({ archive: settings, dataDir, databaseUrl: undefined } as Config, clock.now())
const patience = { timeout: 30_000 }

test('the first copy is made at once, and segments arrive by themselves', async () => {
  await expect.poll(async () => (await state()).copiedAt, patience).toBe(clock.now().toISOString())
  await database.write('arrives')
  const segment = await database.finishSegment()
  const stored = async () => (await readdir(path.join(folder, 'wal', database.system))).map(name => name.slice(0, 24))
  await expect.poll(stored, patience).toContain(segment)
  await expect.poll(async () => (await state()).state, patience).toBe('ok')
  expect((await readdir(database.outgoing)).filter(name => name.startsWith('vitrine'))).toEqual([])
}, 60_000)

test('a picture arrives as it is uploaded', async () => {
  await images.put('a1/640.avif', Buffer.from('picture'))
  const stored = () => readdir(path.join(folder, 'pictures/a1')).catch(() => [])
  await expect.poll(stored, patience).toEqual([expect.stringMatching(/^640\.avif\.[0-9a-f]{64}\.zst\.age$/)])
}, 60_000)

test('a bucket that fails is reported, told to the admins once after 15 minutes, and catches up by itself', async () => {
  isDown = true
  await database.write('waits')
  await database.finishSegment()
  await expect.poll(async () => (await state()).state, patience).toBe('failing')
  expect((await state()).failing?.why).toContain('the bucket b-1')
  expect(warnings).toEqual(['the archive is not reached'])
  const mails = () => db.selectFrom('mail').select(['kind', 'address']).execute()
  expect(await mails()).toEqual([])
  now += 16 * 60_000
  await expect.poll(mails, patience).toEqual([{ kind: 'archive-failing', address: 'olga@shop.test' }])
  now += 60 * 60_000
  isDown = false
  await expect.poll(async () => (await state()).state, patience).toBe('ok')
  expect(await mails()).toHaveLength(1)
}, 90_000)

test('a database that a shop without the archive has started is reported, and not copied', async () => {
  const plain = await temporaryFolder()
  const { connection: at, folder: files, stop } = await startEmbedded({ dataDir: plain })
  const own = openDatabase(at)
  await migrate(own)
  const config = { s3: undefined, dataDir: plain }
  const context = { config, settings: { key, folder }, db: own, connection: at, images, folder: files }
  const running = await startArchiving({ ...context, clock, ids: randomIds, mayDelete: async () => true }, log)
  const found = () =>
    findArchiveState({ archive: settings, dataDir: plain, databaseUrl: undefined } as Config, clock.now())
  await expect.poll(async () => (await found()).failing?.why, patience).toContain('runs without the archive')
  expect((await found()).copiedAt).toBeUndefined()
  await running.close()
  await own.destroy()
  await stop()
}, 60_000)
