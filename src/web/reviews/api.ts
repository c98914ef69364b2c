import type { PostReview, Review } from '#domain/products/review.ts'
import { api, unwrap } from '../api.ts'

export const { usePostReviewMutation, useReviewsOfQuery } = api.injectEndpoints({
  endpoints: build => ({
    postReview: build.mutation<Review, PostReview & { userId: string }>({
      query: body => ({ url: 'reviews/post-review', method: 'POST', body }),
      transformResponse: unwrap<Review>,
      // The product's rating is on every list that shows it.
      invalidatesTags: (_answer, error) => (error ? [] : ['Product', 'Mine']),
    }),
    /** The reviews that a user has given, newest first. */
    reviewsOf: build.query<Review[], string>({
      query: email => `reviews/${encodeURIComponent(email)}`,
      transformResponse: unwrap<Review[]>,
      providesTags: ['Mine', 'Review'],
    }),
  }),
})
