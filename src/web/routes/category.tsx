import { Link, useSearchParams } from 'react-router'
import { pageSizes, readProductFilters } from '#domain/product.ts'
import { prefetch } from '../prefetch.ts'
import { productEndpoints, useListProductsQuery } from '../products/api.ts'
import { ProductResults } from '../products/product-results.tsx'
import { button } from '../ui/button.ts'
import { PageTitle } from '../ui/page-title.tsx'
import type { Route } from './+types/category'

const filtersFrom = (categoryName: string, search: URLSearchParams) =>
  readProductFilters({ category: categoryName.toLowerCase(), page: search.get('page'), limit: pageSizes.shop })

export const loader = ({ context, params, request }: Route.LoaderArgs) =>
  prefetch(
    context,
    productEndpoints.listProducts.initiate(filtersFrom(params.categoryName, new URL(request.url).searchParams)),
  )

export const clientLoader = () => null

export default function Category({ params }: Route.ComponentProps) {
  const [search] = useSearchParams()
  const filters = filtersFrom(params.categoryName, search)
  const results = useListProductsQuery(filters)
  const name = params.categoryName.toLowerCase()
  const title = name.charAt(0).toUpperCase() + name.slice(1)
  return (
    <div className="container-page py-10 md:py-14">
      <PageTitle>{title}</PageTitle>
      <h1 className="mb-8 text-4xl md:text-5xl">{title}</h1>
      <ProductResults
        wide
        results={results}
        page={filters.page}
        limit={filters.limit}
        addressOf={page => `?page=${page}`}
        whenEmpty={
          <Link to="/shop" className={button.quiet}>
            See all products
          </Link>
        }
      />
    </div>
  )
}
