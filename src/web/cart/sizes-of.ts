import type { Product } from '#domain/products/product.ts'
import { isSellable } from '#domain/products/stock.ts'
import type { ProductSize } from '#domain/products/variation.ts'

/** The sizes to choose from; none for a product of one size, whose variant has the product's id. */
export const sizesOf = (product: Pick<Product, '_id' | 'sizes'>): ProductSize[] =>
  product.sizes?.filter(({ _id }) => _id !== product._id) ?? []

/** Why a product of a list cannot be bought now; undefined if it can be. */
export function refusalOf({ sizes, soldOut, state }: Pick<Product, 'sizes' | 'soldOut' | 'state'>): string | undefined {
  if (soldOut || state === 'out') return 'Sold out'
  const isHeld = state === 'held' || (sizes && !sizes.some(isSellable))
  return isHeld ? 'In others’ checkouts' : undefined
}
