import { ShoppingBag } from 'lucide'
import { useRef, useState } from 'react'
import { useViewTransitionState } from 'react-router'
import { type Product, productPath } from '#domain/products/product.ts'
import { isSellable } from '#domain/products/stock.ts'
import type { ProductSize } from '#domain/products/variation.ts'
import { useAddToCart } from '../cart/add-to-cart.tsx'
import { refusalOf, sizesOf } from '../cart/sizes-of.ts'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import { Stars } from '../ui/stars.tsx'
import { WishlistButton } from '../wishlist/wishlist-button.tsx'
import { ColorDots } from './color-dots.tsx'
import { Price } from './price.tsx'
import { ProductPicture } from './product-picture.tsx'

const widths = '(width >= 105rem) 21rem, (width >= 64rem) 18rem, (width >= 48rem) 30vw, 46vw'

/** For what appears while the pointer or the focus is on a card. Touch screens do not load hidden pictures. */
const hoverClassName =
  'opacity-0 group-hover:opacity-100 group-has-focus-visible:opacity-100 [@media(hover:none)]:hidden'

const minSwipePx = 30

interface ProductCardProps {
  product: Product
  /** One of the first cards of the page, whose picture loads first. */
  priority?: boolean
}

export function ProductCard({ product, priority }: ProductCardProps) {
  const addToCart = useAddToCart()
  const { _id, name, price, oldPrice, rating, secondImage } = product
  const sizes = sizesOf(product).filter(isSellable)
  const refusal = refusalOf(product)
  const to = productPath(product)
  const isOpening = useViewTransitionState(to)
  const [isNear, setIsNear] = useState(false) // from the first time on that the pointer or the focus is on the card
  const [isSwiped, setIsSwiped] = useState(false)
  const touchedAt = useRef(0)
  return (
    <article
      className="group relative flex flex-col [touch-action:pan-y_pinch-zoom]"
      onPointerEnter={() => setIsNear(true)}
      onFocus={() => setIsNear(true)}
      onTouchStart={({ touches }) => {
        touchedAt.current = touches[0]?.clientX ?? 0
      }}
      onTouchEnd={({ changedTouches }) => {
        const moved = (changedTouches[0]?.clientX ?? 0) - touchedAt.current
        if (Math.abs(moved) > minSwipePx) setIsSwiped(moved < 0)
      }}
    >
      <div className="relative overflow-hidden rounded-card border border-line bg-paper">
        <ProductPicture
          product={product}
          sizes={widths}
          priority={priority}
          className="card-picture"
          transitionName={isOpening ? `product-${_id}` : undefined}
        />
        {secondImage && (isNear || isSwiped) && (
          <ProductPicture
            product={{ image: secondImage, name: '' }}
            sizes={widths}
            className={`absolute inset-0 size-full object-cover transition-opacity ${isSwiped ? '' : hoverClassName}`}
          />
        )}
        {secondImage && (
          <span
            aria-hidden
            className="absolute inset-x-0 bottom-2 hidden justify-center gap-1.5 [@media(hover:none)]:flex"
          >
            {[false, true].map(second => (
              <span
                key={String(second)}
                className={`size-1.5 rounded-full border border-ink ${second === isSwiped ? 'bg-ink' : 'bg-paper'}`}
              />
            ))}
          </span>
        )}
        {refusal && <span className="absolute top-2 left-2 rounded-control bg-paper px-2 py-1 text-xs">{refusal}</span>}
        <WishlistButton product={product} className="absolute top-2 right-2 z-10" />
        <Sizes sizes={sizes} className={`absolute inset-x-0 bottom-0 bg-paper px-3 py-2 ${hoverClassName}`} />
      </div>
      <h3 className="mt-3 line-clamp-2 text-pretty pr-1 text-lg leading-snug">
        <Link
          to={to}
          state={{ product }}
          viewTransition
          className="after:absolute after:inset-0 group-hover:text-rosewood"
        >
          {name}
        </Link>
      </h3>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-1 gap-y-2">
        <div className="card-facts">
          <Price price={price} oldPrice={oldPrice} />
          <span className="flex min-h-4 flex-wrap items-center gap-x-3 gap-y-1">
            {rating > 0 && <Stars rating={rating} />}
            <ColorDots product={product} />
          </span>
          <Sizes sizes={sizes} className="hidden [@media(hover:none)]:block" />
        </div>
        <button
          type="button"
          aria-label={refusal ? `${name}: ${refusal}` : `Add ${name} to cart`}
          disabled={refusal !== undefined}
          aria-haspopup={sizes.length > 0 ? 'dialog' : undefined}
          onClick={() => addToCart(product)}
          className="card-button cart-button"
        >
          <Icon of={ShoppingBag} className="size-4.5" />
        </button>
      </div>
    </article>
  )
}

const Sizes = ({ sizes, className }: { sizes: ProductSize[]; className: string }) =>
  sizes.length > 0 && (
    <p className={`truncate text-stone text-xs tracking-normal [word-spacing:0.3em] ${className}`}>
      <span className="sr-only">Sizes: </span>
      {sizes.map(({ label }) => label).join(' ')}
    </p>
  )
