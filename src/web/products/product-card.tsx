import { ShoppingBag } from 'lucide'
import { useState } from 'react'
import { useViewTransitionState } from 'react-router'
import { type Product, productPath } from '#domain/products/product.ts'
import { useAddToCart } from '../cart/add-to-cart.tsx'
import { sizesOf } from '../cart/sizes-of.ts'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import { Stars } from '../ui/stars.tsx'
import { ColorDots } from './color-dots.tsx'
import { Price } from './price.tsx'
import { ProductPicture } from './product-picture.tsx'

const widths = '(width >= 105rem) 21rem, (width >= 64rem) 18rem, (width >= 48rem) 30vw, 46vw'

/** For what appears while the pointer or the focus is on a card. Touch screens do not load hidden pictures. */
const hoverClassName =
  'opacity-0 group-hover:opacity-100 group-has-focus-visible:opacity-100 [@media(hover:none)]:hidden'

interface ProductCardProps {
  product: Product
  /** One of the first cards of the page, whose picture loads first. */
  priority?: boolean
}

export function ProductCard({ product, priority }: ProductCardProps) {
  const addToCart = useAddToCart()
  const { _id, name, price, oldPrice, rating, secondImage } = product
  const sizes = sizesOf(product)
  const to = productPath(product)
  const isOpening = useViewTransitionState(to)
  const [isNear, setIsNear] = useState(false) // from the first time on that the pointer or the focus is on the card
  return (
    <article
      className="group relative flex flex-col"
      onPointerEnter={() => setIsNear(true)}
      onFocus={() => setIsNear(true)}
    >
      <div className="relative overflow-hidden rounded-card border border-line bg-paper">
        <ProductPicture
          product={product}
          sizes={widths}
          priority={priority}
          className="aspect-4/5 w-full object-cover transition-transform duration-200 ease-out group-hover:scale-[1.02]"
          transitionName={isOpening ? `product-${_id}` : undefined}
        />
        {isNear && secondImage && (
          <ProductPicture
            product={{ image: secondImage, name: '' }}
            sizes={widths}
            className={`absolute inset-0 size-full object-cover transition-opacity ${hoverClassName}`}
          />
        )}
        {sizes.length > 0 && (
          <p className={`absolute inset-x-0 bottom-0 truncate bg-paper px-3 py-2 text-stone text-xs ${hoverClassName}`}>
            <span className="sr-only">Sizes: </span>
            {sizes.map(({ label }) => label).join(' ')}
          </p>
        )}
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
        <div className="flex min-w-0 flex-1 basis-19 flex-col gap-1 text-[0.8125rem] tracking-tight sm:text-sm sm:tracking-normal">
          <Price price={price} oldPrice={oldPrice} />
          <span className="flex min-h-4 flex-wrap items-center gap-x-3 gap-y-1">
            {rating > 0 && <Stars rating={rating} />}
            <ColorDots product={product} />
          </span>
        </div>
        <button
          type="button"
          aria-label={`Add ${name} to cart`}
          aria-haspopup={sizes.length > 0 ? 'dialog' : undefined}
          onClick={() => addToCart(product)}
          className="relative z-10 ml-auto inline-flex size-[clamp(44px,2.75rem,12vw)] shrink-0 items-center justify-center rounded-full border border-line bg-paper transition-colors duration-150 hover:border-wine hover:bg-wine hover:text-on-wine forced-colors:hover:forced-color-adjust-none noscript:hidden"
        >
          <Icon of={ShoppingBag} className="size-4.5" />
        </button>
      </div>
    </article>
  )
}
