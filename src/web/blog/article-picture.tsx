import { type ArtPictures, sourcesOf } from '../ui/art-sources.ts'
import { Picture } from '../ui/picture.tsx'
import frames from './art.json'

const pictures = frames as ArtPictures<typeof frames>

export type ArticleArt = keyof typeof pictures

interface ArticlePictureProps {
  name: ArticleArt
  /** Empty for a decorative picture. */
  alt: string
  sizes: string
  priority?: boolean
  className?: string
}

export function ArticlePicture({ name, ...rest }: ArticlePictureProps) {
  const { width, height, placeholder } = pictures[name]
  return (
    <Picture
      {...rest}
      sources={sourcesOf(name, pictures[name])}
      width={width}
      height={height}
      placeholder={placeholder}
    />
  )
}

/** The picture of an article's link preview. */
export const sharedPicture = (name: ArticleArt, alt: string) => ({
  url: sourcesOf(name, { widths: [1200], version: pictures[name].version })[0]?.webp ?? '',
  width: 1200,
  height: Math.round((1200 * pictures[name].height) / pictures[name].width),
  alt,
})
