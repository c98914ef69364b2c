import type { RatingCount } from '#domain/products/review.ts'

interface RatingSummaryProps {
  /** The mean of all reviews. */
  rating: number
  /** The number of all reviews. */
  total: number
  counts: readonly RatingCount[]
}

/** The mean of a product's reviews, and a bar for each number of stars. */
export const RatingSummary = ({ rating, total, counts }: RatingSummaryProps) => (
  <div className="mb-10 flex flex-wrap items-center gap-x-12 gap-y-5">
    <p className="text-sm text-stone">
      <span className="block font-display text-5xl text-ink leading-none tabular-nums">{rating.toFixed(1)}</span>
      <span className="mt-2 block">
        out of 5, {total.toLocaleString('en-US')} {total === 1 ? 'review' : 'reviews'}
      </span>
    </p>
    <dl className="flex max-w-md grow basis-64 flex-col gap-1.5 text-sm tabular-nums">
      {counts.map(({ rating: stars, count }) => (
        <div key={stars} className="flex items-center">
          <dt className="w-16 shrink-0 text-stone">{stars === 1 ? '1 star' : `${stars} stars`}</dt>
          <dd className="flex grow items-center gap-3">
            <span aria-hidden className="h-2 grow overflow-hidden rounded-full bg-line">
              <span
                className="block h-full bg-gold forced-colors:bg-[CanvasText]"
                style={{ width: `${(100 * count) / total}%` }}
              />
            </span>
            <span className="min-w-6 text-right">{count.toLocaleString('en-US')}</span>
          </dd>
        </div>
      ))}
    </dl>
  </div>
)
