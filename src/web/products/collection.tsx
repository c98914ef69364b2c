import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import {
  canonicalPage,
  countedBy,
  type ProductFilters,
  readPageFilters,
  writeProductFilters,
} from '#domain/products/product.ts'
import { Breadcrumb } from '../ui/breadcrumb.tsx'
import { button } from '../ui/form/button.ts'
import { Link } from '../ui/link.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { productEndpoints, useCountProductsQuery, useListProductsQuery } from './api.ts'
import { AppliedFilters } from './filters/applied-filters.tsx'
import { SizeChoices } from './filters/size-choices.tsx'
import { SortField } from './filters/sort-field.tsx'
import { ProductResults } from './product-results.tsx'

/** What makes a collection; its visitors choose sizes, the order and the page. */
type Chosen = Pick<ProductFilters, 'category' | 'sale' | 'collection'>

export const collectionFilters = ({ category, sale, collection }: Chosen, search: URLSearchParams): ProductFilters => ({
  ...readPageFilters({ ...Object.fromEntries(search), color: '', minPrice: '', maxPrice: '', q: '' }),
  category,
  sale,
  ...(collection && { collection }),
})

/** The queries of a collection, for `prefetch`. */
export const collectionQueries = (filters: ProductFilters) =>
  [
    [productEndpoints.listProducts, filters],
    [productEndpoints.countProducts, countedBy(filters)],
  ] as const

interface CollectionProps {
  title: string
  words: string
  path: string
  chosen: Chosen
  /** What the order without a choice is called. */
  firstOrder?: string
  /** Above the title. */
  picture?: ReactNode
  /** Replaces the usual words when the collection itself is empty. */
  whenEmpty?: string
}

/** The page of a collection: a category, what is on sale, or what the owner shows together. */
export function Collection({ title, words, path, chosen, firstOrder, picture, whenEmpty }: CollectionProps) {
  const [search] = useSearchParams()
  const filters = collectionFilters(chosen, search)
  const results = useListProductsQuery(filters)
  const { data: counts } = useCountProductsQuery(countedBy(filters))
  const own = { ...filters, category: undefined, sale: undefined, collection: undefined }
  const isNarrowed = writeProductFilters({ ...own, sort: undefined, limit: undefined, page: 1 }) !== ''
  return (
    <div className="container-page py-6 md:py-10">
      <PageHead
        title={title}
        description={words || title}
        path={path + writeProductFilters({ page: canonicalPage(filters) })}
      />
      <Breadcrumb
        trail={[
          { name: 'Home', path: '/' },
          { name: 'Shop', path: '/shop' },
          { name: title, path },
        ]}
      />
      {picture}
      <h1 className="text-4xl [overflow-wrap:anywhere] md:text-5xl">{title}</h1>
      <p className="mt-4 mb-10 max-w-prose text-stone leading-relaxed">{words}</p>
      <ProductResults
        wide
        results={results}
        path={path}
        filters={own}
        controls={<SortField path={path} filters={own} first={firstOrder} />}
        emptyWords={isNarrowed ? undefined : whenEmpty}
        whenEmpty={
          <Link to="/shop" className={button.quiet}>
            See all products
          </Link>
        }
      >
        <SizeChoices path={path} filters={own} counts={counts?.size ?? {}} className="mb-6 max-w-2xl" />
        <AppliedFilters path={path} filters={own} />
      </ProductResults>
    </div>
  )
}
