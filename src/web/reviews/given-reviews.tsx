import { Plus } from 'lucide'
import { Link } from 'react-router'
import type { Review } from '#domain/review.ts'
import { Icon } from '../ui/icon.tsx'
import { LocalTime } from '../ui/local-time.tsx'
import { Stars } from '../ui/stars.tsx'

const card = 'rounded-card border border-line bg-paper p-5'

/** A customer's own reviews as cards, the last of which leads to the shop. */
export function GivenReviews({ reviews }: { reviews: Review[] }) {
  return (
    <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
      {reviews.map(({ _id, rating, comment, productId, createdAt }) => (
        <li key={_id} className={card}>
          <dl className="text-sm">
            <dt className="text-stone">Rating</dt>
            <dd className="mt-1 mb-4">
              <Stars rating={rating} />
            </dd>
            <dt className="text-stone">Comment</dt>
            <dd className="mt-1 mb-4 whitespace-pre-line text-base leading-relaxed [overflow-wrap:anywhere]">
              {comment}
            </dd>
            <dt className="text-stone">Product ID</dt>
            <dd className="mb-2">
              <Link
                to={`/shop/${productId}`}
                className="inline-flex min-h-11 items-center break-all text-xs underline underline-offset-4 hover:text-rosewood"
              >
                {productId}
              </Link>
            </dd>
            <dt className="text-stone">Created At</dt>
            <dd className="mt-1">
              <LocalTime at={createdAt} />
            </dd>
          </dl>
        </li>
      ))}
      <li>
        <Link
          to="/shop"
          className="flex h-full min-h-48 flex-col items-center justify-center gap-3 rounded-card border border-line border-dashed p-5 text-stone hover:border-ink hover:text-ink"
        >
          <Icon of={Plus} strokeWidth={1.25} className="size-8" />
          Add New Review
        </Link>
      </li>
    </ul>
  )
}
