import { imagePath, imageWidths } from '#domain/products/product.ts'
import type { ShownPicture } from '#domain/settings/section.ts'
import { Picture } from '../ui/picture.tsx'

interface UploadedPictureProps {
  picture: ShownPicture
  /** Empty for a decorative picture. */
  alt: string
  sizes: string
  priority?: boolean
  className?: string
}

/** A picture of the owner's, in the width that the screen needs. */
export const UploadedPicture = ({ picture: { id, width, height }, ...rest }: UploadedPictureProps) => (
  <Picture
    {...rest}
    sources={imageWidths.map(width => ({
      width,
      avif: imagePath(id, width, 'avif'),
      webp: imagePath(id, width, 'webp'),
    }))}
    width={width}
    height={height}
  />
)
