import { imageIdOf, imagePath, type Product, productPath } from '#domain/products/product.ts'
import { Link } from '../ui/link.tsx'

interface ReviewedProductProps {
  /** Undefined if it is no longer on sale. */
  product: Product | undefined
  isLoading: boolean
}

/** The product of a review. It takes the same room while it loads. */
export function ReviewedProduct({ product, isLoading }: ReviewedProductProps) {
  if (!product) {
    return (
      <p className="flex min-h-20 items-center text-sm text-stone">
        {!isLoading && 'This is not in the shop any more.'}
      </p>
    )
  }
  const id = imageIdOf(product.image)
  return (
    <div className="flex min-h-20 items-center gap-4">
      <img
        src={id ? imagePath(id, 320, 'webp') : product.image}
        alt=""
        width={320}
        height={400}
        className="aspect-4/5 w-16 shrink-0 rounded-card border border-line object-cover"
      />
      <h2 className="min-w-0 text-lg leading-snug">
        <Link to={productPath(product)} className="line-clamp-3 hover:text-rosewood">
          {product.name}
        </Link>
      </h2>
    </div>
  )
}
