import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { databaseUrl } from '../../../../tests/support/command.ts'
import { temporaryFolder, testDatabase } from '../../../../tests/support/database.ts'
import { runCommand } from '../../../../tests/support/run-command.ts'
import { diskStorage } from '../../images/disk.ts'
import { keysOf, startBadS3, startS3 } from '../../images/images.fixture.ts'
import { copyPictures } from '../../images/move-pictures.ts'
import { s3Storage } from '../../images/s3.ts'
import { unreachable } from '../../images/storage.ts'

const { db, connection, close } = await testDatabase()
const s3 = await startS3()
const bucket = s3Storage(s3.settings)
let dataDir: string
let folder: ReturnType<typeof diskStorage>
beforeAll(async () => {
  dataDir = await temporaryFolder()
  folder = diskStorage(join(dataDir, 'images'))
  await db
    .insertInto('image')
    .values([
      { id: 'dress', width: 4, height: 5, placeholder: 'data:,', created_at: new Date() },
      { id: 'ada', width: 320, height: 320, placeholder: '', created_at: new Date() },
    ])
    .execute()
})
afterAll(async () => {
  await close()
  await s3.close()
  await rm(dataDir, { recursive: true })
})

const files = [
  ...[320, 640, 960, 1280].flatMap(width => [`dress/${width}.avif`, `dress/${width}.webp`]),
  'ada/320.webp',
].toSorted()
beforeEach(async () => {
  for (const storage of [bucket, folder]) for (const id of ['dress', 'ada', 'spare']) await storage.remove(id)
  for (const key of [...files, 'spare/320.webp']) await folder.put(key, Buffer.from(`picture ${key}`))
})

const settings = ({ bucket: S3_BUCKET, endpoint: S3_ENDPOINT = '', accessKeyId, secretAccessKey } = s3.settings) => ({
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl(connection),
  S3_BUCKET,
  S3_ENDPOINT,
  S3_ACCESS_KEY_ID: accessKeyId,
  S3_SECRET_ACCESS_KEY: secretAccessKey,
})
const move = (to: string, ...options: string[]) => runCommand(['images:move', to, ...options], settings())

test('the pictures of the shop go into the bucket, byte for byte, once', async () => {
  expect(await move('s3', '--dry-run')).toMatchObject({
    code: 0,
    out: '9 files would be copied into the bucket pictures; 0 were there before.\n',
  })
  expect(await keysOf(bucket)).toEqual([])

  const { code, out, err } = await move('s3')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out.split('\n')).toEqual([
    '9 files were copied into the bucket pictures; 0 were there before.',
    'Start the shop with the same S3_ settings, then do this once more for what was uploaded meanwhile.',
    `What is in ${dataDir}/images stays there: delete it when all is well.`,
    '',
  ])
  expect(await keysOf(bucket)).toEqual(files)
  for (const key of files) expect((await bucket.get(key))?.toString()).toBe(`picture ${key}`)
  expect(await keysOf(folder)).toEqual([...files, 'spare/320.webp'].toSorted())

  const again = await move('s3', '--json')
  expect(JSON.parse(again.out)).toEqual({ copied: 0, skipped: 9, missing: [], changed: false })
})

test('and back again; missing ones are named, and the command fails', async () => {
  for (const key of files) if (key !== 'dress/640.avif') await bucket.put(key, Buffer.from(key))
  await folder.remove('dress')
  const { code, out } = await move('disk')
  expect(code).toBe(1)
  expect(out).toContain(`7 files were copied into ${dataDir}/images; 1 were there before.\n`)
  expect(out).toContain('1 are missing in the bucket pictures: dress/640.avif.\n')
  expect(out).toContain('Start the shop without S3_BUCKET')
  expect((await folder.get('dress/320.webp'))?.toString()).toBe('dress/320.webp')
})

test('an interrupted copy can be repeated, and a damaged copy is reported', async () => {
  let puts = 0
  const put: typeof bucket.put = async (key, bytes) => {
    if (++puts > 4) throw unreachable(new Error('no'))
    await bucket.put(key, bytes)
  }
  await expect(copyPictures(db, folder, { ...bucket, put }, false)).rejects.toThrow('does not answer')
  expect(await keysOf(bucket)).toHaveLength(4)
  expect(await copyPictures(db, folder, bucket, false)).toEqual({ copied: 5, skipped: 4, missing: [] })

  await bucket.remove('ada')
  const get = async () => Buffer.from('something else')
  await expect(copyPictures(db, folder, { ...bucket, get }, false)).rejects.toThrow(
    'The picture ada/320.webp did not come through as it was.',
  )
})

test.each([
  [['images:move', 's3'], { S3_BUCKET: '' }, 1, 'There is no bucket: set S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_'],
  [['images:move', 's3'], { S3_BUCKET: 'nobodys' }, 1, 'There is no bucket nobodys at http://127.0.0.1:'],
  [['images:move', 'moon'], {}, 2, "'moon' is none of: "],
])('%j with %j says what is wrong in one sentence', async (args, changed, code, sentence) => {
  const result = await runCommand(args, { ...settings(), ...changed })
  expect(result).toMatchObject({ code, out: '' })
  expect(result.err).toMatch(/^[^\n]+\n$/)
  expect(result.err.startsWith(sentence)).toBe(true)
})

test('a bucket that answers 500 is reported in one sentence, and nothing changes', async () => {
  const bad = await startBadS3((_, response) => response.writeHead(500).end())
  expect(await runCommand(['images:move', 's3'], settings(bad.settings))).toEqual({
    code: 1,
    out: '',
    err: 'The storage of pictures does not answer. Please try again in a moment.\n',
  })
  await bad.close()
})
