import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { renderScene } from '#kit/rendering/render.ts'
import { catalogue } from '../demo/catalogue.ts'
import storefrontArt from '../src/web/art/art.json' with { type: 'json' }
import blogArt from '../src/web/content/art.json' with { type: 'json' }
import { asSharp, webp } from './encode.ts'
import { drawings } from './products/index.ts'
import { journalArt, siteArt } from './site-art/index.ts'

test.for(['maree-pearl-strand', 'aurelia-silk-slip-back'])(
  'a picture drawn again is the picture that is committed: %s',
  async slug => {
    const draw = drawings[slug]
    if (!draw) throw new Error(`There is no drawing of ${slug}.`)
    const again = await webp(
      asSharp(renderScene(draw(), 1280, 1600)).resize({ width: 320, kernel: 'lanczos3' }),
    ).toBuffer()
    const fresh = await sharp(again).raw().toBuffer()
    const committed = await sharp(join(import.meta.dirname, '../demo/pictures', slug, '320.webp'))
      .raw()
      .toBuffer()

    expect(fresh.length).toBe(committed.length)
    const difference = fresh.reduce((sum, value, i) => sum + Math.abs(value - (committed[i] ?? 255)), 0) / fresh.length
    expect(difference).toBeLessThan(1) // encoders differ by a little between machines
  },
)

test('every product of the catalogue has its drawing', () => {
  const names = catalogue.flatMap(({ slug, views = [] }) => [slug, ...views.map(view => view.picture)])
  expect(Object.keys(drawings).sort()).toEqual(names.toSorted())
})

test('the sizes that the storefront reads are those of the drawings', () => {
  const sizes = (art: typeof siteArt) =>
    Object.fromEntries(
      Object.entries(art).map(([name, { width, height, widths }]) => [name, { width, height, widths }]),
    )
  expect(sizes(siteArt)).toEqual(storefrontArt)
  expect(sizes(journalArt)).toEqual(blogArt)
})
