import type { Product, Sort } from '#domain/products/product.ts'
import type { Review } from '#domain/products/review.ts'

/** The names by which the database tells what has changed (see the migration tell-changes), of what an answer shows. */
export const shows = {
  /** Which products there are, and all of them but their ratings. */
  products: 'products',
  reviews: 'reviews',

  product: (id: string): string => `product:${id}`,

  list: (products: Product[], sort?: Sort): string[] => [
    'products',
    ...(sort === 'rating' ? ['ratings'] : []),
    ...products.map(({ _id }) => shows.product(_id)),
  ],

  page: ({ _id }: Product, reviews: Review[]): string[] => [
    shows.product(_id),
    `reviews:${_id}`,
    ...reviews.map(({ userId }) => `user:${userId._id}`),
  ],
}
