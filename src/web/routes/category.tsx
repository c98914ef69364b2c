import { data, Navigate, redirect, useLocation } from 'react-router'
import type { ShownCategory } from '#domain/settings/shown.ts'
import { MissingPage } from '../layout/missing-page.tsx'
import { prefetch, storeContext } from '../prefetch.ts'
import { Collection, collectionFilters, collectionQueries } from '../products/collection.tsx'
import { settingsEndpoints, useShop } from '../settings/api.ts'
import type { Route } from './+types/category'

/** The category of an address, also of a former one, which is not its own. */
function categoryAt(categories: readonly ShownCategory[], name: string): ShownCategory | undefined {
  const address = name.toLowerCase()
  return categories.find(each => each.address === address) ?? categories.find(({ former }) => former.includes(address))
}

const isFormer = ({ address }: ShownCategory, name: string) => address !== name.toLowerCase()

export const loader = async ({ context, params: { categoryName }, request }: Route.LoaderArgs) => {
  const { data: shop } = await context.get(storeContext).dispatch(settingsEndpoints.shopFrame.initiate())
  const category = categoryAt(shop?.categories ?? [], categoryName)
  if (!category) return data(null, { status: 404 })
  const { search, searchParams } = new URL(request.url)
  if (isFormer(category, categoryName)) throw redirect(`/categories/${category.address}${search}`, 301)
  return prefetch(context, ...collectionQueries(collectionFilters({ category: category.address }, searchParams)))
}

export const clientLoader = () => null

export default function CategoryPage({ params: { categoryName } }: Route.ComponentProps) {
  const { categories } = useShop()
  const { search } = useLocation()
  const category = categoryAt(categories, categoryName)
  if (!category) return <MissingPage />
  const path = `/categories/${category.address}`
  if (isFormer(category, categoryName)) return <Navigate to={path + search} replace />
  return <Collection title={category.name} words={category.words} path={path} chosen={{ category: category.address }} />
}
