import { useSearchParams } from 'react-router'
import { canonicalPage, countedBy, readPageFilters, writeProductFilters } from '#domain/products/product.ts'
import { prefetch } from '../prefetch.ts'
import { productEndpoints, useCountProductsQuery, useListProductsQuery } from '../products/api.ts'
import { AppliedFilters } from '../products/filters/applied-filters.tsx'
import { Filters } from '../products/filters/filters.tsx'
import { SortField } from '../products/filters/sort-field.tsx'
import { ProductResults } from '../products/product-results.tsx'
import { useShop } from '../settings/api.ts'
import { button } from '../ui/form/button.ts'
import { Link } from '../ui/link.tsx'
import { PageHead } from '../ui/page-head.tsx'
import type { Route } from './+types/shop'

const path = '/shop'

const filtersFrom = (search: URLSearchParams) => readPageFilters({ ...Object.fromEntries(search), q: '' })

export const loader = ({ context, request }: Route.LoaderArgs) => {
  const filters = filtersFrom(new URL(request.url).searchParams)
  return prefetch(
    context,
    [productEndpoints.listProducts, filters],
    [productEndpoints.countProducts, countedBy(filters)],
  )
}

export const clientLoader = () => null

export default function Shop() {
  const [search] = useSearchParams()
  const filters = filtersFrom(search)
  const results = useListProductsQuery(filters)
  const { delivery } = useShop()
  const { data: counts } = useCountProductsQuery(countedBy(filters))
  return (
    <div className="container-page py-10 md:py-14">
      <PageHead
        title="Shop"
        description={`Everything in the window: dresses, accessories, jewellery and cosmetics${delivery.isFree ? ', with free delivery' : ''}.`}
        path={
          path + writeProductFilters({ ...filters, sort: undefined, limit: undefined, page: canonicalPage(filters) })
        }
      />
      <h1 className="text-4xl md:text-5xl">Shop</h1>
      <div className="mt-8 grid gap-8 lg:grid-cols-[13rem_1fr] lg:gap-12">
        <Filters path={path} filters={filters} counts={counts} />
        <ProductResults
          results={results}
          filters={filters}
          path={path}
          controls={<SortField path={path} filters={filters} />}
          whenEmpty={
            search.size > 0 && (
              <Link to={path} className={button.quiet}>
                See all products
              </Link>
            )
          }
        >
          <AppliedFilters path={path} filters={filters} />
        </ProductResults>
      </div>
    </div>
  )
}
