import { Picture, type Source } from '../ui/picture.tsx'
import facts from './art/art.json'

const files = import.meta.glob<string>('./art/*.{avif,webp}', { eager: true, query: '?url', import: 'default' })

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
  return <Picture {...rest} sources={sourcesOf(name)} width={width} height={height} placeholder={placeholder} />
}

const sourcesOf = (name: ArticleArt): Source[] =>
  facts[name].widths.map(width => ({ width, avif: file(name, width, 'avif'), webp: file(name, width, 'webp') }))

const file = (name: ArticleArt, width: number, format: string) => files[`./art/${name}-${width}.${format}`] ?? ''

/** The address of a picture where it is shared. */
export const sharedPicture = (name: ArticleArt, alt: string) => ({
  url: file(name, 1200, 'webp'),
  width: 1200,
  height: Math.round((1200 * facts[name].height) / facts[name].width),
  alt,
})
