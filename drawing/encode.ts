import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import type { Picture } from '#kit/rendering/render.ts'

export const asSharp = ({ pixels, width, height }: Picture): Sharp =>
  sharp(pixels, { raw: { width, height, channels: 3 } })

export const webp = (image: Sharp) => image.webp({ quality: 80, effort: 5, smartSubsample: true })
export const avif = (image: Sharp) => image.avif({ quality: 58, effort: 4 })

/** Writes `file(width, kind)` in every width, as AVIF and WebP. */
export async function writeWidths(picture: Picture, widths: number[], file: (width: number, kind: string) => string) {
  for (const width of widths) {
    const sized = asSharp(picture).resize({ width, kernel: 'lanczos3' })
    await mkdir(join(file(width, 'webp'), '..'), { recursive: true })
    for (const [kind, encode] of Object.entries({ avif, webp })) {
      await writeFile(file(width, kind), await encode(sized.clone()).toBuffer())
    }
  }
}
