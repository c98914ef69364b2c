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

export function ProductGrid({ products, wide, priority = 0 }: GridProps & { products: Product[]; priority?: number }) {
  return (
    <Grid wide={wide}>
      {products.map((product, index) => (
        <ProductCard key={product._id} product={product} priority={index < priority} />
      ))}
    </Grid>
  )
}

/** Placeholders of the cards' exact size, with a status for screen readers. */
export function ProductGridLoading({ wide, count }: GridProps & { count: number }) {
  const cards = Array.from({ length: count }, (_, index) => index)
  return (
    <div>
      <p role="status" className="sr-only">
        Loading
      </p>
      <Grid wide={wide}>
        {cards.map(card => (
          <div key={card} aria-hidden className="animate-pulse">
            <div className="aspect-4/5 rounded-card bg-line" />
            <div className="mt-4 h-5 w-3/4 rounded-control bg-line" />
            <div className="mt-3 h-4 w-1/3 rounded-control bg-line" />
            <div className="mt-2 h-4 w-1/4 rounded-control bg-line" />
          </div>
        ))}
      </Grid>
    </div>
  )
}

function Grid({ wide, children }: GridProps & { children: ReactNode }) {
  return <div className={wide ? columns.alone : columns.beside}>{children}</div>
}
