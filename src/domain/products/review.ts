import { type Static, Type } from 'typebox'

/** A review on a product's page. The review of a deleted user stays, under the name 'Deleted user'. */
export const Review = Type.Object({
  _id: Type.String(),
  comment: Type.String(),
  rating: Type.Integer(),
  userId: Type.Object({ _id: Type.String(), username: Type.String() }),
  productId: Type.String(),
  createdAt: Type.String({ description: 'When it was first written, or last rewritten' }),
  isVerifiedBuyer: Type.Optional(
    Type.Literal(true, { description: 'On a product: its author has a paid order that contains it' }),
  ),
  isHidden: Type.Optional(Type.Literal(true, { description: 'Only its author and admins see it' })),
  answer: Type.Optional(
    Type.Object({ text: Type.String(), answeredAt: Type.String() }, { description: 'The public answer of the shop' }),
  ),
})
export type Review = Static<typeof Review>

/** The maximum number of reviews on a product's page, newest first. */
export const shownReviews = 100

export const reviewLimits = { comment: 2000, answer: 2000, rating: { min: 1, max: 5 } } as const

/** The body of a new review. `userId` is accepted and ignored, because the session determines the author. */
export const PostReview = Type.Object({
  comment: Type.String({ minLength: 1, maxLength: reviewLimits.comment }),
  rating: Type.Integer({ minimum: reviewLimits.rating.min, maximum: reviewLimits.rating.max }),
  productId: Type.String(),
})
export type PostReview = Static<typeof PostReview>

/** How many reviews of a product give so many stars. */
export const RatingCount = Type.Object({ rating: Type.Integer(), count: Type.Integer() })
export type RatingCount = Static<typeof RatingCount>

/**
 * Lists every rating from 5 to 1 with its number of reviews, also those that nobody gave.
 * @param counts the numbers of reviews by rating
 */
export function listRatingCounts(counts: Readonly<Record<number, number>>): RatingCount[] {
  const { min, max } = reviewLimits.rating
  return Array.from({ length: max - min + 1 }, (_, n) => ({ rating: max - n, count: counts[max - n] ?? 0 }))
}
