import { sourcesOf } from '../ui/drawn.ts'
import { Picture } from '../ui/picture.tsx'
import facts from './art.json'

export type ArticleArt = keyof typeof facts

interface ArticlePictureProps {
  name: ArticleArt
  /** Empty when the picture only decorates. */
  alt: string
  sizes: string
  priority?: boolean
  className?: string
}

/** A picture drawn for an article. */
export function ArticlePicture({ name, ...rest }: ArticlePictureProps) {
  const { width, height, placeholder } = facts[name]
  return (
    <Picture {...rest} sources={sourcesOf(name, facts[name])} width={width} height={height} placeholder={placeholder} />
  )
}

/** The address of a picture where it is shared. */
export const sharedPicture = (name: ArticleArt, alt: string) => ({
  url: sourcesOf(name, { widths: [1200], version: facts[name].version })[0]?.webp ?? '',
  width: 1200,
  height: Math.round((1200 * facts[name].height) / facts[name].width),
  alt,
})
