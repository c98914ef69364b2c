import type { ManagedReview, ReviewChanged, ReviewState } from '#domain/products/managed-review.ts'
import { api, type Listed, onceChanged, unwrap, unwrapList } from '../../api.ts'

export const reviewsOnPage = 20

interface ReviewFilters {
  page: number
  q: string
  /** Empty for all reviews. */
  state: ReviewState | ''
}

const changed = onceChanged(['Review', 'Product', 'Audit'] as const)

export const { useListReviewsQuery, useHideReviewMutation, useAnswerReviewMutation, useRemoveAnswerMutation } =
  api.injectEndpoints({
    endpoints: build => ({
      /** All reviews, newest first. */
      listReviews: build.query<Listed<ManagedReview>, ReviewFilters>({
        query: filters => ({ url: 'reviews', params: { ...filters, limit: reviewsOnPage } }),
        transformResponse: unwrapList<ManagedReview>,
        providesTags: ['Review', 'Mine'],
      }),
      /** Hides a review from visitors, or shows it again. Returns the audit entry that can undo it, as the others do. */
      hideReview: build.mutation<ReviewChanged, { id: string; hidden: boolean }>({
        query: ({ id, hidden }) => ({ url: `reviews/${id}/hidden`, method: 'PUT', body: { hidden } }),
        transformResponse: unwrap<ReviewChanged>,
        invalidatesTags: changed,
      }),
      /** Writes the shop's answer, or replaces it. */
      answerReview: build.mutation<ReviewChanged, { id: string; answer: string }>({
        query: ({ id, answer }) => ({ url: `reviews/${id}/answer`, method: 'PUT', body: { answer } }),
        transformResponse: unwrap<ReviewChanged>,
        invalidatesTags: changed,
      }),
      removeAnswer: build.mutation<ReviewChanged, string>({
        query: id => ({ url: `reviews/${id}/answer`, method: 'DELETE' }),
        transformResponse: unwrap<ReviewChanged>,
        invalidatesTags: changed,
      }),
    }),
  })
