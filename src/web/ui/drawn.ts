import type { Source } from './picture.tsx'

/** What is known of one of the shop's own drawn pictures; `demo/draw.ts` writes it. */
export interface DrawnPicture {
  width: number
  height: number
  /** The widths it is kept in, in px. */
  widths: number[]
  placeholder: string
  /** Another drawing is another address, so that each may be kept for good. */
  version: string
}

export const sourcesOf = (name: string, { widths, version }: Pick<DrawnPicture, 'widths' | 'version'>): Source[] =>
  widths.map(width => ({ width, avif: file(name, width, 'avif', version), webp: file(name, width, 'webp', version) }))

const file = (name: string, width: number, format: string, version: string) =>
  `/art/${name}-${width}.${format}?${version}`
