import type { Review } from '#domain/products/review.ts'
import { Stars } from '../ui/stars.tsx'

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

export function ReviewList({ reviews }: { reviews: Review[] }) {
  if (reviews.length === 0) return <p className="text-stone">No reviews yet.</p>
  return (
    <ul className="grid gap-x-10 md:grid-cols-2">
      {reviews.map(({ _id, rating, comment, userId, createdAt }) => (
        <li key={_id} className="border-line border-t py-6">
          <Stars rating={rating} />
          <p className="mt-3 leading-relaxed">{comment}</p>
          <p className="mt-3 text-sm text-stone">
            {userId.username}, <time dateTime={createdAt}>{day.format(new Date(createdAt))}</time>
          </p>
        </li>
      ))}
    </ul>
  )
}
