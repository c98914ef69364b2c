import { Star } from 'lucide'
import { Icon } from './icon.tsx'

const steps = [1, 2, 3, 4, 5]

/** A rating of 1 to 5 as stars, rounded to the nearest whole one and read out with its decimals. */
export function Stars({ rating, count }: { rating: number; count?: number }) {
  return (
    <span className="inline-flex items-center gap-1.5 text-stone text-xs tabular-nums">
      <span role="img" aria-label={`Rated ${rating} out of 5`} className="inline-flex text-gold">
        {steps.map(step => (
          <Icon
            of={Star}
            key={step}
            strokeWidth={1.25}
            className={`size-3.5 ${step <= Math.round(rating) ? 'fill-current' : 'opacity-40'}`}
          />
        ))}
      </span>
      {count !== undefined && <span>({count})</span>}
    </span>
  )
}
