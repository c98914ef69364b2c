import type { CountedBy } from '#domain/products/product.ts'

/** The filters of a list as parameters of the API. */
export const filterParams = ({ category = '', color = '', minPrice = 0, maxPrice, ...sizes }: Partial<CountedBy>) => ({
  category,
  color,
  minPrice,
  maxPrice: maxPrice ?? '',
  ...(sizes.size && { size: sizes.size.join() }),
  ...(sizes.mine && { mine: sizes.mine.join() }),
  ...(sizes.inStock && { inStock: 1 }),
})
