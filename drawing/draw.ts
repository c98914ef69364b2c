import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { renderScene } from '#kit/rendering/render.ts'
import { placeholder } from '../src/web/art/from-files.ts'
import { asSharp, writeWidths } from './encode.ts'
import { drawings } from './products/index.ts'
import { drawMarks } from './site-art/favicon.ts'
import { journalArt, siteArt } from './site-art/index.ts'
import { missingPicture } from './site-art/placeholders.ts'

const pictures = join(import.meta.dirname, '../demo/pictures')
const web = join(import.meta.dirname, '../src/web')

const noPicture = join(import.meta.dirname, '../src/server/products/placeholder')
const widths = [320, 640, 960, 1280]

const only = process.argv.slice(2)
const wanted = (name: string) => only.length === 0 || only.includes(name)
for (const name of only)
  if (!drawings[name] && !siteArt[name] && !journalArt[name] && name !== 'marks' && name !== 'placeholder')
    throw new Error(`There is no drawing called ${name}.`)

for (const [slug, scene] of Object.entries(drawings).filter(([slug]) => wanted(slug))) {
  const picture = renderScene(scene(), 1280, 1600)
  await writeWidths(picture, widths, (width, kind) => join(pictures, slug, `${width}.${kind}`))
  await writeEntry(join(pictures, 'pictures.json'), slug, {
    width: 1280,
    height: 1600,
    placeholder: await placeholder(asSharp(picture), picture),
  })
  console.log(slug)
}

await drawArt(siteArt, join(web, 'art/art.json'))
await drawArt(journalArt, join(web, 'content/art.json'))

if (wanted('placeholder'))
  await writeWidths(renderScene(missingPicture(), 1280, 1600), widths, (width, kind) =>
    join(noPicture, `${width}.${kind}`),
  )
if (wanted('marks')) await drawMarks(join(web, 'public'))

async function drawArt(pictures: typeof siteArt, notes: string) {
  for (const [name, { width, height, widths, scene }] of Object.entries(pictures).filter(([name]) => wanted(name))) {
    const file = (size: number, kind: string) => join(web, 'public/art', `${name}-${size}.${kind}`)
    await writeWidths(renderScene(scene(), width, height), widths, file)
    await writeEntry(notes, name, { width, height, widths })
    console.log(name)
  }
}

// One entry at a time, so that drawing a single picture leaves the entries of the others.
async function writeEntry(file: string, name: string, entry: object) {
  const before = JSON.parse(await readFile(file, 'utf8').catch(() => '{}'))
  const sorted = Object.entries({ ...before, [name]: entry }).sort(([a], [b]) => (a < b ? -1 : 1))
  await writeFile(file, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
}
