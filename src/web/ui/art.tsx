import frames from '../art/art.json'
import { type ArtPictures, sourcesOf } from './art-sources.ts'
import { Picture } from './picture.tsx'

const pictures = frames as ArtPictures<typeof frames>

type ArtName = keyof typeof pictures

interface ArtProps {
  name: ArtName
  /** Replaces the picture on a phone. */
  onPhone?: ArtName
  /** Empty for a decorative picture. */
  alt: string
  sizes: string
  priority?: boolean
  className?: string
}

/** One of the shop's own drawn pictures. */
export function Art({ name, onPhone, ...rest }: ArtProps) {
  const { width, height, placeholder } = pictures[name]
  return (
    <Picture
      {...rest}
      sources={sourcesOf(name, pictures[name])}
      onPhone={onPhone && sourcesOf(onPhone, pictures[onPhone])}
      width={width}
      height={height}
      placeholder={placeholder}
    />
  )
}
