import { data, useSearchParams } from 'react-router'
import { categories, countedBy, pageSizes, readProductFilters, writeProductFilters } from '#domain/products/product.ts'
import { MissingPage } from '../layout/missing-page.tsx'
import { prefetch } from '../prefetch.ts'
import { productEndpoints, useCountProductsQuery, useListProductsQuery } from '../products/api.ts'
import { AppliedFilters } from '../products/filters/applied-filters.tsx'
import { title } from '../products/filters/filter-values.ts'
import { SizeChoices } from '../products/filters/size-choices.tsx'
import { SortField } from '../products/filters/sort-field.tsx'
import { ProductResults } from '../products/product-results.tsx'
import { Breadcrumb } from '../ui/breadcrumb.tsx'
import { button } from '../ui/form/button.ts'
import { Link } from '../ui/link.tsx'
import { PageHead } from '../ui/page-head.tsx'
import type { Route } from './+types/category'

const words: Record<string, string> = {
  accessories:
    'Bags, belts, hats and scarves, made to be used every day and to outlast the season they were bought in.',
  dress: 'Silk, wool, linen and velvet, cut to be worn for years: dresses for mornings, offices and late evenings.',
  jewellery: 'Gold, silver, pearls and stones in quiet settings, for wearing every day rather than for a safe.',
  cosmetics: 'A few colours, a few creams and two perfumes: what a face needs, and nothing that it does not.',
}

const categoryOf = (name: string) => categories.find(each => each === name.toLowerCase())

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

export const loader = ({ context, params, request }: Route.LoaderArgs) => {
  const category = categoryOf(params.categoryName)
  if (!category) return data(null, { status: 404 })
  const filters = filtersFrom(category, new URL(request.url).searchParams)
  return prefetch(
    context,
    [productEndpoints.listProducts, filters],
    [productEndpoints.countProducts, countedBy(filters)],
  )
}

export const clientLoader = () => null

export default function CategoryPage({ params }: Route.ComponentProps) {
  const category = categoryOf(params.categoryName)
  return category ? <Category category={category} /> : <MissingPage />
}

function Category({ category }: { category: string }) {
  const [search] = useSearchParams()
  const filters = filtersFrom(category, search)
  const results = useListProductsQuery(filters)
  const { data: counts } = useCountProductsQuery(countedBy(filters))
  const name = title(category)
  const path = `/categories/${category}`
  const { page } = filters
  const withoutCategory = { ...filters, category: undefined }
  return (
    <div className="container-page py-6 md:py-10">
      <PageHead title={name} description={words[category] ?? name} path={path + writeProductFilters({ page })} />
      <Breadcrumb
        trail={[
          { name: 'Home', path: '/' },
          { name: 'Shop', path: '/shop' },
          { name, path },
        ]}
      />
      <h1 className="text-4xl md:text-5xl">{name}</h1>
      <p className="mt-4 mb-10 max-w-prose text-stone leading-relaxed">{words[category]}</p>
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
