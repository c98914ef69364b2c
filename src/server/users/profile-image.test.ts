import sharp from 'sharp'
import { expect, test } from 'vitest'
import { noLimits } from '../../../tests/support/limits.ts'
import { shopLimits } from '../http/limits.ts'
import { openAccounts } from './users.fixture.ts'

const { app, browser, signedIn, db, images } = await openAccounts({
  limits: { ...noLimits, upload: shopLimits.upload },
})

const square = (width = 200, height = 200) =>
  sharp({ create: { width, height, channels: 3, background: { r: 180, g: 40, b: 60 } } })
const dataUrl = (bytes: Buffer, type = 'image/png') => `data:${type};base64,${bytes.toString('base64')}`
const upload = async (image: unknown, who?: Awaited<ReturnType<typeof signedIn>>) =>
  (who ?? (await signedIn())).post('/profile-image', { image })
const idIn = (url: string) => url.split('/')[4] ?? ''
const fileOf = async (url: string, name: string) => (await images.get(`${idIn(url)}/${name}`)) ?? expect.fail(name)

test('a picture is kept in every width as AVIF and WebP, and can be one’s profile picture', async () => {
  const ada = await signedIn()
  const { status, body } = await upload(dataUrl(await square(1600, 2000).png().toBuffer()), ada)
  expect(status).toBe(201)
  const { url } = body.data
  expect(url).toMatch(/^http:\/\/localhost:3000\/images\/[0-9a-f]{32}\/1280\.webp$/)
  for (const width of [320, 640, 960, 1280])
    for (const [kind, format] of [
      ['webp', 'webp'],
      ['avif', 'heif'],
    ]) {
      const response = await app.inject(`/images/${idIn(url)}/${width}.${kind}`)
      expect(response.headers['content-type']).toBe(`image/${kind}`)
      expect(await sharp(response.rawPayload).metadata()).toMatchObject({ format, width, height: (width * 5) / 4 })
    }
  const row = await db.selectFrom('image').selectAll().where('id', '=', idIn(url)).executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    width: 1280,
    height: 1600,
    placeholder: expect.stringMatching(/^data:image\/webp;base64,/),
  })
  expect(row.placeholder.length).toBeLessThan(600)
  const profile = { username: 'Ada', profileImage: url, bio: 'Hello', profession: 'Countess' }
  expect((await ada.patch(`/edit-profile/${ada.user.id}`, profile)).body.data.profileImage).toBe(url)
})

test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)(
  '%s is taken, whatever its type is said to be',
  async format => {
    const bytes = await square(20, 20).toFormat(format).toBuffer()
    expect((await upload(dataUrl(bytes, 'image/anything'))).status).toBe(201)
  },
)

test('a small picture has every width too', async () => {
  const { body } = await upload(dataUrl(await square(10, 10).png().toBuffer()))
  expect(await sharp(await fileOf(body.data.url, '960.avif')).metadata()).toMatchObject({ width: 960, height: 960 })
})

test.each([
  [1, 4000],
  [4000, 1],
])('a strip of %i x %i does not grow without end', async (width, height) => {
  const { body } = await upload(dataUrl(await square(width, height).png().toBuffer()))
  const kept = await sharp(await fileOf(body.data.url, '1280.webp')).metadata()
  expect(kept.width).toBeLessThanOrEqual(1280)
  expect(kept.height).toBeLessThanOrEqual(2560)
})

test('nothing of the original stays but what one sees: upright, without place or camera', async () => {
  const exif = { IFD0: { Make: 'SecretCamera' }, IFD3: { GPSLatitudeRef: 'N' } }
  const tagged = await square(400, 200).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  expect(tagged.includes('SecretCamera')).toBe(true)
  const { body } = await upload(dataUrl(Buffer.concat([tagged, Buffer.from('<script>alert(1)</script>')])))
  for (const name of ['320.webp', '1280.avif']) {
    const kept = await fileOf(body.data.url, name)
    expect(kept.includes('SecretCamera')).toBe(false)
    expect(kept.includes('<script>')).toBe(false)
    const { exif: left, width, height } = await sharp(kept).metadata()
    expect({ left, isUpright: height > width }).toEqual({ left: undefined, isUpright: true })
  }
})

test('of a moving picture the first frame stays', async () => {
  const frames = [await square().png().toBuffer(), await square().negate().png().toBuffer()]
  const moving = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
  expect((await sharp(moving).metadata()).pages).toBe(2)
  const { body } = await upload(dataUrl(moving))
  const kept = sharp(await fileOf(body.data.url, '320.webp'))
  expect((await kept.metadata()).pages ?? 1).toBe(1)
  expect((await kept.stats()).channels[0]?.mean).toBeGreaterThan(160)
})

test.each(['grey', 'deep', 'clear'] as const)('a %s picture looks as before', async kind => {
  const made = {
    grey: () => square().greyscale().png(),
    deep: () => square().toColourspace('rgb16').png(),
    clear: () => square().ensureAlpha(0).png(),
  }[kind]()
  const { body } = await upload(dataUrl(await made.toBuffer()))
  const { data, info } = await sharp(await fileOf(body.data.url, '320.webp'))
    .raw()
    .toBuffer({ resolveWithObject: true })
  const middle = [...data.subarray(info.channels * 320 * 160)].slice(0, info.channels)
  if (kind === 'clear') expect(middle[3]).toBe(0)
  else if (kind === 'grey') expect(Math.max(...middle.slice(0, 3)) - Math.min(...middle.slice(0, 3))).toBeLessThan(8)
  else for (const [n, value] of [180, 40, 60].entries()) expect(Math.abs((middle[n] ?? 0) - value)).toBeLessThan(12)
})

test('the same picture twice is one', async () => {
  const image = dataUrl(await square(30, 30).png().toBuffer())
  const [first, second] = await Promise.all([upload(image), upload(image)])
  expect(first.body.data.url).toBe(second.body.data.url)
  expect(await db.selectFrom('image').selectAll().where('id', '=', idIn(first.body.data.url)).execute()).toHaveLength(1)
})

const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
)
test.each<[string, unknown, number]>([
  ['a drawing that can carry script', dataUrl(svg, 'image/svg+xml'), 415],
  ['the same under another name', dataUrl(svg), 415],
  ['a text', dataUrl(Buffer.from('hello')), 415],
  ['a PDF', dataUrl(Buffer.from('%PDF-1.7')), 415],
  ['a page', 'data:text/html;base64,PGgxPg==', 415],
  ['an address', 'https://pictures.example/ada.png', 415],
  ['nothing', '', 415],
  ['no picture after the comma', 'data:image/png;base64,', 415],
  ['only the first bytes of a picture', dataUrl((await square().png().toBuffer()).subarray(0, 40)), 400],
  ['half a picture', dataUrl((await square(500, 500).jpeg().toBuffer()).subarray(0, 900)), 400],
  ['a number', 7, 400],
  ['no field', undefined, 400],
  ['a NUL', 'data:image/png;base64,\0', 400],
])('%s is refused in one sentence', async (_what, image, status) => {
  const pictures = () => db.selectFrom('image').select('id').execute()
  const before = await pictures()
  const answer = await upload(image)
  expect(answer).toMatchObject({ status, body: { success: false, message: expect.stringMatching(/^[A-Z]/) } })
  expect(await pictures()).toEqual(before)
})

test('a small file that would unfold to a huge picture is refused', async () => {
  const bomb = await square(10_000, 5_001).png().toBuffer()
  expect(await upload(dataUrl(bomb))).toMatchObject({ status: 413, body: { code: 'too_large' } })
})

test('8 MB are taken, more is too large', async () => {
  const picture = await square().png().toBuffer()
  const padded = (bytes: number) => dataUrl(Buffer.concat([picture, Buffer.alloc(bytes - picture.length)]))
  const limit = 8 * 1024 * 1024
  expect((await upload(padded(limit))).status).toBe(201)
  expect(await upload(padded(limit + 1))).toMatchObject({
    status: 413,
    body: { message: 'A picture can have at most 8 MB.' },
  })
  expect(await upload(padded(limit + 100_000))).toMatchObject({ status: 413, body: { code: 'too_large' } })
})

test('a stranger is refused before the picture is read', async () => {
  expect((await browser().post('/profile-image', { image: 'x'.repeat(9_000_000) })).status).toBe(401)
})

test('more than can be worked on are told to come back', async () => {
  const ada = await signedIn()
  const bytes = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      square(600, 600 + n)
        .png()
        .toBuffer(),
    ),
  )
  const answers = await Promise.all(bytes.map(each => upload(dataUrl(each), ada)))
  const away = answers.filter(({ status }) => status === 503)
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
  expect(away).toHaveLength(7)
  for (const { headers } of away) expect(headers['retry-after']).toBe('2')
})

test('thirty pictures a minute', async () => {
  const ada = await signedIn()
  for (let n = 0; n < 30; n++) expect((await upload('no picture', ada)).status).toBe(415)
  expect(await upload('no picture', ada)).toMatchObject({ status: 429, headers: { 'retry-after': '60' } })
})
