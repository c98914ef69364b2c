import { type Static, Type } from 'typebox'

/** A review on a product's page. The review of a deleted user stays, under the name 'Deleted user'. */
export const Review = Type.Object({
  _id: Type.String(),
  comment: Type.String(),
  rating: Type.Integer(),
  userId: Type.Object({ _id: Type.String(), username: Type.String() }),
  productId: Type.String(),
  createdAt: Type.String(),
})
export type Review = Static<typeof Review>

/** The maximum number of reviews on a product's page, newest first. */
export const shownReviews = 100

export const reviewLimits = { comment: 2000, rating: { min: 1, max: 5 } } as const

/** The body of a new review. `userId` is accepted and ignored, because the session determines the author. */
export const PostReview = Type.Object({
  comment: Type.String({ minLength: 1, maxLength: reviewLimits.comment }),
  rating: Type.Integer({ minimum: reviewLimits.rating.min, maximum: reviewLimits.rating.max }),
  productId: Type.String(),
})
export type PostReview = Static<typeof PostReview>
