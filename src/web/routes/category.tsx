import { data } from 'react-router'
import { categories } from '#domain/products/product.ts'
import { MissingPage } from '../layout/missing-page.tsx'
import { prefetch } from '../prefetch.ts'
import { Collection, collectionFilters, collectionQueries } from '../products/collection.tsx'
import { title } from '../products/filters/filter-values.ts'
import type { Route } from './+types/category'

const words: Record<string, string> = {
  accessories:
    'Bags, belts, hats and scarves, made to be used every day and to outlast the season they were bought in.',
  dress: 'Silk, wool, linen and velvet, cut to be worn for years: dresses for mornings, offices and late evenings.',
  jewellery: 'Gold, silver, pearls and stones in quiet settings, for wearing every day rather than for a safe.',
  cosmetics: 'A few colours, a few creams and two perfumes: what a face needs, and nothing that it does not.',
}

const categoryOf = (name: string) => categories.find(each => each === name.toLowerCase())

export const loader = ({ context, params, request }: Route.LoaderArgs) => {
  const category = categoryOf(params.categoryName)
  if (!category) return data(null, { status: 404 })
  return prefetch(context, ...collectionQueries(collectionFilters({ category }, new URL(request.url).searchParams)))
}

export const clientLoader = () => null

export default function CategoryPage({ params }: Route.ComponentProps) {
  const category = categoryOf(params.categoryName)
  if (!category) return <MissingPage />
  const name = title(category)
  return (
    <Collection title={name} words={words[category] ?? name} path={`/categories/${category}`} chosen={{ category }} />
  )
}
