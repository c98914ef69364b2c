import type { ReactNode } from 'react'
import type { Product } from '#domain/products/product.ts'
import { Stars } from '../ui/stars.tsx'
import { DeliveryNotes } from './delivery-notes.tsx'
import { Price } from './price.tsx'
import { ProductPictureLink } from './product-picture-link.tsx'
import { ShareProduct } from './share-product.tsx'

interface ProductDetailProps {
  product: Product
  /** Undefined until it is known. */
  reviewCount: number | undefined
  /** The controls to buy it. */
  children: ReactNode
}

export function ProductDetail({ product, reviewCount, children }: ProductDetailProps) {
  const { name, price, oldPrice, rating, description, category, color } = product
  return (
    <div className="grid gap-8 md:grid-cols-2 md:gap-14">
      <ProductPictureLink product={product} />
      <div className="md:sticky md:top-24 md:self-start">
        <h1 className="text-pretty text-4xl leading-tight md:text-5xl">{name}</h1>
        <p className="mt-4">
          {rating ? (
            <Stars rating={rating} count={reviewCount} />
          ) : (
            <span className="text-stone text-xs">No reviews yet</span>
          )}
        </p>
        <p className="mt-4 text-xl">
          <Price price={price} oldPrice={oldPrice} />
        </p>
        <p className="mt-6 max-w-prose whitespace-pre-line leading-relaxed">{description}</p>
        <dl className="mt-6 grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 text-sm">
          <dt className="text-stone">Category</dt>
          <dd className="capitalize">{category}</dd>
          <dt className="text-stone">Color</dt>
          <dd className="capitalize">{color}</dd>
        </dl>
        <div className="mt-8 flex flex-wrap gap-3">
          {children}
          <ShareProduct product={product} />
        </div>
        <DeliveryNotes category={category} />
      </div>
    </div>
  )
}
