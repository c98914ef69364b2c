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
  return state?.product?._id === id ? withAllSizes(state.product) : undefined
}

/** A list names the sizes that cannot be bought apart from the others; the page shows all in their order. */
function withAllSizes({ goneSizes = [], ...product }: Product): Product {
  if (!product.sizes) return product
  const sizes = [...product.sizes]
  for (const { place, ...size } of goneSizes) sizes.splice(place, 0, size)
  return { ...product, sizes }
}
