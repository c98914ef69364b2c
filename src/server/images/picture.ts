import { createHash } from 'node:crypto'
import type { Sharp } from 'sharp'
import { pictureLimits } from '#domain/products/fields/picture-field.ts'
import type { Db } from '../db/connection.ts'
import type { Clock } from '../lib/clock.ts'
import { limitConcurrency } from '../lib/concurrency-limit.ts'
import { badRequest, ShopError } from '../lib/errors.ts'
import { heicPicture, notAPicture } from './data-url.ts'
import { saveFiles } from './save-files.ts'
import type { ImageStorage } from './storage.ts'

export const widths = [320, 640, 960, 1280] as const
const maxWidth = 1280
const seconds = 15
const inTurn = limitConcurrency(1, 4)

interface Encoded {
  width: number
  height: number
  placeholder: string
  files: [name: string, bytes: Buffer][]
}

/**
 * Saves a picture as AVIF and WebP in the widths 320, 640, 960 and 1280, whatever its own. Nothing of the original is stored
 * but its visible pixels. The same picture saved twice is one.
 * @returns its id, derived from its content
 * @throws ShopError 415 for a format other than JPEG, PNG, WebP, AVIF and GIF, 413 for over 24 megapixels, 400 for a broken
 * picture, 503 when too many are waiting or the storage fails
 */
export async function savePicture(
  { db, images, clock }: { db: Db; images: ImageStorage; clock: Clock },
  bytes: Buffer,
): Promise<string> {
  const { files, ...facts } = await inTurn(() => encode(bytes))
  const hash = createHash('sha256')
  for (const [, content] of files) hash.update(content)
  const id = hash.digest('hex').slice(0, 32)
  await saveFiles({ db, images }, { id, ...facts, created_at: clock.now() }, files)
  return id
}

/** Checks the first bytes, so that no other decoder ever reads what a visitor sent. */
function isKnownFormat(bytes: Buffer): boolean {
  const head = bytes.toString('latin1', 0, 64)
  return (
    head.startsWith('\xff\xd8\xff') ||
    head.startsWith('\x89PNG\r\n\x1a\n') ||
    /^GIF8[79]a/.test(head) ||
    /^RIFF.{4}WEBP/s.test(head) ||
    /^.{4}ftyp.*avi[fs]/s.test(head)
  )
}

/**
 * Checks the brands in the first box. A picture of an iPhone shares some with AVIF, and only one of AVIF's own brands makes it
 * an AVIF.
 */
const isHeif = (bytes: Buffer) =>
  /^.{4}ftyp.*(?:hei[cxms]|hev[cxms]|heif|mif1|msf1)/s.test(bytes.toString('latin1', 0, 64))

async function encode(bytes: Buffer): Promise<Encoded> {
  const picture = await decode(bytes)
  const { width = 0, height = 0 } = await picture.metadata()
  const files: Encoded['files'] = []
  let maxMadeWidth: Record<'webp' | 'avif', Buffer> | undefined
  for (const asked of widths) {
    const isLargest = asked >= width // a width above the picture's own uses the picture's own
    const made = (isLargest && maxMadeWidth) || (await inBothFormats(within(picture, asked)))
    if (isLargest) maxMadeWidth = made
    for (const format of ['webp', 'avif'] as const) files.push([`${asked}.${format}`, made[format]])
  }
  return { width, height, placeholder: await placeholder(picture, width, height), files }
}

const inBothFormats = async (sized: Sharp) => ({
  webp: await sized.clone().webp({ quality: 80, smartSubsample: true }).toBuffer(),
  avif: await sized.clone().avif({ quality: 58, effort: 2 }).toBuffer(),
})

/** The first frame, upright, in its largest size, as raw pixels. */
async function decode(bytes: Buffer): Promise<Sharp> {
  const { data, info } = await readPicture(bytes, upright =>
    within(upright, maxWidth).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true }),
  )
  const { default: sharp } = await import('sharp')
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
}

/**
 * Runs `work` with the first frame of a picture, upright.
 * @throws ShopError 415 for a format other than JPEG, PNG, WebP, AVIF and GIF, 413 for over 24 megapixels, 400 for a broken
 * picture
 */
export async function readPicture<T>(bytes: Buffer, work: (upright: Sharp) => Promise<T>): Promise<T> {
  if (!isKnownFormat(bytes)) throw isHeif(bytes) ? heicPicture() : notAPicture()
  const { default: sharp } = await import('sharp') // loading it takes a tenth of a second, which the start saves
  sharp.cache(false)
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (width * height > pictureLimits.pixels)
      throw new ShopError(413, 'too_large', 'This picture is too large. It can have at most 24 megapixels.')
    return await work(
      sharp(bytes, { limitInputPixels: pictureLimits.pixels, failOn: 'error' }).autoOrient().timeout({ seconds }),
    )
  } catch (error) {
    throw error instanceof ShopError ? error : badRequest('This picture cannot be read. Please choose another one.')
  }
}

/**
 * Scales to the requested width, but never enlarges. A picture more than twice as tall as wide becomes narrower, so that a
 * thin strip cannot grow without bound.
 */
const within = (picture: Sharp, width: number) =>
  picture.clone().resize({ width, height: 2 * width, fit: 'inside', withoutEnlargement: true })

const ground = '#f4efe6'

/**
 * A tiny blurred version as a data URL, shown until the picture has loaded, and behind it: a picture with transparent parts has a plain
 * light ground.
 */
async function placeholder(picture: Sharp, width: number, height: number): Promise<string> {
  const dots = Math.max(1, Math.min(32, Math.round(Math.sqrt((180 * width) / height))))
  const { isOpaque } = await picture.stats()
  const tiny = isOpaque ? picture.clone().resize({ width: dots }).blur(0.6) : await plain(ground)
  const bytes = await tiny.webp({ quality: 30, effort: 6 }).toBuffer()
  return `data:image/webp;base64,${bytes.toString('base64')}`
}

async function plain(background: string): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  return sharp({ create: { width: 1, height: 1, channels: 3, background } })
}
