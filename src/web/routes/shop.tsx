import { Navigate, redirect, useSearchParams } from 'react-router'
import {
  canonicalPage,
  countedBy,
  type ProductFilters,
  readPageFilters,
  writeProductFilters,
} from '#domain/products/product.ts'
import type { ShownCategory } from '#domain/settings/shown.ts'
import { prefetch, storeContext } from '../prefetch.ts'
import { productEndpoints, useCountProductsQuery, useListProductsQuery } from '../products/api.ts'
import { AppliedFilters } from '../products/filters/applied-filters.tsx'
import { Filters } from '../products/filters/filters.tsx'
import { SortField } from '../products/filters/sort-field.tsx'
import { ProductResults } from '../products/product-results.tsx'
import { settingsEndpoints, useShop } from '../settings/api.ts'
import { categoryAt, isFormer } from '../settings/category-at.ts'
import { button } from '../ui/form/button.ts'
import { Link } from '../ui/link.tsx'
import { PageHead } from '../ui/page-head.tsx'
import type { Route } from './+types/shop'

const path = '/shop'

const filtersFrom = (search: URLSearchParams) => readPageFilters({ ...Object.fromEntries(search), q: '' })

/** Where a list of a category leads whose address is a former one: menus, banners and other sites name it. */
function movedTo(categories: readonly ShownCategory[], search: URLSearchParams): string | undefined {
  const named = search.get('category') ?? ''
  const category = categoryAt(categories, named)
  if (!category || !isFormer(category, named)) return undefined
  return `${path}?${new URLSearchParams({ ...Object.fromEntries(search), category: category.address })}`
}

export const loader = async ({ context, request }: Route.LoaderArgs) => {
  const { searchParams } = new URL(request.url)
  if (searchParams.has('category')) {
    const { data: shop } = await context.get(storeContext).dispatch(settingsEndpoints.shopFrame.initiate())
    const present = movedTo(shop?.categories ?? [], searchParams)
    if (present) throw redirect(present, 301)
  }
  const filters = filtersFrom(searchParams)
  return prefetch(
    context,
    [productEndpoints.listProducts, filters],
    [productEndpoints.countProducts, countedBy(filters)],
  )
}

export const clientLoader = () => null

export default function Shop() {
  const [search] = useSearchParams()
  const { categories } = useShop()
  const present = movedTo(categories, search)
  if (present) return <Navigate to={present} replace />
  return <Products filters={filtersFrom(search)} isFiltered={search.size > 0} />
}

function Products({ filters, isFiltered }: { filters: ProductFilters; isFiltered: boolean }) {
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
            isFiltered && (
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
