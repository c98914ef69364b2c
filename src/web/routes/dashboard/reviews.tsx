import { useReviewsOfQuery } from '../../reviews/api.ts'
import { MyReviews } from '../../reviews/my-reviews.tsx'
import { useUser } from '../../session/use-user.ts'
import { DashboardPage } from '../../ui/dashboard-page.tsx'

export default function DashboardReviews() {
  const user = useUser()
  const answer = useReviewsOfQuery(user?.email ?? '', { skip: !user, refetchOnMountOrArgChange: true })
  return (
    <DashboardPage title="Your Given Reviews" answer={answer} failure="Failed to show payments!">
      {reviews => <MyReviews reviews={reviews} />}
    </DashboardPage>
  )
}
