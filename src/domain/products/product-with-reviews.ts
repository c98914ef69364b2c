import { type Static, Type } from 'typebox'
import { Product } from './product.ts'
import { Review } from './review.ts'

/** The data of a product's page. */
export const ProductWithReviews = Type.Object({
  product: Product,
  reviews: Type.Array(Review, { description: 'The newest 100, newest first' }),
  totalReviews: Type.Optional(Type.Integer({ description: 'How many there are, when these are not all' })),
})
export type ProductWithReviews = Static<typeof ProductWithReviews>
