import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { renderScene } from '#kit/rendering/render.ts'
import { asSharp } from '../encode.ts'
import { glyphs } from './glyphs.ts'
import { hero } from './hero.ts'

const ivory = '#FAF7F2'
const rosewood = '#8E2F3C'

/** The favicon and the picture that other sites show beside a link to the shop. */
export async function drawMarks(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="${ivory}"/><path transform="translate(13.6 13) scale(.38)" fill="${rosewood}" d="${glyphs.V.path}"/></svg>\n`
  await writeFile(join(folder, 'favicon.svg'), favicon)
  await sharp(Buffer.from(favicon), { density: 288 })
    .resize(180)
    .png({ palette: true })
    .toFile(join(folder, 'favicon.png'))
  // The hero of the home page, with the name in its empty left third.
  const { data, info } = await asSharp(renderScene(hero(), 1200, 630))
    .raw()
    .toBuffer({ resolveWithObject: true })
  await sharp(data, { raw: info })
    .composite([{ input: Buffer.from(wordmark(330)), left: 64, top: 270 }])
    .png({ palette: true, quality: 90 })
    .toFile(join(folder, 'social.png'))
}

/** The word Vitrine as an SVG of the given width, drawn from paths so that it looks the same everywhere. */
export function wordmark(width: number, colour = '#1C1917'): string {
  let x = 0
  const drawn = [...'Vitrine'].map(letter => {
    const { path, advance } = glyphs[letter as keyof typeof glyphs]
    const shape = `<path transform="translate(${x} 0)" d="${path}"/>`
    x += advance + 14
    return shape
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${Math.round((width * 120) / x)}" viewBox="-4 -10 ${x} 120"><g fill="${colour}">${drawn.join('')}</g></svg>`
}
