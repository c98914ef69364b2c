import type { Order } from '#domain/orders/order.ts'
import { imageIdOf, imagePath } from '#domain/products/product.ts'

interface LinePictureProps {
  /** As the order's line has it: an absolute URL. */
  image: Order['products'][number]['image']
  className: string
  /** Eager for print, where a picture is never scrolled into view. */
  loading?: 'lazy' | 'eager'
}

/** The picture of something ordered, beside its name. */
export function LinePicture({ image, className, loading = 'lazy' }: LinePictureProps) {
  const id = imageIdOf(image)
  return (
    <img
      src={id ? imagePath(id, 320, 'webp') : image}
      alt=""
      width={320}
      height={400}
      loading={loading}
      className={`aspect-4/5 rounded-card border border-line object-cover ${className}`}
    />
  )
}
