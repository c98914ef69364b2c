import fs from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from '../../../../tests/support/database.ts'
import { runCommand } from '../../../../tests/support/run-command.ts'
import { replaceArt } from './art.ts'

const ours = path.resolve(import.meta.dirname, '../../../web')
let folder: string
let web: string
beforeAll(async () => {
  folder = await temporaryFolder()
  web = path.join(folder, 'web')
  await fs.cp(path.join(ours, 'public'), path.join(web, 'public'), { recursive: true })
  for (const list of ['art/art.json', 'content/art.json'])
    await fs.cp(path.join(ours, list), path.join(web, list), { recursive: true })
})
afterAll(() => fs.rm(folder, { recursive: true }))

const photo = async (name: string, width: number, height: number, orientation = 1) => {
  const file = path.join(folder, name)
  const picture = sharp({ create: { width, height, channels: 3, background: { r: 20, g: 120, b: 40 } } })
  await picture
    .withMetadata({ orientation })
    .withExif({ IFD0: { Artist: 'Anna' } })
    .toFile(file)
  return file
}
const replace = (name: string, file: string) => replaceArt(web, name, file, {})
const inPublic = async (file: string) => await fs.readFile(path.join(web, 'public', file))

/** The files that differ from the committed ones. */
async function changed() {
  const files = await fs.readdir(path.join(web, 'public'), { recursive: true, withFileTypes: true })
  const names = files
    .filter(file => file.isFile())
    .map(file => path.relative(web, path.join(file.parentPath, file.name)))
  const same = await Promise.all(
    names.map(async name => (await fs.readFile(path.join(ours, name))).equals(await fs.readFile(path.join(web, name)))),
  )
  return names.filter((_, index) => !same[index]).toSorted()
}

test('an unusable photo is refused in a sentence, and no file changes', async () => {
  const small = await photo('small.jpg', 1919, 2000)
  await expect(replace('hero', small)).rejects.toThrow(
    'This photo has 1919 by 2000 pixels; hero needs at least 1920 by 1080 pixels.',
  )
  const lying = await photo('lying.jpg', 1300, 960, 6)
  const replaced = await replace('hero-phone', lying)
  expect(replaced).toContain('hero-phone is replaced, 4 files.')
  expect(replaced).not.toContain('Phones')
  await fs.cp(path.join(ours, 'public/art'), path.join(web, 'public/art'), { recursive: true })
  await expect(replace('promo-1', await photo('high.png', 700, 960))).rejects.toThrow('700 by 960')
  await fs.writeFile(path.join(folder, 'cut.jpg'), (await fs.readFile(small)).subarray(0, 900))
  await expect(replace('avatar', path.join(folder, 'cut.jpg'))).rejects.toThrow('This picture cannot be read.')
  expect(await changed()).toEqual([])
})

test('a photo becomes all files of a picture, in its shape and widths, without the camera’s metadata', async () => {
  expect(await replace('hero', await photo('large.png', 3000, 2000))).toContain('art hero-phone PHOTO')
  const widths = [1280, 1920, 640, 960]
  const files = widths.flatMap(width => ['avif', 'webp'].map(kind => `public/art/hero-${width}.${kind}`))
  expect(await changed()).toEqual(files)
  for (const width of widths)
    for (const kind of ['avif', 'webp']) {
      const { exif, ...made } = await sharp(await inPublic(`art/hero-${width}.${kind}`)).metadata()
      expect(made).toMatchObject({ width, height: (width * 9) / 16, format: kind === 'avif' ? 'heif' : 'webp' })
      expect(exif).toBeUndefined()
    }
})

test('so do the logo of the shop and the picture of a shared link', async () => {
  const square = await photo('mark.png', 1300, 1300)
  await replace('social', square)
  await replace('favicon', square)
  expect(await sharp(await inPublic('social.png')).metadata()).toMatchObject({
    format: 'png',
    width: 1200,
    height: 630,
  })
  for (const file of ['favicon.png', 'favicon.svg'])
    expect((await sharp(await inPublic(file)).stats()).dominant).toMatchObject({ r: 24, g: 120, b: 40 })
})

test('the command lists the pictures with their sizes', async () => {
  const { code, out } = await runCommand(['art'], {})
  expect(code).toBe(0)
  expect(out).toContain('hero-phone            960 by 1200 pixels\n')
  expect(out).toContain('silk-cover            1600 by 1067 pixels\n')
  expect(out).toContain('social                1200 by 630 pixels\n')
})

test.each([
  [['her', 'photo.jpg'], 'There is no picture her: npm run shop -- art lists them.'],
  [['constructor', 'photo.jpg'], 'There is no picture constructor: npm run shop -- art lists them.'],
  [['promo-1'], 'promo-1 needs a photo of at least 960 by 640 pixels.'],
  [['promo-1', '/no/photo.jpg'], 'There is no file /no/photo.jpg.'],
  [['promo-1', 'README.md'], 'Please choose a picture in one of the formats JPEG, PNG, WebP, AVIF or GIF.'],
])('art %j says what is wrong in one sentence', async (args, sentence) => {
  expect(await runCommand(['art', ...args], {})).toEqual({ code: 1, out: '', err: `${sentence}\n` })
})
