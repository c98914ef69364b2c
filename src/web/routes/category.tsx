import { data, Navigate, redirect, useLocation } from 'react-router'
import { MissingPage } from '../layout/missing-page.tsx'
import { prefetch, storeContext } from '../prefetch.ts'
import { Collection, collectionFilters, collectionQueries } from '../products/collection.tsx'
import { settingsEndpoints, useShop } from '../settings/api.ts'
import { categoryAt, isFormer } from '../settings/category-at.ts'
import type { Route } from './+types/category'

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
