import { useLocation } from 'react-router'
import type { Product } from '#domain/products/product.ts'

/** The state of a link to a product's page: the page shows this product until its own data has loaded. */
export const knownProductState = (product: Product) => ({ product })

/** The product that the link to this page knew, or undefined for a page that was opened by its address. */
export function useKnownProduct(id: string): Product | undefined {
  const state = useLocation().state as { product?: Product } | null
  return state?.product?._id === id ? state.product : undefined
}
