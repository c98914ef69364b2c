import { type Static, Type } from 'typebox'

/** A review as a product's page shows it. A deleted user's review keeps its place under the name 'Deleted user'. */
export const Review = Type.Object({
  _id: Type.String(),
  comment: Type.String(),
  rating: Type.Integer(),
  userId: Type.Object({ _id: Type.String(), username: Type.String() }),
  productId: Type.String(),
  createdAt: Type.String(),
})
export type Review = Static<typeof Review>

/** So many reviews of a product its page shows, the newest. */
export const shownReviews = 100

export const reviewLimits = { comment: 2000, rating: { min: 1, max: 5 } } as const

/** What a review is posted with. `userId` is tolerated and ignored: the session says who writes. */
export const PostReview = Type.Object({
  comment: Type.String({ minLength: 1, maxLength: reviewLimits.comment }),
  rating: Type.Integer({ minimum: reviewLimits.rating.min, maximum: reviewLimits.rating.max }),
  productId: Type.String(),
})
export type PostReview = Static<typeof PostReview>
