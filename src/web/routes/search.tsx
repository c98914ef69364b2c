import { useSearchParams } from 'react-router'
import { countedBy, type ProductFilters, readPageFilters, writeProductFilters } from '#domain/products/product.ts'
import { prefetch } from '../prefetch.ts'
import { productEndpoints, useListProductsQuery } from '../products/api.ts'
import { AppliedFilters } from '../products/filters/applied-filters.tsx'
import { Filters } from '../products/filters/filters.tsx'
import { SortField } from '../products/filters/sort-field.tsx'
import { ProductGrid } from '../products/product-grid.tsx'
import { ProductResults } from '../products/product-results.tsx'
import { cleanWords, searchEndpoints, useCountSearchedQuery, useSearchQuery } from '../search/api.ts'
import { CategoryLinks } from '../search/category-links.tsx'
import { NothingFound } from '../search/nothing-found.tsx'
import { SearchForm } from '../search/search-form.tsx'
import { useShop } from '../settings/api.ts'
import { button } from '../ui/form/button.ts'
import { Link } from '../ui/link.tsx'
import { PageHead } from '../ui/page-head.tsx'
import type { Route } from './+types/search'

const path = '/search'
const someProducts = { limit: 4 }

const filtersFrom = (search: URLSearchParams) =>
  readPageFilters({ ...Object.fromEntries(search), q: cleanWords(search.get('q') ?? '') })

export const loader = ({ context, request }: Route.LoaderArgs) => {
  const filters = filtersFrom(new URL(request.url).searchParams)
  if (!filters.q) return prefetch(context, [productEndpoints.listProducts, someProducts])
  return prefetch(
    context,
    [searchEndpoints.search, filters],
    [searchEndpoints.countSearched, { ...countedBy(filters), q: filters.q }],
  )
}

export const clientLoader = () => null

export default function Search() {
  const { name } = useShop()
  const [search] = useSearchParams()
  const filters = filtersFrom(search)
  const { q } = filters
  return (
    <div className="container-page py-10 md:py-14">
      <PageHead
        title={q ? `Search: ${q}` : 'Search'}
        description={`Search the dresses, accessories, jewellery and cosmetics of ${name}.`}
        path={path}
      />
      {/* otherwise a link could show anybody's text in search engines under the shop's name */}
      {q && <meta name="robots" content="noindex" />}
      <h1 className="text-4xl md:text-5xl">{q ? `“${q}”` : 'Search'}</h1>
      <SearchForm q={q ?? ''} />
      {q ? <Results q={q} filters={filters} /> : <Start />}
    </div>
  )
}

function Results({ q, filters }: { q: string; filters: ProductFilters }) {
  const results = useSearchQuery(filters)
  const { data: counts } = useCountSearchedQuery({ ...countedBy(filters), q })
  const { currentData: answer } = results
  const all = writeProductFilters({ q })
  const isFiltered = writeProductFilters({ ...filters, page: 1, limit: undefined, sort: undefined }) !== all
  if (answer?.totalProducts === 0 && !isFiltered) return <NothingFound suggestions={answer.suggestions ?? []} />
  return (
    <>
      {answer?.corrected && (
        <p className="mt-6 text-stone">
          These are the products for “{answer.corrected}”; “{q}” itself is in none of them.
        </p>
      )}
      <div className="mt-8 grid gap-8 lg:grid-cols-[13rem_1fr] lg:gap-12">
        <Filters path={path} filters={filters} counts={counts?.isMore ? undefined : counts} />
        <ProductResults
          results={results}
          filters={filters}
          path={path}
          controls={<SortField path={path} filters={filters} first="Best match" />}
          whenEmpty={
            <Link to={path + all} className={button.quiet}>
              Show all for “{q}”
            </Link>
          }
        >
          <AppliedFilters path={path} filters={filters} />
        </ProductResults>
      </div>
    </>
  )
}

function Start() {
  const { data } = useListProductsQuery(someProducts)
  return (
    <>
      <div className="mt-10">
        <h2 className="eyebrow mb-3 font-normal font-sans">Look around</h2>
        <CategoryLinks />
      </div>
      {data && data.products.length > 0 && (
        <div className="mt-14">
          <h2 className="mb-6 text-2xl">New in the window</h2>
          <ProductGrid wide products={data.products} />
        </div>
      )}
    </>
  )
}
