import type { CSSProperties } from 'react'

interface StarsProps {
  /** 1 to 5, with any decimals. */
  rating: number
  /** The number of reviews; with it the rating is shown as a number, too. */
  count?: number
}

/** A rating as stars, rounded to the nearest half; screen readers get the exact number. */
export const Stars = ({ rating, count }: StarsProps) => (
  <span className="inline-flex items-center gap-1.5 text-stone text-xs tabular-nums">
    <span
      role="img"
      aria-label={`Rated ${rating} out of 5`}
      className="stars"
      style={{ '--filled': Math.round(rating * 2) / 2 } as CSSProperties}
    />
    {count !== undefined && (
      <>
        <span aria-hidden>{rating.toFixed(1)}</span>
        <span>
          ({count})<span className="sr-only"> {count === 1 ? 'review' : 'reviews'}</span>
        </span>
      </>
    )}
  </span>
)
