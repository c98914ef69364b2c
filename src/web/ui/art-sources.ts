import type { FromFiles } from '../art/from-files.ts'
import type { Source } from './picture.tsx'

/** The pictures of an `art.json`, which `drawing/draw.ts` writes, with what the build adds to it. */
export type Drawn<Frames> = { [Name in keyof Frames]: Frames[Name] & FromFiles }

/** Of the widths that a picture is kept in, in px. */
export const sourcesOf = (name: string, { widths, version }: { widths: number[]; version: string }): Source[] =>
  widths.map(width => {
    const file = (format: string) => `/art/${name}-${width}.${format}?${version}`
    return { width, avif: file('avif'), webp: file('webp') }
  })
