import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seed } from '#demo/seed.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { createUser } from '../../../../tests/support/builders.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { noLimits } from '../../../../tests/support/limits.ts'
import { signIn } from '../../../../tests/support/sign-in.ts'
import { keysOf, startBadS3, startS3 } from '../../images/images.fixture.ts'
import { s3Storage } from '../../images/s3.ts'
import { type ImageStorage, unreachable } from '../../images/storage.ts'
import { sweepPictures } from '../../images/sweep.ts'
import { movableClock } from '../../payments/payments.fixture.ts'

const s3 = await startS3()
const bucket = s3Storage(s3.settings)
/** The storage of the shop's pictures; a test may replace it by a failing one. */
let storage: ImageStorage = bucket
const images: ImageStorage = {
  put: (key, bytes) => storage.put(key, bytes),
  get: key => storage.get(key),
  remove: id => storage.remove(id),
  keys: () => storage.keys(),
}
const clock = movableClock()
const { app, db } = await testApp({ images, clock, limits: noLimits })
let olga: { id: string }
let headers: { cookie: string }
beforeAll(async () => {
  olga = await createUser(db, { role: 'admin' })
  headers = await signIn(db, olga)
})
afterAll(() => s3.close())

let drawn = 0
async function draw() {
  const background = { r: 10 * ++drawn, g: 0, b: 0 }
  const bytes = await sharp({ create: { width: 64, height: 8, channels: 3, background } })
    .png()
    .toBuffer()
  return `data:image/png;base64,${bytes.toString('base64')}`
}
const upload = async (image: string, url = '/api/uploadImage') =>
  await app.inject({ method: 'POST', url, payload: { image }, headers })
const rows = async () => (await db.selectFrom('image').select('id').orderBy('id').execute()).map(({ id }) => id)
const saved = () => keysOf(bucket)
const unavailable = {
  statusCode: 503,
  retryAfter: '5',
  message: 'The storage of pictures does not answer. Please try again in a moment.',
}
const errorOf = ({ statusCode, headers: sent, json }: Awaited<ReturnType<typeof upload>>) => ({
  statusCode,
  retryAfter: sent['retry-after'],
  message: json().message,
})

describe('with a bucket', () => {
  test('a picture is uploaded, served as immutable, and deleted when nothing refers to it', async () => {
    const { body: address } = await upload(await draw())
    const [id = ''] = await rows()
    expect(await saved()).toHaveLength(8)
    const served = await app.inject(new URL(address).pathname)
    expect(served.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(await sharp(served.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 64, height: 8 })
    clock.move(24 * 60 * 60_000 + 1)
    expect(await sweepPictures({ db, images, clock })).toBe(1)
    expect([await rows(), await saved()]).toEqual([[], []])
    expect((await app.inject(`/images/${id}/320.webp`)).statusCode).toBe(404)
    headers = await signIn(db, olga)
  })

  test('a profile picture is stored too', async () => {
    const answer = await upload(await draw(), '/api/auth/profile-image')
    const { url } = answer.json().data
    expect((await app.inject(new URL(url).pathname)).statusCode).toBe(200)
    const [id] = await rows()
    expect(await saved()).toEqual([`${id}/320.webp`])
    await bucket.remove(id ?? '')
    await db.deleteFrom('image').execute()
  })

  test('the demo shop is seeded', async () => {
    const { db: empty, close } = await testDatabase()
    await seed(empty, bucket)
    const { n } = await empty
      .selectFrom('image')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    expect(n).toBeGreaterThan(20)
    const keys = await saved()
    expect(keys).toHaveLength(8 * n)
    for (const id of new Set(keys.map(key => key.split('/')[0] ?? ''))) await bucket.remove(id)
    await close()
  })
})

describe('a storage that does not answer', () => {
  const allButOne: ImageStorage['put'] = async (key, bytes) => {
    if (key.endsWith('1280.avif')) throw unreachable(new Error('no'))
    await bucket.put(key, bytes)
  }

  test.each(['/api/uploadImage', '/uploadImage', '/api/auth/profile-image'])(
    'is reported by %s, and nothing is stored',
    async url => {
      const bad = await startBadS3((_, response) => response.writeHead(500).end())
      storage = s3Storage(bad.settings)
      const picture = await draw()
      expect(errorOf(await upload(picture, url))).toEqual(unavailable)
      expect(await rows()).toEqual([])
      storage = bucket
      expect((await upload(picture, url)).statusCode).toBeLessThan(300)
      expect(await rows()).toHaveLength(1)
      await db.deleteFrom('image').execute()
      await bad.close()
    },
  )

  test('in the middle of an upload leaves nothing of the picture', async () => {
    for (const key of await saved()) await bucket.remove(key.split('/')[0] ?? '')
    storage = { ...bucket, put: allButOne }
    const picture = await draw()
    expect(errorOf(await upload(picture))).toEqual(unavailable)
    expect([await rows(), await saved()]).toEqual([[], []])
  })

  test('does not change a picture that existed before', async () => {
    const picture = await draw()
    storage = bucket
    await upload(picture)
    const before = [await rows(), await saved()]
    storage = { ...bucket, put: allButOne }
    expect((await upload(picture)).statusCode).toBe(503)
    expect([await rows(), await saved()]).toEqual(before)
  })

  test('is reported instead of a picture, and clients may not cache the response for ever', async () => {
    const [id] = await rows()
    const bad = await startBadS3(() => undefined)
    storage = s3Storage(bad.settings, 200)
    const answer = await app.inject(`/images/${id}/320.webp`)
    expect(errorOf(answer)).toEqual(unavailable)
    expect(answer.headers['cache-control'] ?? '').not.toContain('immutable')
    await bad.close()
  })
})
