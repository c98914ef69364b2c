import type { ReactNode } from 'react'
import {
  type ProductFilters,
  type ProductList,
  pageSizes,
  shownRange,
  writeProductFilters,
} from '#domain/products/product.ts'
import { Failure, Notice } from '../ui/feedback/notice.tsx'
import { PageSizeLinks } from '../ui/list/page-size-links.tsx'
import { Pagination } from '../ui/list/pagination.tsx'
import { useNoteSizes } from './filters/use-note-sizes.ts'
import { OwnSizesSwitch } from './own-sizes/own-sizes-switch.tsx'
import { ProductGrid, ProductGridLoading } from './product-grid.tsx'

interface ProductResultsProps {
  results: {
    currentData?: ProductList & { isMore?: boolean }
    isError: boolean
    isFetching: boolean
    refetch: () => void
  }
  /** The path of the list and its filters. */
  path: string
  filters: ProductFilters
  wide?: boolean
  /** Beside the line with the number of products, unless the list is empty. */
  controls?: ReactNode
  /** Said when there are no products at all. */
  emptyWords?: string
  /** The next steps when the list is empty. */
  whenEmpty?: ReactNode
  /** Shown above the list in each of its states. */
  children?: ReactNode
}

const nothingFound = 'Not products found'

/** One page of a product list in each of its states: loading, failed, empty, full. */
export function ProductResults({
  results,
  path,
  filters,
  wide,
  controls,
  emptyWords = nothingFound,
  whenEmpty,
  children,
}: ProductResultsProps) {
  const { currentData: list, isError, isFetching, refetch } = results
  const { page, limit } = filters
  useNoteSizes(filters, list)
  const { from, to } = shownRange(page, limit, list?.totalProducts ?? 0)
  return (
    <div>
      <h2 className="sr-only">Products</h2>
      {children}
      {isError && !isFetching && !list ? (
        <Failure onRetry={refetch}>Error to load products</Failure>
      ) : (
        <>
          <div className="mb-6 flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-1">
            <p role="status" className="text-sm text-stone tabular-nums max-sm:w-full">
              {list && `Showing ${from} to ${to} of ${list.isMore ? 'more than ' : ''}${list.totalProducts} products`}
            </p>
            <OwnSizesSwitch path={path} filters={filters} />
            {list?.products.length !== 0 && controls}
          </div>
          {!list ? (
            <ProductGridLoading wide={wide} count={limit} />
          ) : list.products.length === 0 ? (
            <Notice action={whenEmpty}>
              {list.totalProducts === 0 ? emptyWords : nothingFound}
              <meta name="robots" content="noindex" />
            </Notice>
          ) : (
            <ProductGrid wide={wide} products={list.products} priority={2} />
          )}
          {list && (
            <div className="mt-14">
              <Pagination
                page={page}
                totalPages={list.totalPages}
                to={each => path + writeProductFilters({ ...filters, page: each })}
              />
              {list.totalProducts > pageSizes.shop && (
                <div className="mt-4 flex justify-center">
                  <PageSizeLinks
                    noun="Products"
                    sizes={[pageSizes.shop, pageSizes.large]}
                    current={limit}
                    to={size => path + writeProductFilters({ ...filters, limit: size, page: 1 })}
                  />
                </div>
              )}
            </div>
          )}
        </>
      )}
    </div>
  )
}
