import type { RatingCount } from '#domain/products/review.ts'
import { type FitCount, fitAnswers, summarizeFit } from '#domain/products/review-fit.ts'
import { CountBars } from './count-bars.tsx'

interface RatingSummaryProps {
  /** The mean of all reviews. */
  rating: number
  /** The number of all reviews. */
  total: number
  counts: readonly RatingCount[]
  /** How many of all reviews say how it fits. */
  fitCounts?: readonly FitCount[]
}

/** The mean of a product's reviews, a bar for each number of stars, and what most say about the fit. */
export const RatingSummary = ({ rating, total, counts, fitCounts = [] }: RatingSummaryProps) => (
  <div className="mb-10 flex flex-wrap items-center gap-x-12 gap-y-8">
    <p className="text-sm text-stone">
      <span className="block font-display text-5xl text-ink leading-none tabular-nums">{rating.toFixed(1)}</span>
      <span className="mt-2 block">
        out of 5, {total.toLocaleString('en-US')} {total === 1 ? 'review' : 'reviews'}
      </span>
    </p>
    <div className="max-w-md grow basis-64">
      <CountBars
        bars={counts.map(({ rating: stars, count }) => ({ name: stars === 1 ? '1 star' : `${stars} stars`, count }))}
        total={total}
      />
    </div>
    <FitSummary counts={fitCounts} />
  </div>
)

function FitSummary({ counts }: { counts: readonly FitCount[] }) {
  const summary = summarizeFit(counts)
  if (!summary) return null
  return (
    <div className="max-w-md grow basis-64">
      <p className="mb-3">{summary}</p>
      <CountBars
        bars={fitAnswers.map(({ fit, name }) => ({ name, count: counts.find(each => each.fit === fit)?.count ?? 0 }))}
        total={counts.reduce((sum, { count }) => sum + count, 0)}
      />
    </div>
  )
}
