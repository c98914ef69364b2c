import { useLocation } from 'react-router'
import type { Product, ProductDetails } from '#domain/products/product.ts'
import type { ProductSize } from '#domain/products/variation.ts'

/** A product on its page: what the list knew until all of it has loaded. */
export type ShownProduct = Product & Partial<Omit<ProductDetails, keyof Product>>

/**
 * The product that the link to this page knew, for the time until the page's own data has loaded: such links carry it as
 * `state={{ product }}`. Undefined for a page that was opened by its address.
 */
export function useKnownProduct(id: string): Product | undefined {
  const state = useLocation().state as { product?: Product } | null
  return state?.product?._id === id ? state.product : undefined
}

/** The sizes to choose from; none for a product of one size, whose variant has the product's id. */
export const sizesOf = (product: Pick<Product, '_id' | 'sizes'>): ProductSize[] =>
  product.sizes?.filter(({ _id }) => _id !== product._id) ?? []
