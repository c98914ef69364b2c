import sharp from 'sharp'
import { expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { systemClock } from '../lib/clock.ts'
import { savePicture } from './picture.ts'

const { app, db, images } = await testApp()

const square = (width = 200, height = 200) =>
  sharp({ create: { width, height, channels: 3, background: { r: 180, g: 40, b: 60 } } })
const save = (bytes: Buffer) => savePicture({ db, images, clock: systemClock }, bytes)
const fileOf = async (id: string, name: string) => (await images.get(`${id}/${name}`)) ?? expect.fail(name)

test('a picture is stored in every width as AVIF and WebP', async () => {
  const id = await save(await square(1600, 2000).png().toBuffer())
  for (const width of [320, 640, 960, 1280])
    for (const [kind, format] of [
      ['webp', 'webp'],
      ['avif', 'heif'],
    ]) {
      const response = await app.inject(`/images/${id}/${width}.${kind}`)
      expect(response.headers['content-type']).toBe(`image/${kind}`)
      expect(await sharp(response.rawPayload).metadata()).toMatchObject({ format, width, height: (width * 5) / 4 })
    }
  const row = await db.selectFrom('image').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    width: 1280,
    height: 1600,
    placeholder: expect.stringMatching(/^data:image\/webp;base64,/),
  })
  expect(row.placeholder.length).toBeLessThan(600)
})

test('a picture with transparent parts stands on a plain light ground, not on a blurred copy of itself', async () => {
  const cut = {
    create: { width: 40, height: 40, channels: 4 as const, background: { r: 200, g: 0, b: 0, alpha: 0.5 } },
  }
  const id = await save(await sharp(cut).png().toBuffer())
  const { placeholder } = await db
    .selectFrom('image')
    .select('placeholder')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { data } = await sharp(Buffer.from(placeholder.split(',')[1] ?? '', 'base64'))
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect(Math.min(...data.subarray(0, 3))).toBeGreaterThan(220)
})

test('a small picture is available in every width, and never enlarged', async () => {
  const id = await save(await square(10, 10).png().toBuffer())
  expect(await sharp(await fileOf(id, '960.avif')).metadata()).toMatchObject({ width: 10, height: 10 })
})

test.each([
  [1, 4000],
  [4000, 1],
])('a strip of %i x %i does not grow without end', async (width, height) => {
  const id = await save(await square(width, height).png().toBuffer())
  const saved = await sharp(await fileOf(id, '1280.webp')).metadata()
  expect(saved.width).toBeLessThanOrEqual(1280)
  expect(saved.height).toBeLessThanOrEqual(2560)
})

test('the stored picture has nothing of the original but its pixels: upright, without place or camera', async () => {
  const exif = { IFD0: { Make: 'SecretCamera' }, IFD3: { GPSLatitudeRef: 'N' } }
  const tagged = await square(400, 200).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  expect(tagged.includes('SecretCamera')).toBe(true)
  const id = await save(Buffer.concat([tagged, Buffer.from('<script>alert(1)</script>')]))
  for (const name of ['320.webp', '1280.avif']) {
    const saved = await fileOf(id, name)
    expect(saved.includes('SecretCamera')).toBe(false)
    expect(saved.includes('<script>')).toBe(false)
    const { exif: left, width, height } = await sharp(saved).metadata()
    expect({ left, isUpright: height > width }).toEqual({ left: undefined, isUpright: true })
  }
})

test('uploads beyond the capacity are told to come back', async () => {
  const sizes = Array.from({ length: 12 }, (_, n) =>
    square(600, 600 + n)
      .png()
      .toBuffer(),
  )
  const saved = await Promise.allSettled((await Promise.all(sizes)).map(save))
  const away = saved.flatMap(each => (each.status === 'rejected' ? [each.reason] : []))
  expect(away).toHaveLength(7)
  for (const error of away) expect(error).toMatchObject({ statusCode: 503, retryAfterSeconds: 2 })
})
