import type { PriceBand, ProductFilters } from '#domain/products/product.ts'

/** Whether the filters choose this price band. */
export const isOfBand = ({ minPrice, maxPrice }: ProductFilters, { min, max }: PriceBand): boolean =>
  minPrice === min && maxPrice === max
