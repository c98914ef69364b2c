import type { CSSProperties } from 'react'

/** A rating of 1 to 5 as stars, rounded to the nearest whole one; screen readers get the decimals. */
export const Stars = ({ rating, count }: { rating: number; count?: number }) => (
  <span className="inline-flex items-center gap-1.5 text-stone text-xs tabular-nums">
    <span
      role="img"
      aria-label={`Rated ${rating} out of 5`}
      className="stars"
      style={{ '--filled': Math.round(rating) } as CSSProperties}
    />
    {count !== undefined && <span>({count})</span>}
  </span>
)
