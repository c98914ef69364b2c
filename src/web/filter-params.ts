import type { CountedBy } from '#domain/products/product.ts'

/** The filters of a list as parameters of the API. */
export const filterParams = ({ category = '', color = '', minPrice = 0, maxPrice, ...others }: Partial<CountedBy>) => ({
  category,
  color,
  minPrice,
  maxPrice: maxPrice ?? '',
  ...(others.size && { size: others.size.join() }),
  ...(others.mine && { mine: others.mine.join() }),
  ...(others.inStock && { inStock: 1 }),
  ...(others.sale && { sale: 1 }),
  ...(others.collection && { collection: others.collection }),
})
