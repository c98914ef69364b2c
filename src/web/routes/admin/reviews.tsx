import { reviewStates } from '#domain/products/managed-review.ts'
import { reviewsOnPage, useListReviewsQuery } from '../../reviews/admin/api.ts'
import { ManagedReviewList } from '../../reviews/admin/managed-review-list.tsx'
import { DashboardPage } from '../../ui/dashboard-page.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { FilterField } from '../../ui/form/filter-field.tsx'
import { SearchField } from '../../ui/form/search-field.tsx'
import { PagedList } from '../../ui/list/paged-list.tsx'
import { useListAddress } from '../../ui/list/use-list-address.ts'

const states = [
  { value: '', label: 'All' },
  { value: 'shown', label: 'Shown' },
  { value: 'hidden', label: 'Hidden' },
  { value: 'unanswered', label: 'Without an answer' },
]

export default function ManageReviews() {
  const { page, q, read } = useListAddress()
  const state = reviewStates.find(each => each === read('state')) ?? ''
  const answer = useListReviewsQuery({ page, q, state }, { refetchOnMountOrArgChange: true })
  return (
    <DashboardPage
      title="Reviews"
      answer={answer}
      failure="Failed to load reviews!"
      tools={
        <>
          <SearchField label="Search reviews" placeholder="Product, author or words" />
          <FilterField label="Show" name="state" options={states} />
        </>
      }
    >
      {listed => (
        <PagedList
          listed={listed}
          limit={reviewsOnPage}
          noun={['review', 'reviews']}
          whenNone={<Notice>Nobody has reviewed anything yet. When a customer does, you can answer here.</Notice>}
        >
          {reviews => <ManagedReviewList reviews={reviews} />}
        </PagedList>
      )}
    </DashboardPage>
  )
}
