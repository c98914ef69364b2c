import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { catalogue } from '../demo/catalogue.ts'

const [columns, width, height, caption, gap] = [7, 240, 300, 34, 14]
const file = join(import.meta.dirname, '../docs/screens/contact-sheet.webp')

const tiles = await Promise.all(
  catalogue.map(async ({ slug, name }, i) => {
    const left = gap + (i % columns) * (width + gap)
    const top = gap + Math.floor(i / columns) * (height + caption + gap)
    const picture = join(import.meta.dirname, '../demo/pictures', slug, '640.webp')
    const label = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${caption}"><text x="0" y="20" font-family="sans-serif" font-size="13" fill="#1C1917">${name}</text></svg>`
    return [
      { input: await sharp(picture).resize(width, height).toBuffer(), left, top },
      { input: Buffer.from(label), left, top: top + height },
    ]
  }),
)

await mkdir(join(file, '..'), { recursive: true })
await sharp({
  create: {
    width: gap + columns * (width + gap),
    height: gap + Math.ceil(catalogue.length / columns) * (height + caption + gap),
    channels: 3,
    background: '#FAF7F2',
  },
})
  .composite(tiles.flat())
  .webp({ quality: 82 })
  .toFile(file)
