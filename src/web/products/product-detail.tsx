import type { ReactNode } from 'react'
import { stockNote } from '#domain/products/stock.ts'
import { describeVariation } from '#domain/products/variation.ts'
import { Stars } from '../ui/stars.tsx'
import { WishlistButton } from '../wishlist/wishlist-button.tsx'
import { ColorChips } from './color-chips.tsx'
import { DeliveryNotes } from './delivery-notes.tsx'
import type { ShownProduct } from './known-product.ts'
import { Price } from './price.tsx'
import { ProductGallery } from './product-gallery.tsx'
import { ShareProduct } from './share-product.tsx'

interface ProductDetailProps {
  product: ShownProduct
  /** Undefined until it is known. */
  reviewCount: number | undefined
  /** The choice of a size, if there are several. */
  sizeField: ReactNode
  /** The link to the size guide, if it opens here. */
  sizeGuide: ReactNode
  /** The controls to buy it. */
  children: ReactNode
}

/** Of a product of one size; its place is the same before all of it has loaded. */
const availabilityOf = ({ sizes: [size] = [], soldOut, ...product }: ShownProduct) =>
  soldOut ? 'sold out' : (stockNote(size ?? product) ?? 'in stock')

export function ProductDetail({ product, reviewCount, sizeField, sizeGuide, children }: ProductDetailProps) {
  const { name, price, oldPrice, rating, description, category, color } = product
  const { shade = product.colors?.find(({ _id }) => _id === product._id)?.name ?? color } = product
  return (
    <div className="grid gap-8 md:grid-cols-2 md:gap-14">
      <ProductGallery product={product} />
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
          {shade === color ? (
            <dd className="capitalize">{color}</dd>
          ) : (
            <dd className="[overflow-wrap:anywhere]">{`${describeVariation({ color: shade })} (${color})`}</dd>
          )}
          {!sizeField && (
            <>
              <dt className="text-stone">Availability</dt>
              <dd className="first-letter:uppercase">{availabilityOf(product)}</dd>
            </>
          )}
        </dl>
        <ColorChips product={product} />
        {sizeField}
        <div className={`${sizeField ? 'mt-4' : 'mt-8'} flex flex-wrap gap-3`}>
          {children}
          <ShareProduct product={product} />
          <WishlistButton product={product} className="border-edge" />
        </div>
        <DeliveryNotes product={product} sizeGuide={sizeGuide} />
      </div>
    </div>
  )
}
