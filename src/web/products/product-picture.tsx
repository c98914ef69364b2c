import { imageIdOf, imagePath, imageWidths, type Product } from '#domain/products/product.ts'
import { Picture } from '../ui/picture.tsx'

interface ProductPictureProps {
  product: Pick<Product, 'image' | 'name' | 'placeholder'>
  sizes: string
  priority?: boolean
  className?: string
  /** The same in two pages: the picture moves from one place to the other. */
  transitionName?: string
}

/** A product's picture in the width that the screen needs. Pictures of ours are asked for at this page's own origin. */
export function ProductPicture({ product: { image, name, placeholder }, ...rest }: ProductPictureProps) {
  const id = imageIdOf(image)
  if (!id) return <img src={image} alt={name} width={1280} height={1600} className={rest.className} />
  const sources = imageWidths.map(width => ({
    width,
    avif: imagePath(id, width, 'avif'),
    webp: imagePath(id, width, 'webp'),
  }))
  return <Picture {...rest} sources={sources} width={1280} height={1600} alt={name} placeholder={placeholder} />
}
