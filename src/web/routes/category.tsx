import { data, Navigate, redirect, useLocation, useSearchParams } from 'react-router'
import { countedBy, pageSizes, readProductFilters, writeProductFilters } from '#domain/products/product.ts'
import type { ShownCategory } from '#domain/settings/shown.ts'
import { MissingPage } from '../layout/missing-page.tsx'
import { prefetch, storeContext } from '../prefetch.ts'
import { productEndpoints, useCountProductsQuery, useListProductsQuery } from '../products/api.ts'
import { AppliedFilters } from '../products/filters/applied-filters.tsx'
import { SizeChoices } from '../products/filters/size-choices.tsx'
import { SortField } from '../products/filters/sort-field.tsx'
import { ProductResults } from '../products/product-results.tsx'
import { settingsEndpoints, useShop } from '../settings/api.ts'
import { Breadcrumb } from '../ui/breadcrumb.tsx'
import { button } from '../ui/form/button.ts'
import { Link } from '../ui/link.tsx'
import { PageHead } from '../ui/page-head.tsx'
import type { Route } from './+types/category'

/** The category of an address, also of a former one, which is not its own. */
function categoryAt(categories: readonly ShownCategory[], name: string): ShownCategory | undefined {
  const address = name.toLowerCase()
  return categories.find(each => each.address === address) ?? categories.find(({ former }) => former.includes(address))
}

const filtersFrom = (category: string, search: URLSearchParams) =>
  readProductFilters({
    ...Object.fromEntries(search),
    category,
    color: '',
    minPrice: '',
    maxPrice: '',
    limit: pageSizes.shop,
    ids: '',
    q: '',
  })

export const loader = async ({ context, params, request }: Route.LoaderArgs) => {
  const { data: shop } = await context.get(storeContext).dispatch(settingsEndpoints.shopFrame.initiate())
  const category = categoryAt(shop?.categories ?? [], params.categoryName)
  if (!category) return data(null, { status: 404 })
  const { search, searchParams } = new URL(request.url)
  if (category.former.includes(params.categoryName.toLowerCase()))
    throw redirect(`/categories/${category.address}${search}`, 301)
  const filters = filtersFrom(category.address, searchParams)
  return prefetch(
    context,
    [productEndpoints.listProducts, filters],
    [productEndpoints.countProducts, countedBy(filters)],
  )
}

export const clientLoader = () => null

export default function CategoryPage({ params }: Route.ComponentProps) {
  const { categories } = useShop()
  const { search } = useLocation()
  const category = categoryAt(categories, params.categoryName)
  if (!category) return <MissingPage />
  if (category.former.includes(params.categoryName.toLowerCase()))
    return <Navigate to={`/categories/${category.address}${search}`} replace />
  return <Category {...category} />
}

function Category({ address, name, words }: ShownCategory) {
  const [search] = useSearchParams()
  const filters = filtersFrom(address, search)
  const results = useListProductsQuery(filters)
  const { data: counts } = useCountProductsQuery(countedBy(filters))
  const path = `/categories/${address}`
  const { page } = filters
  const withoutCategory = { ...filters, category: undefined }
  return (
    <div className="container-page py-6 md:py-10">
      <PageHead title={name} description={words || name} path={path + writeProductFilters({ page })} />
      <Breadcrumb
        trail={[
          { name: 'Home', path: '/' },
          { name: 'Shop', path: '/shop' },
          { name, path },
        ]}
      />
      <h1 className="text-4xl md:text-5xl">{name}</h1>
      <p className="mt-4 mb-10 max-w-prose text-stone leading-relaxed">{words}</p>
      <ProductResults
        wide
        results={results}
        path={path}
        filters={withoutCategory}
        controls={<SortField path={path} filters={withoutCategory} />}
        whenEmpty={
          <Link to="/shop" className={button.quiet}>
            See all products
          </Link>
        }
      >
        <SizeChoices path={path} filters={withoutCategory} counts={counts?.size ?? {}} className="mb-6 max-w-2xl" />
        <AppliedFilters path={path} filters={withoutCategory} />
      </ProductResults>
    </div>
  )
}
