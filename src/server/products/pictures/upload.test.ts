import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { heicError } from '#domain/products/fields/picture-field.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { createUser } from '../../../../tests/support/builders.ts'
import { hostileFiles, secrets } from '../../../../tests/support/hostile-files.ts'
import { noLimits } from '../../../../tests/support/limits.ts'
import { signIn } from '../../../../tests/support/sign-in.ts'
import { diskStorage } from '../../images/disk.ts'

const folder = await mkdtemp('/tmp/vitrine-uploads-')
const { app, db } = await testApp({ images: diskStorage(join(folder, 'images')), limits: noLimits })
let asOlga: { cookie: string }
beforeAll(async () => {
  asOlga = await signIn(db, await createUser(db, { role: 'admin' }))
})
afterAll(() => rm(folder, { recursive: true }))

const strip = (background: string) =>
  sharp({ create: { width: 256, height: 4, channels: 3, background } })
    .png()
    .toBuffer()
const dataUrl = async (background: string) => `data:image/png;base64,${(await strip(background)).toString('base64')}`
const upload = (payload: object, headers: { cookie?: string } = asOlga, url = '/api/uploadImage') =>
  app.inject({ method: 'POST', url, payload, headers })
const filesStored = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))

test.each(['/uploadImage', '/api/uploadImage'])('%s answers with the address as plain text', async url => {
  const { statusCode, headers, body } = await upload({ image: await dataUrl('#a33') }, asOlga, url)
  expect({ statusCode, type: headers['content-type'] }).toEqual({ statusCode: 200, type: 'text/plain; charset=utf-8' })
  expect(body).toMatch(/^http:\/\/localhost:3000\/images\/[0-9a-f]{32}\/1280\.webp$/)
  expect((await app.inject(new URL(body).pathname)).statusCode).toBe(200)
})

test.each(['/uploadImage', '/api/uploadImage'])('%s is only for admins', async url => {
  const before = await filesStored()
  const image = await dataUrl('#3a3')
  expect((await upload({ image }, {}, url)).statusCode).toBe(401)
  expect((await upload({ image }, await signIn(db, await createUser(db)), url)).statusCode).toBe(403)
  expect(await filesStored()).toEqual(before)
})

test('a product can use an uploaded picture', async () => {
  const { body: image } = await upload({ image: await dataUrl('#33a') })
  const fields = { name: 'Silk dress', category: 'dress', color: 'red', description: 'Falls well.', price: 10, image }
  const url = '/api/products/create-product'
  const made = await app.inject({ method: 'POST', url, payload: fields, headers: asOlga })
  expect(made.json().data.image).toBe(image)
})

describe('three hundred hostile files', () => {
  const passed: { name: string; address: string }[] = []
  const sent: Buffer[] = []

  beforeAll(async () => {
    const files = await hostileFiles()
    expect(files.length).toBeGreaterThanOrEqual(300)
    for (const { name, body, bytes } of files) {
      const answer = await upload(body)
      if (bytes) sent.push(bytes)
      if (answer.statusCode === 200) passed.push({ name, address: answer.body })
      else {
        expect([400, 413, 415], name).toContain(answer.statusCode)
        expect(answer.json(), name).toMatchObject({ success: false, message: expect.stringMatching(/^[A-Z][^\n]+$/) })
      }
    }
  }, 300_000)

  test('are either refused in one sentence or stored as a picture of the shop', () => {
    expect(passed.length).toBeGreaterThan(15)
    expect(passed.length).toBeLessThan(150)
    for (const { name, address } of passed)
      expect(address, name).toMatch(/^http:\/\/localhost:3000\/images\/[0-9a-f]{32}\/1280\.webp$/)
    const bad = /drawing|another format|no data URL| MB|PNG of|(?:30000|65535|6000) x [3-9]/
    expect(passed.filter(({ name }) => bad.test(name))).toEqual([])
  })

  test('leave only re-encoded pictures, under generated names, without any hidden text', async () => {
    const saved = await filesStored()
    expect(saved.length % 8).toBe(0)
    for (const path of saved) {
      expect(path.slice(folder.length)).toMatch(/^\/images\/[0-9a-f]{32}\/(?:320|640|960|1280)\.(?:avif|webp)$/)
      const bytes = await readFile(path)
      expect(sent.some(each => each.equals(bytes))).toBe(false)
      for (const secret of secrets) expect(bytes.includes(secret), `${secret} in ${path}`).toBe(false)
      const { format, exif, xmp, iptc, icc, comments, pages = 1 } = await sharp(bytes).metadata()
      expect({ exif, xmp, iptc, icc, comments, pages }).toEqual({ pages: 1 })
      expect(format).toBe(path.endsWith('webp') ? 'webp' : 'heif')
    }
  }, 120_000)

  test('that pass are served inert', async () => {
    for (const { address } of passed.slice(0, 5)) {
      const { headers } = await app.inject(new URL(address).pathname)
      expect(headers).toMatchObject({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      })
    }
  })
})

test.each([
  ['an iPhone', 'heic', 'mif1MiHEMiPrmiafMiHBheic'],
  ['ten bits', 'heix', 'mif1heix'],
  ['a burst', 'hevc', 'msf1hevc'],
  ['a camera', 'mif1', 'mif1heic'],
  ['a program', 'heif', 'mif1'],
])('a HEIC picture of %s is refused with advice, whatever type it claims', async (_, brand, others) => {
  const before = await filesStored()
  const box = Buffer.from(`\0\0\0\0ftyp${brand}\0\0\0\0${others}`, 'latin1')
  box.writeUInt32BE(box.length)
  const bytes = Buffer.concat([box, Buffer.alloc(500, 7)])
  for (const type of ['heic', 'jpeg']) {
    const answer = await upload({ image: `data:image/${type};base64,${bytes.toString('base64')}` })
    expect(answer.statusCode).toBe(415)
    expect(answer.json().message).toBe(heicError)
  }
  expect(await filesStored()).toEqual(before)
})

test('an AVIF is accepted, although it shares a brand with HEIC', async () => {
  const avif = await sharp(await strip('#373'))
    .avif()
    .toBuffer()
  expect(avif.toString('latin1', 0, 64)).toContain('mif1')
  expect((await upload({ image: `data:image/avif;base64,${avif.toString('base64')}` })).statusCode).toBe(200)
})

test.each(['../../etc/passwd', '..%2f..%2fpackage.json', '%2e%2e/1280.webp', 'A'.repeat(65), 'placeholder%00'])(
  'no picture is found at %s',
  async id => {
    expect([400, 404]).toContain((await app.inject(`/images/${id}/1280.webp`)).statusCode)
    expect([400, 404]).toContain((await app.inject(`/images/placeholder/${id}`)).statusCode)
  },
)
