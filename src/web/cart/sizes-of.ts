import type { Product } from '#domain/products/product.ts'
import type { ProductSize } from '#domain/products/variation.ts'

/** The sizes to choose from; none for a product of one size, whose variant has the product's id. */
export const sizesOf = (product: Pick<Product, '_id' | 'sizes'>): ProductSize[] =>
  product.sizes?.filter(({ _id }) => _id !== product._id) ?? []
