import { readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newKey } from '../archive/seal.ts'
import { outgoingFolder } from '../archive/status.ts'
import type { ArchiveSettings } from '../config/settings.ts'
import { startS3 } from '../images/images.fixture.ts'
import { findBackupCopy } from '../integrity/find-proof.ts'
import { drillNewest, makeBackup } from './backup-jobs.ts'
import { furnish, type TestShop, testShop } from './backups.fixture.ts'

const s3 = await startS3()
let shop: TestShop
let archive: ArchiveSettings
beforeAll(async () => {
  shop = await testShop()
  await furnish(shop)
  archive = { key: await newKey(), s3: s3.settings }
})
afterAll(() => s3.close())
const copyAt = (now: Date) => findBackupCopy(shop.db, true, now)

test('before the first backup there is none to copy', async () => {
  expect(await copyAt(new Date())).toEqual({ state: 'none' })
})

test('a backup is copied into the bucket, and the drill brings it back from there', async () => {
  const made = await makeBackup({ ...shop, archive })
  expect(made).toMatchObject({ copiedTo: ['the bucket pictures'] })
  await rm(path.join(shop.folder, made.file))
  expect(await drillNewest({ ...shop, archive })).toMatchObject({ file: made.file, from: 'the bucket pictures' })
  expect(await readdir(outgoingFolder(shop.dataDir))).toEqual([])
  const now = new Date()
  expect(await copyAt(now)).toMatchObject({ state: 'ok', file: made.file, places: ['the bucket pictures'] })
  expect(await copyAt(new Date(+now + 26 * 3_600_000))).toMatchObject({ state: 'late', file: made.file })
})

test('a backup stays good when the copy fails, and says why', async () => {
  const gone = { ...archive, s3: { ...s3.settings, bucket: 'nowhere' } }
  const made = await makeBackup({ ...shop, archive: gone })
  expect(made).toMatchObject({ copyFailed: expect.stringContaining('the bucket nowhere') })
  expect((await readFile(path.join(shop.folder, made.file))).length).toBe(made.bytes)
  expect(await copyAt(new Date())).toMatchObject({ state: 'ok', why: expect.stringContaining('NoSuchBucket') })
})

test('a drill fails with one sentence when the copy was sealed for another key', async () => {
  const other = { ...archive, key: await newKey() }
  await expect(drillNewest({ ...shop, archive: other })).rejects.toThrow('The copy off this machine:')
})

test('without a bucket nothing is copied, and there is nothing to be late', async () => {
  expect(await makeBackup(shop)).not.toHaveProperty('copiedTo')
  expect(await findBackupCopy(shop.db, false, new Date())).toEqual({ state: 'off' })
})
