import { useLocation } from 'react-router'
import type { Product, ProductDetails } from '#domain/products/product.ts'

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
