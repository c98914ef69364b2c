import { type Static, Type } from 'typebox'
import { hasSomethingToSee } from '../text.ts'
import { Review, reviewLimits } from './review.ts'

/** A review on the admins' list, shown or hidden. */
export const ManagedReview = Type.Object({
  ...Review.properties,
  hiddenAt: Type.Optional(Type.String()),
  product: Type.Object({
    name: Type.String(),
    image: Type.String({ description: 'An absolute URL' }),
    isOnSale: Type.Boolean(),
  }),
})
export type ManagedReview = Static<typeof ManagedReview>

/** What the admins' list can be limited to. */
export const reviewStates = ['shown', 'hidden', 'unanswered'] as const
export type ReviewState = (typeof reviewStates)[number]

/** The response of a change to a review: the audit entry that can undo it; null when nothing had to change. */
export const ReviewChanged = Type.Object({ auditId: Type.Union([Type.String(), Type.Null()]) })
export type ReviewChanged = Static<typeof ReviewChanged>

/** Why the shop's answer to a review cannot be saved, in one sentence; undefined for a good one. */
export function answerError(answer: string): string | undefined {
  if (!hasSomethingToSee(answer)) return 'Please write your answer.'
  if (answer.length <= reviewLimits.answer) return undefined
  return `Your answer can have at most ${reviewLimits.answer.toLocaleString('en-US')} characters.`
}
