import type { PostReview, Review } from '#domain/products/review.ts'
import { api, unwrap } from '../api.ts'

export const { usePostReviewMutation, useReviewsOfQuery } = api.injectEndpoints({
  endpoints: build => ({
    postReview: build.mutation<Review, PostReview & { userId: string }>({
      query: body => ({ url: 'reviews/post-review', method: 'POST', body }),
      transformResponse: unwrap<Review>,
      // Every list that shows the product shows its rating.
      invalidatesTags: (_answer, error) => (error ? [] : ['Product', 'Mine']),
    }),
    /** A user's reviews, newest first. */
    reviewsOf: build.query<Review[], string>({
      query: email => `reviews/${encodeURIComponent(email)}`,
      transformResponse: unwrap<Review[]>,
      providesTags: ['Mine', 'Review'],
    }),
  }),
})
