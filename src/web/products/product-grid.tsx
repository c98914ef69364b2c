import type { ReactNode } from 'react'
import type { Product } from '#domain/products/product.ts'
import { ProductCard } from './product-card.tsx'

const columns = {
  alone: 'grid-pair gap-x-4 gap-y-10 md:grid-cols-4 md:gap-x-6',
  beside: 'grid-pair gap-x-4 gap-y-10 md:grid-cols-4 md:gap-x-6 lg:grid-cols-3 xl:grid-cols-4',
}

interface GridProps {
  wide?: boolean
}

interface ProductGridProps extends GridProps {
  products: Product[]
  /** How many of the first cards load their picture first. */
  priority?: number
  /** How many more products are loading: placeholders reserve their room. */
  awaited?: number
}

export function ProductGrid({ products, wide, priority = 0, awaited = 0 }: ProductGridProps) {
  return (
    <Grid wide={wide}>
      {products.map((product, index) => (
        <ProductCard key={product._id} product={product} priority={index < priority} />
      ))}
      <Placeholders count={awaited} />
    </Grid>
  )
}

/** Placeholders instead of cards, with a status for screen readers. */
export function ProductGridLoading({ wide, count }: GridProps & { count: number }) {
  return (
    <div>
      <p role="status" className="sr-only">
        Loading
      </p>
      <Grid wide={wide}>
        <Placeholders count={count} />
      </Grid>
    </div>
  )
}

/** Each has the size of a card whose name fits on one line. */
function Placeholders({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => index).map(card => (
    <div key={card} aria-hidden className="animate-pulse">
      <div className="rounded-card border border-line">
        <div className="aspect-4/5 bg-line" />
      </div>
      <div className="mt-3 text-lg leading-snug">
        <span className="inline-block h-4 w-3/4 rounded-control bg-line" />
      </div>
      <div className="mt-1 flex h-11 flex-col justify-center gap-2">
        <div className="h-3.5 w-1/3 rounded-control bg-line" />
        <div className="h-3.5 w-1/4 rounded-control bg-line" />
      </div>
    </div>
  ))
}

function Grid({ wide, children }: GridProps & { children: ReactNode }) {
  return <div className={wide ? columns.alone : columns.beside}>{children}</div>
}
