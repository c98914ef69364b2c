import { type Static, Type } from 'typebox'
import { ProductDetails } from './product.ts'
import { RatingCount, Review } from './review.ts'
import { FitCount } from './review-fit.ts'

/** The data of a product's page. */
export const ProductWithReviews = Type.Object({
  product: ProductDetails,
  reviews: Type.Array(Review, { description: 'The newest 100, newest first' }),
  totalReviews: Type.Optional(Type.Integer({ description: 'How many there are, when these are not all' })),
  ratingCounts: Type.Array(RatingCount, { description: 'How many of all reviews give 5, 4, 3, 2 and 1 stars' }),
  fitCounts: Type.Optional(
    Type.Array(FitCount, {
      description:
        'How many of all reviews say that it runs small, is true to size and runs large; missing when none does',
    }),
  ),
})
export type ProductWithReviews = Static<typeof ProductWithReviews>
