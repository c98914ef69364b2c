import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawings } from './drawings/index.ts'
import { asSharp, take, webp } from './encode.ts'

test('a picture drawn again is the picture that is committed', { timeout: 120_000 }, async () => {
  const slug = 'maree-pearl-strand'
  const still = drawings[slug]?.()
  if (!still) throw new Error(`There is no drawing of ${slug}.`)
  const again = await webp(asSharp(take(still, 1280, 1600)).resize({ width: 320, kernel: 'lanczos3' })).toBuffer()
  const fresh = await sharp(again).raw().toBuffer()
  const committed = await sharp(join(import.meta.dirname, 'pictures', slug, '320.webp'))
    .raw()
    .toBuffer()

  expect(fresh.length).toBe(committed.length)
  const difference = fresh.reduce((sum, value, i) => sum + Math.abs(value - (committed[i] ?? 255)), 0) / fresh.length
  expect(difference).toBeLessThan(1)
})
