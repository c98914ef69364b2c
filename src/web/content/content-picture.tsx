import type { DocumentPictures } from '#domain/content/document.ts'
import { imagePath } from '#domain/products/product.ts'
import { UploadedPicture } from '../settings/uploaded-picture.tsx'
import { type ArtPictures, sourcesOf } from '../ui/art-sources.ts'
import { Picture } from '../ui/picture.tsx'
import frames from './art.json'

const art = frames as ArtPictures<typeof frames>
const artOf = (name: string) => (name in art ? { name, ...art[name as keyof typeof art] } : undefined)

interface ContentPictureProps {
  /** The id of an uploaded picture, or the name of one of the house. */
  name: string
  pictures: DocumentPictures
  /** Empty for a decorative picture. */
  alt: string
  sizes: string
  priority?: boolean
  className?: string
}

/** A picture of a page or a post; nothing when it is gone. */
export function ContentPicture({ name, pictures, ...rest }: ContentPictureProps) {
  const uploaded = pictures[name]
  if (uploaded) return <UploadedPicture picture={uploaded} {...rest} />
  const drawn = artOf(name)
  if (!drawn) return null
  const { width, height, placeholder } = drawn
  return <Picture {...rest} sources={sourcesOf(name, drawn)} width={width} height={height} placeholder={placeholder} />
}

/** The picture of a link preview; undefined without one. */
export function sharedPicture(name: string | null, pictures: DocumentPictures, alt: string) {
  const uploaded = pictures[name ?? '']
  if (uploaded) {
    const width = Math.min(uploaded.width, 1280)
    const height = Math.round((uploaded.height * width) / uploaded.width)
    return { url: imagePath(uploaded.id, 1280, 'webp'), width, height, alt }
  }
  const drawn = artOf(name ?? '')
  if (!drawn) return undefined
  const [source] = sourcesOf(drawn.name, { widths: [1200], version: drawn.version })
  return { url: source?.webp ?? '', width: 1200, height: Math.round((1200 * drawn.height) / drawn.width), alt }
}
