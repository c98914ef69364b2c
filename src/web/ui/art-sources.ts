import type { FromFiles } from '../art/from-files.ts'
import type { PictureSource } from './picture.tsx'

/** The pictures of an `art.json`, which `drawing/draw.ts` writes, with what the build adds. */
export type ArtPictures<Frames> = { [Name in keyof Frames]: Frames[Name] & FromFiles }

/** The sources of a picture in each stored width, in px. */
export const sourcesOf = (name: string, { widths, version }: { widths: number[]; version: string }): PictureSource[] =>
  widths.map(width => {
    const file = (format: string) => `/art/${name}-${width}.${format}?${version}`
    return { width, avif: file('avif'), webp: file('webp') }
  })
