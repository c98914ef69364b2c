import { useRelatedProductsQuery } from './api.ts'
import { ProductGrid, ProductGridLoading } from './product-grid.tsx'

interface RelatedProductsProps {
  productId: string
  /** What stands above is still loading: these load as well, and appear after it, so that nothing moves. */
  isEarly: boolean
}

/** Products that match this one; renders nothing if there are none. */
export function RelatedProducts({ productId, isEarly }: RelatedProductsProps) {
  const { currentData: products, isFetching } = useRelatedProductsQuery(productId)
  if (isEarly) return null
  if (products ? products.length === 0 : !isFetching) return null
  return (
    <section aria-labelledby="related-title" className="mt-20 md:mt-28">
      <h2 id="related-title" className="mb-8 text-3xl">
        You may also like
      </h2>
      {products ? <ProductGrid wide products={products} /> : <ProductGridLoading wide count={4} />}
    </section>
  )
}
