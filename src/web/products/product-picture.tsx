import { imageIdOf, imagePath, imageWidths, type Product } from '#domain/products/product.ts'
import { Picture } from '../ui/picture.tsx'

interface ProductPictureProps {
  product: Pick<Product, 'image' | 'name' | 'placeholder'>
  sizes: string
  priority?: boolean
  className?: string
  /** The same name on two pages makes the picture move from one to the other. */
  transitionName?: string
}

/** A product's picture in the width that the screen needs. Our own pictures are loaded from the page's origin. */
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
