import type { Product } from '#domain/products/product.ts'
import { useListProductsQuery, useRelatedProductsQuery } from './api.ts'
import { ProductGrid, ProductGridLoading } from './product-grid.tsx'

interface RelatedProductsProps {
  productId: string
  /** What stands above is still loading: these load as well, and appear after it, so that nothing moves. */
  isEarly: boolean
}

/** Products that match this one; renders nothing if there are none. */
export function RelatedProducts({ productId, isEarly }: RelatedProductsProps) {
  const { currentData, isFetching } = useRelatedProductsQuery(productId)
  if (isEarly) return null
  return <Section title="You may also like" products={currentData} awaited={isFetching ? 4 : 0} />
}

/** The products on sale with which the owner completes the look of this one, in their order. */
export function Look({ ids }: { ids: string[] }) {
  const { currentData, isFetching } = useListProductsQuery({ ids })
  const products = currentData?.products.toSorted((a, b) => ids.indexOf(a._id) - ids.indexOf(b._id))
  return <Section title="Complete the look" products={products} awaited={isFetching ? ids.length : 0} />
}

interface SectionProps {
  title: string
  products: Product[] | undefined
  /** How many are still loading. */
  awaited: number
}

function Section({ title, products, awaited }: SectionProps) {
  if (!(products ? products.length : awaited)) return null
  return (
    <section aria-label={title} className="mt-20 md:mt-28">
      <h2 className="mb-8 text-3xl">{title}</h2>
      {products ? <ProductGrid wide products={products} /> : <ProductGridLoading wide count={awaited} />}
    </section>
  )
}
