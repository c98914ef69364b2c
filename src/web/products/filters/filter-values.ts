import { type ProductFilters, priceBands } from '#domain/products/product.ts'

/** The index of the chosen price band, or -1. */
export const bandOf = ({ minPrice, maxPrice }: Pick<ProductFilters, 'minPrice' | 'maxPrice'>) =>
  priceBands.findIndex(({ min, max }) => min === minPrice && max === (maxPrice ?? Number.POSITIVE_INFINITY))
