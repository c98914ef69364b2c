import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { freePort } from '../../../tests/support/shop.ts'
import { readConfig } from '../config/settings.ts'
import { diskStorage } from './disk.ts'
import { keysOf, settingsFor, startBadS3, startS3 } from './images.fixture.ts'
import { openImages } from './open-images.ts'
import { s3Storage } from './s3.ts'

const folder = await mkdtemp('/tmp/vitrine-storage-')
const s3 = await startS3()
afterAll(async () => {
  await s3.close()
  await rm(folder, { recursive: true })
})

const bytes = (text: string) => Buffer.from(text)

describe.each([
  ['a folder', diskStorage(join(folder, 'images'))],
  ['a bucket', s3Storage(s3.settings)],
])('%s', (_, storage) => {
  beforeEach(async () => {
    for (const key of await keysOf(storage)) await storage.remove(key.split('/')[0] ?? '')
  })

  test('that is empty has no keys', async () => {
    expect(await keysOf(storage)).toEqual([])
    expect(await storage.get('abc/320.webp')).toBeUndefined()
    await storage.remove('abc')
  })

  test('returns what was stored, byte for byte; the last write wins', async () => {
    const every = Buffer.from(Uint8Array.from({ length: 300_000 }, (__, index) => index % 251))
    await storage.put('abc/320.webp', every)
    await storage.put('abc/320.avif', bytes('first'))
    await storage.put('abc/320.avif', bytes('second'))
    expect((await storage.get('abc/320.webp'))?.equals(every)).toBe(true)
    expect((await storage.get('abc/320.avif'))?.toString()).toBe('second')
    expect(await storage.get('abc/640.webp')).toBeUndefined()
  })

  test('deletes one picture with all its files, and no other', async () => {
    for (const key of ['abc/320.webp', 'abc/320.avif', 'abcd/320.webp', 'ab/320.webp'])
      await storage.put(key, bytes(key))
    await storage.remove('abc')
    expect(await keysOf(storage)).toEqual(['ab/320.webp', 'abcd/320.webp'])
    expect(await storage.get('abc/320.webp')).toBeUndefined()
  })

  test('lists every key', async () => {
    const keys = Array.from({ length: 200 }, (__, n) => `picture${n}/320.webp`)
    for (let n = 0; n < keys.length; n += 50)
      await Promise.all(keys.slice(n, n + 50).map(key => storage.put(key, bytes(key))))
    expect(await keysOf(storage)).toEqual(keys.toSorted())
  })

  test('accepts many at once', async () => {
    const keys = Array.from({ length: 100 }, (__, n) => `picture${n}/320.webp`)
    await Promise.all(keys.map(key => storage.put(key, bytes(key))))
    const found = await Promise.all(keys.map(key => storage.get(key)))
    expect(found.map(String)).toEqual(keys)
  })
})

test('other files in a folder are not pictures, and a failed write leaves nothing', async () => {
  const images = join(folder, 'mixed')
  const storage = diskStorage(images)
  await storage.put('abc/320.webp', bytes('here'))
  await writeFile(join(images, 'notes.txt'), 'hello')
  await writeFile(join(images, 'abc/320.webp.unfinished'), 'half')
  expect(await keysOf(storage)).toEqual(['abc/320.webp'])
  await expect(storage.put('notes.txt/320.webp', bytes('x'))).rejects.toThrow('ENOTDIR')
  await expect(storage.put('abc', bytes('x'))).rejects.toThrow('EISDIR')
  expect((await readdir(images)).toSorted()).toEqual(['abc', 'notes.txt'])
})

test('a picture in a bucket has its content type, and may be cached for ever', async () => {
  const headers: Record<string, unknown>[] = []
  const watching = await startBadS3((request, response) => {
    headers.push(request.headers)
    response.end()
  })
  const storage = s3Storage(watching.settings)
  await storage.put('abc/320.avif', bytes('x'))
  await storage.put('abc/320.webp', bytes('x'))
  expect(headers.map(sent => [sent['content-type'], sent['cache-control']])).toEqual([
    ['image/avif', 'public, max-age=31536000, immutable'],
    ['image/webp', 'public, max-age=31536000, immutable'],
  ])
  await watching.close()
})

test('a long list is read page by page', async () => {
  const asked: (string | null)[] = []
  const pages = await startBadS3((request, response) => {
    const token = new URL(request.url ?? '', 'http://storage').searchParams.get('continuation-token')
    asked.push(token)
    const more = token ? '' : '<IsTruncated>true</IsTruncated><NextContinuationToken>a+b</NextContinuationToken>'
    const contents = `<Contents><Key>abc/${token ? 640 : 320}.webp</Key></Contents><Contents><Key>notes.txt</Key></Contents>`
    response.writeHead(200, { 'content-type': 'application/xml' })
    response.end(`<ListBucketResult>${contents}${more}</ListBucketResult>`)
  })
  expect(await keysOf(s3Storage(pages.settings))).toEqual(['abc/320.webp', 'abc/640.webp'])
  expect(asked).toEqual([null, 'a+b'])
  await pages.close()
})

const patience = 400
const busy = {
  statusCode: 503,
  message: 'The storage of pictures does not answer. Please try again in a moment.',
  retryAfterSeconds: 5,
}

describe.each([
  ['answers 500', (response: ServerResponse) => response.writeHead(500).end('<Error/>')],
  ['hangs', () => undefined],
  ['hangs in the middle of a picture', (response: ServerResponse) => response.write('begin')],
  ['breaks off', (response: ServerResponse) => response.socket?.destroy()],
  ['answers with what is no S3', (response: ServerResponse) => response.writeHead(404).end('<h1>')],
])('a bucket that %s', (_, answer) => {
  test('is reported in one sentence for every operation, and leaves nothing open', async () => {
    let open = 0
    const bad = await startBadS3((request, response) => {
      open += 1
      response.on('close', () => {
        open -= 1
      })
      request.resume()
      answer(response)
    })
    const storage = s3Storage(bad.settings, patience)
    for (const asked of [
      () => storage.put('abc/320.webp', bytes('x')),
      () => storage.get('abc/320.webp'),
      () => storage.remove('abc'),
      () => keysOf(storage),
    ])
      await expect(asked()).rejects.toMatchObject(busy)
    await expect.poll(() => open).toBe(0)
    await bad.close()
  })
})

test('a bucket that hangs lets so many requests wait, and refuses the others at once', async () => {
  const bad = await startBadS3(() => undefined)
  const storage = s3Storage(bad.settings, patience)
  const answers = await Promise.allSettled(Array.from({ length: 400 }, () => storage.get('abc/320.webp')))
  const sentences = answers.map(answer => (answer.status === 'rejected' ? answer.reason.message : 'found'))
  expect(sentences.filter(sentence => sentence === busy.message)).toHaveLength(288)
  expect(sentences.filter(sentence => sentence.startsWith('The shop is busy'))).toHaveLength(112)
  await bad.close()
})

describe('at the start', () => {
  const open = (s3Settings: Partial<typeof s3.settings>) =>
    openImages({ s3: { ...s3.settings, ...s3Settings }, dataDir: folder })

  test('pictures go into the folder, or into the bucket that the settings select', async () => {
    await (await openImages(readConfig({ DATA_DIR: folder }))).put('here/320.webp', bytes('x'))
    expect(await readdir(join(folder, 'images/here'))).toEqual(['320.webp'])
    await (await open({})).put('there/320.webp', bytes('x'))
    expect(await readdir(join(folder, 'images'))).not.toContain('there')
    expect(await keysOf(s3Storage(s3.settings))).toContain('there/320.webp')
  })

  test.each([
    [{ bucket: 'nobodys' }, /^There is no bucket nobodys at http:.*: create it, or correct S3_BUCKET\.$/],
    [{ accessKeyId: 'WRONG' }, /^The storage at .* does not know this key: check S3_ACCESS_KEY_ID and S3_SECRET/],
    [
      { endpoint: 'http://storage.invalid' },
      /^There is no storage at http:\/\/storage.invalid \(ENOTFOUND\): check S3_/,
    ],
  ])('%j is refused in one sentence', async (settings, sentence) => {
    const refused = open(settings)
    await expect(refused).rejects.toThrow(sentence)
    await expect(refused).rejects.toMatchObject({ name: 'StartupError' })
  })

  test('an address where nothing listens is refused, a temporary failure is not', async () => {
    const { endpoint } = settingsFor(await freePort())
    await expect(open({ endpoint })).rejects.toThrow(/\(ECONNREFUSED\): check S3_ENDPOINT, and that it runs\.$/)
    const bad = await startBadS3((_, response) => response.writeHead(500).end())
    await open(bad.settings)
    await bad.close()
  })

  test.each([
    ['SignatureDoesNotMatch', /^The storage at .* does not know this key: check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS/],
    ['AccessDenied', /^This key may not use the bucket pictures: allow it to list, read, write and delete there/],
    ['AuthorizationHeaderMalformed', /^The bucket pictures is in another region: set S3_REGION to it\.$/],
    ['RequestTimeTooSkewed', /^The bucket pictures at .* cannot be used \(RequestTimeTooSkewed: no\): check the S3_/],
  ])('%s is refused in one sentence', async (code, sentence) => {
    const bad = await startBadS3((_, response) =>
      response
        .writeHead(403, { 'content-type': 'application/xml' })
        .end(`<Error><Code>${code}</Code><Message>no</Message></Error>`),
    )
    await expect(open(bad.settings)).rejects.toThrow(sentence)
    await bad.close()
  })
})
