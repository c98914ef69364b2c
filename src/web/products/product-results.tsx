import type { ReactNode } from 'react'
import { shownRange } from '#domain/product.ts'
import { Failure, Notice } from '../ui/notice.tsx'
import { Pagination } from '../ui/pagination.tsx'
import type { useListProductsQuery } from './api.ts'
import { ProductGrid, ProductGridLoading } from './product-grid.tsx'

interface ProductResultsProps {
  results: ReturnType<typeof useListProductsQuery>
  page: number
  limit: number
  addressOf: (page: number) => string
  wide?: boolean
  /** What to do next when nothing is found. */
  whenEmpty?: ReactNode
}

/** One page of a product list in each of its states: loading, failed, empty, full. */
export function ProductResults({ results, page, limit, addressOf, wide, whenEmpty }: ProductResultsProps) {
  const { currentData: list, isError, isFetching, refetch } = results
  if (!list) {
    if (isError && !isFetching) return <Failure onRetry={refetch}>Error to load products</Failure>
    return <ProductGridLoading wide={wide} count={limit} />
  }
  const { from, to } = shownRange(page, limit, list.totalProducts)
  return (
    <div>
      <h2 className="sr-only">Products</h2>
      <p role="status" className="mb-6 text-sm text-stone tabular-nums">
        Showing {from} to {to} of {list.totalProducts} products
      </p>
      {list.products.length === 0 ? (
        <Notice action={whenEmpty}>Not products found</Notice>
      ) : (
        <ProductGrid wide={wide} products={list.products} priority={2} />
      )}
      <div className="mt-14">
        <Pagination page={page} totalPages={list.totalPages} to={addressOf} />
      </div>
    </div>
  )
}
