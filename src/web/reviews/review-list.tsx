import type { Review } from '#domain/products/review.ts'
import { Stars } from '../ui/stars.tsx'
import { FitLine } from './fit-line.tsx'
import { ShopAnswer } from './shop-answer.tsx'
import { WrittenOn } from './written-on.tsx'

export function ReviewList({ reviews }: { reviews: Review[] }) {
  if (reviews.length === 0) return <p className="text-stone">No reviews yet.</p>
  return (
    <ul className="grid gap-x-10 md:grid-cols-2">
      {reviews.map(({ _id, rating, comment, userId, createdAt, isVerifiedBuyer, answer, ...fit }) => (
        <li key={_id} className="border-line border-t py-6">
          <Stars rating={rating} />
          <p className="mt-3 whitespace-pre-line leading-relaxed">{comment}</p>
          <p className="mt-3 text-sm text-stone">
            {userId.username}, <WrittenOn at={createdAt} />
            {isVerifiedBuyer && (
              <>
                {' '}
                <span className="whitespace-nowrap text-sage">· Verified buyer</span>
              </>
            )}
          </p>
          <FitLine fit={fit} />
          {answer && <ShopAnswer {...answer} />}
        </li>
      ))}
    </ul>
  )
}
