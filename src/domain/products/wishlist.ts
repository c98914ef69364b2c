import { isUuid } from '../ids.ts'

/** A wishlist holds at most this many products. */
export const maxWishlist = 100

/** Returns the ids of products among these values, each once, in their order, at most as many as a wishlist holds. */
export function readProductIds(values: readonly unknown[]): string[] {
  const ids = values.flatMap(value => (typeof value === 'string' && isUuid(value) ? value.toLowerCase() : []))
  return [...new Set(ids)].slice(0, maxWishlist)
}
