import { Link, useSearchParams } from 'react-router'
import { pageSizes, readProductFilters } from '#domain/product.ts'
import { prefetch } from '../prefetch.ts'
import { productEndpoints, useListProductsQuery } from '../products/api.ts'
import { Filters } from '../products/filters.tsx'
import { ProductResults } from '../products/product-results.tsx'
import { button } from '../ui/button.ts'
import { PageTitle } from '../ui/page-title.tsx'
import type { Route } from './+types/shop'

const filtersFrom = (search: URLSearchParams) =>
  readProductFilters({ ...Object.fromEntries(search), limit: pageSizes.shop, ids: '' })

export const loader = ({ context, request }: Route.LoaderArgs) =>
  prefetch(context, productEndpoints.listProducts.initiate(filtersFrom(new URL(request.url).searchParams)))

export const clientLoader = () => null

export default function Shop() {
  const [search, setSearch] = useSearchParams()
  const filters = filtersFrom(search)
  const results = useListProductsQuery(filters)

  function change(params: Record<string, string>) {
    const next = new URLSearchParams(search)
    next.delete('page')
    for (const [name, value] of Object.entries(params)) value ? next.set(name, value) : next.delete(name)
    setSearch(next, { preventScrollReset: true })
  }

  function addressOf(page: number) {
    const next = new URLSearchParams(search)
    next.set('page', String(page))
    return `?${next}`
  }

  return (
    <div className="container-page py-10 md:py-14">
      <PageTitle description="Everything in the window: dresses, accessories, jewellery and cosmetics.">Shop</PageTitle>
      <h1 className="text-4xl md:text-5xl">Shop</h1>
      <div className="mt-8 grid gap-8 lg:grid-cols-[13rem_1fr] lg:gap-12">
        <Filters filters={filters} onChange={change} onClear={() => setSearch({}, { preventScrollReset: true })} />
        <ProductResults
          results={results}
          page={filters.page}
          limit={filters.limit}
          addressOf={addressOf}
          whenEmpty={
            search.size > 0 && (
              <Link to="/shop" className={button.quiet}>
                See all products
              </Link>
            )
          }
        />
      </div>
    </div>
  )
}
