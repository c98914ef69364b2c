import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createUser } from '../../../tests/support/builders.ts'
import { noLimits } from '../../../tests/support/limits.ts'
import { signIn } from '../../../tests/support/sign-in.ts'
import { shopLimits } from '../http/limits/rate-limit.ts'
import { savePicture } from '../images/picture.ts'
import { saveProfilePicture } from '../images/profile-picture.ts'
import { openAccounts } from '../users/users.fixture.ts'

const { upload: uploadLimit, profilePictures } = shopLimits
const { app, browser, signedIn, db, images, clock } = await openAccounts({
  limits: { ...noLimits, upload: uploadLimit, profilePictures },
})

const square = (width = 200, height = 200) =>
  sharp({ create: { width, height, channels: 3, background: { r: 180, g: 40, b: 60 } } })
const dataUrl = (bytes: Buffer, type = 'image/png') => `data:${type};base64,${bytes.toString('base64')}`
const upload = async (image: unknown, who?: Awaited<ReturnType<typeof signedIn>>) =>
  (who ?? (await signedIn())).post('/profile-image', { image })
const idIn = (url: string) => url.split('/')[4] ?? ''
const fileOf = async (url: string, name: string) => (await images.get(`${idIn(url)}/${name}`)) ?? expect.fail(name)

test('a picture is stored as one small square, and a profile can name it', async () => {
  const ada = await signedIn()
  const { status, body } = await upload(dataUrl(await square(1600, 2000).png().toBuffer()), ada)
  expect(status).toBe(201)
  const { url } = body.data
  expect(url).toMatch(/^http:\/\/localhost:3000\/images\/[0-9a-f]{32}\/320\.webp$/)
  const response = await app.inject(new URL(url).pathname)
  expect(response.headers['content-type']).toBe('image/webp')
  expect(await sharp(response.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 320, height: 320 })
  for (const file of ['320.avif', '640.webp', '1280.webp'])
    expect((await app.inject(`/images/${idIn(url)}/${file}`)).statusCode).toBe(404)
  const row = await db.selectFrom('image').selectAll().where('id', '=', idIn(url)).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ width: 320, height: 320 })
  const edit = async (profileImage: string) =>
    ada.patch(`/edit-profile/${ada.user.id}`, { username: 'Ada', bio: 'Hello', profession: 'Countess', profileImage })
  expect((await edit(url)).body.data.profileImage).toBe(url)
  expect((await edit(url.replace('320', '1280'))).status).toBe(400) // there is no such file
})

test('a product cannot use a profile picture', async () => {
  const { body } = await upload(dataUrl(await square(44, 44).png().toBuffer()))
  const headers = await signIn(db, await createUser(db, { role: 'admin' }))
  const fields = { name: 'Silk dress', category: 'dress', color: 'red', description: 'Falls well.', price: 10 }
  const image = body.data.url.replace('320', '1280')
  const payload = { ...fields, image }
  const made = await app.inject({ method: 'POST', url: '/api/products/create-product', payload, headers })
  expect(made.statusCode).toBe(400)
})

test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)(
  '%s is accepted, whatever type the request declares',
  async format => {
    const bytes = await square(20, 20).toFormat(format).toBuffer()
    expect((await upload(dataUrl(bytes, 'image/anything'))).status).toBe(201)
  },
)

test.each([
  [1, 1],
  [1, 4000],
  [4000, 1],
])('a picture of %i x %i is a square like any other', async (width, height) => {
  const { body } = await upload(dataUrl(await square(width, height).png().toBuffer()))
  expect(await sharp(await fileOf(body.data.url, '320.webp')).metadata()).toMatchObject({ width: 320, height: 320 })
})

test('the stored picture has nothing of the original but its pixels: upright, without place or camera', async () => {
  const exif = { IFD0: { Make: 'SecretCamera' }, IFD3: { GPSLatitudeRef: 'N' } }
  const upper = { input: await square(400, 200).negate().png().toBuffer(), gravity: 'north' } as const
  const standing = await square(400, 400).composite([upper]).png().toBuffer()
  const lying = await sharp(standing).rotate(-90).png().toBuffer()
  const tagged = await sharp(lying).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  expect(tagged.includes('SecretCamera')).toBe(true)
  const { body } = await upload(dataUrl(Buffer.concat([tagged, Buffer.from('<script>alert(1)</script>')])))
  const saved = await fileOf(body.data.url, '320.webp')
  expect(saved.includes('SecretCamera')).toBe(false)
  expect(saved.includes('<script>')).toBe(false)
  expect((await sharp(saved).metadata()).exif).toBeUndefined()
  const half = async (top: number) => {
    const cut = sharp(saved).extract({ left: 0, top, width: 320, height: 150 })
    return await sharp(await cut.png().toBuffer()).stats()
  }
  expect((await half(0)).channels[0]?.mean).toBeLessThan(100)
  expect((await half(170)).channels[0]?.mean).toBeGreaterThan(150)
})

test('the first frame of an animation is stored', async () => {
  const frames = [await square().png().toBuffer(), await square().negate().png().toBuffer()]
  const moving = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
  expect((await sharp(moving).metadata()).pages).toBe(2)
  const { body } = await upload(dataUrl(moving))
  const saved = sharp(await fileOf(body.data.url, '320.webp'))
  expect((await saved.metadata()).pages ?? 1).toBe(1)
  expect((await saved.stats()).channels[0]?.mean).toBeGreaterThan(160)
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
  const middle = [...data.subarray(info.channels * (320 * 160 + 160))].slice(0, info.channels)
  if (kind === 'clear') expect(middle[3]).toBe(0)
  else if (kind === 'grey') expect(Math.max(...middle.slice(0, 3)) - Math.min(...middle.slice(0, 3))).toBeLessThan(8)
  else for (const [n, value] of [180, 40, 60].entries()) expect(Math.abs((middle[n] ?? 0) - value)).toBeLessThan(12)
})

test('the same picture uploaded twice is stored once', async () => {
  const image = dataUrl(await square(30, 30).png().toBuffer())
  const [ada, grace] = [await signedIn(), await signedIn()]
  const [first, second] = await Promise.all([upload(image, ada), upload(image, grace)])
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

test('a small file that would decode to a huge picture is refused', async () => {
  const bomb = await square(10_000, 5_001).png().toBuffer()
  expect(await upload(dataUrl(bomb))).toMatchObject({ status: 413, body: { code: 'too_large' } })
})

test('8 MB are accepted, and more is too large', async () => {
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

test('a request without a session is refused before the picture is read', async () => {
  expect((await browser().post('/profile-image', { image: 'x'.repeat(9_000_000) })).status).toBe(401)
})

const pictures = (number: number) =>
  Promise.all(
    Array.from({ length: number }, (_, n) =>
      square(600, 600 + n)
        .png()
        .toBuffer(),
    ),
  )

test('an account uploads one picture at a time', async () => {
  const save = (who: string, bytes: Buffer) => saveProfilePicture({ db, images, clock }, who, bytes)
  const made = await pictures(6)
  const [grace, first, ...others] = await Promise.allSettled(made.map((each, n) => save(n ? 'ada' : 'grace', each)))
  expect([grace?.status, first?.status]).toEqual(['fulfilled', 'fulfilled'])
  expect(others).toHaveLength(4)
  for (const other of others) expect(other).toMatchObject({ reason: { statusCode: 503, retryAfterSeconds: 2 } })
  expect(await save('ada', await square(9, 9).png().toBuffer())).toMatch(/^[0-9a-f]{32}$/)
})

test('customers’ pictures do not delay a product’s picture', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => signedIn()))
  const large = await square(4000, 4000).png().toBuffer()
  let done = 0
  const all = people.map(each => upload(dataUrl(large), each).then(answer => void (answer.status === 201 && done++)))
  await savePicture({ db, images, clock }, await square(8, 8).png().toBuffer())
  await Promise.all(all)
  expect(done).toBe(8)
})

test('an account may upload twenty pictures a day, and unreadable ones do not count', async () => {
  const ada = await signedIn()
  const one = dataUrl(await square(12, 12).png().toBuffer())
  for (let n = 0; n < 20; n++) {
    if (n % 5 === 0) expect((await upload('no picture', ada)).status).toBe(415)
    expect((await upload(one, ada)).status).toBe(201)
    if (n === 10) clock.move(60_000)
  }
  clock.move(60_000)
  expect(await upload(one, ada)).toMatchObject({ status: 429, headers: { 'retry-after': String(24 * 3600 - 120) } })
  expect((await upload(one)).status).toBe(201)
  clock.move(24 * 3_600_000)
  const later = browser()
  await later.login(ada.user.email)
  expect((await later.post('/profile-image', { image: one })).status).toBe(201)
})

test('an account may try thirty times a minute', async () => {
  const ada = await signedIn()
  for (let n = 0; n < 30; n++) expect((await upload('no picture', ada)).status).toBe(415)
  expect(await upload('no picture', ada)).toMatchObject({ status: 429, headers: { 'retry-after': '60' } })
})
