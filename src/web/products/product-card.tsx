import { ShoppingBag } from 'lucide'
import { useViewTransitionState } from 'react-router'
import { type Product, productPath } from '#domain/products/product.ts'
import { useAddToCart } from '../cart/add-to-cart.tsx'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import { Stars } from '../ui/stars.tsx'
import { Price } from './price.tsx'
import { ProductPicture } from './product-picture.tsx'

const sizes = '(width >= 105rem) 21rem, (width >= 64rem) 18rem, (width >= 48rem) 30vw, 46vw'

interface ProductCardProps {
  product: Product
  /** One of the first cards of the page, whose picture loads first. */
  priority?: boolean
}

export function ProductCard({ product, priority }: ProductCardProps) {
  const addToCart = useAddToCart()
  const { _id, name, price, oldPrice, rating } = product
  const to = productPath(product)
  const isOpening = useViewTransitionState(to)
  return (
    <article className="group relative flex flex-col">
      <div className="overflow-hidden rounded-card border border-line bg-paper">
        <ProductPicture
          product={product}
          sizes={sizes}
          priority={priority}
          className="aspect-4/5 w-full object-cover transition-transform duration-200 ease-out group-hover:scale-[1.02]"
          transitionName={isOpening ? `product-${_id}` : undefined}
        />
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
          <span className="min-h-4">{rating > 0 && <Stars rating={rating} />}</span>
        </div>
        <button
          type="button"
          aria-label={`Add ${name} to cart`}
          onClick={() => addToCart(product)}
          className="relative z-10 ml-auto inline-flex size-[clamp(44px,2.75rem,12vw)] shrink-0 items-center justify-center rounded-full border border-line bg-paper transition-colors duration-150 hover:border-wine hover:bg-wine hover:text-on-wine forced-colors:hover:forced-color-adjust-none noscript:hidden"
        >
          <Icon of={ShoppingBag} className="size-4.5" />
        </button>
      </div>
    </article>
  )
}
