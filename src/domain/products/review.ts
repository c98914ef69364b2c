import { type Static, Type } from 'typebox'
import { ReviewFit } from './review-fit.ts'

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
  ...ReviewFit.properties,
  isHidden: Type.Optional(Type.Literal(true, { description: 'Only its author and admins see it' })),
  answer: Type.Optional(
    Type.Object({ text: Type.String(), answeredAt: Type.String() }, { description: 'The public answer of the shop' }),
  ),
})
export type Review = Static<typeof Review>

/** The maximum number of reviews on a product's page, newest first. */
export const shownReviews = 100

export const reviewLimits = { comment: 2000, answer: 2000, rating: { min: 1, max: 5 } } as const

const optional = (description: string) =>
  Type.Optional(Type.Unknown({ description: `${description}; empty or null for not given` }))

/**
 * The body of a new review. `userId` is accepted and ignored, because the session determines the author, and so is the size
 * bought, which a paid order tells. `readFit` reads the fit, so that an error can be a sentence about it.
 */
export const PostReview = Type.Object({
  comment: Type.String({ minLength: 1, maxLength: reviewLimits.comment }),
  rating: Type.Integer({ minimum: reviewLimits.rating.min, maximum: reviewLimits.rating.max }),
  productId: Type.String(),
  fit: optional('-1 runs small, 0 true to size, 1 runs large'),
  heightCm: optional('The height of the author in cm, a whole number from 100 to 230'),
  usualSize: optional('The code of the size that the author usually wears, such as alpha-M'),
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
