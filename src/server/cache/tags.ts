import type { Product, Sort } from '#domain/products/product.ts'
import type { Review } from '#domain/products/review.ts'

/** The cache tags of what a response shows, as the database notifies them (see the migration tell-changes). */
export const tags = {
  /** The set of products, and all their data but the ratings. */
  products: 'products',
  reviews: 'reviews',
  /** What the owner says in the settings. */
  settings: 'settings',
  /** The pages and the posts. */
  content: 'content',
  /** A line of buyers has begun; no response shows it. */
  checkoutLine: 'checkout-line',

  product: (id: string): string => `product:${id}`,

  list: (products: Product[], sort?: Sort): string[] => [
    'products',
    ...(sort === 'rating' ? ['ratings'] : []),
    ...products.map(({ _id }) => tags.product(_id)),
  ],

  page: ({ _id, colors = [] }: Product, reviews: Review[]): string[] => [
    ...new Set([_id, ...colors.map(color => color._id)].map(tags.product)),
    `reviews:${_id}`,
    ...reviews.map(({ userId }) => `user:${userId._id}`),
  ],
}
