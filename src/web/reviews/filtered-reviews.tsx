import { useRef, useState } from 'react'
import type { Review } from '#domain/products/review.ts'
import { filterByFit, fitLimits, isHeight } from '#domain/products/review-fit.ts'
import { storage } from '../storage.ts'
import { AnnouncedLine } from '../ui/feedback/live-region.tsx'
import { button } from '../ui/form/button.ts'
import { controlShape } from '../ui/form/control-shape.ts'
import { ReviewList } from './review-list.tsx'

interface FilteredReviewsProps {
  reviews: Review[]
  /** The sizes of the product as shoppers read them, in their order. */
  sizes: readonly string[]
  /** The number of all reviews, of which these may be the newest. */
  total: number
}

const heightKey = 'height'
const {
  nearCm,
  heightCm: { min, max },
} = fitLimits

/**
 * The reviews of a product, which the visitor can limit to a size that was bought and to heights near their own. The height stays
 * in this browser.
 */
export function FilteredReviews({ reviews, sizes, total }: FilteredReviewsProps) {
  const [size, setSize] = useState('')
  const [isNear, setIsNear] = useState(false)
  const [height, setHeight] = useState('')
  const first = useRef<HTMLFieldSetElement>(null)
  const heightCm = isNear && isHeight(Number(height)) ? Number(height) : undefined
  const shown = filterByFit(reviews, { size: size || undefined, heightCm })
  const bought = new Set(reviews.flatMap(({ boughtSize }) => boughtSize?.label ?? []))
  const choices = [...new Set([...sizes, ...bought])].filter(choice => bought.has(choice))
  const hasHeights = reviews.some(review => review.heightCm)

  function clear() {
    setSize('')
    setIsNear(false)
    first.current?.querySelector<HTMLElement>('select, input')?.focus()
  }

  return (
    <>
      {reviews.length > 1 && (choices.length > 0 || hasHeights) && (
        <fieldset ref={first} className="mb-6 flex flex-wrap items-end gap-x-6 gap-y-3 noscript:hidden">
          <legend className="sr-only">Show reviews by fit</legend>
          {choices.length > 0 && <SizeBought choices={choices} value={size} onChange={setSize} />}
          {hasHeights && (
            <HeightNear
              isNear={isNear}
              height={height}
              onToggle={isOn => {
                setIsNear(isOn)
                if (isOn && !height) setHeight(storage.read(heightKey) ?? '')
              }}
              onType={typed => {
                setHeight(typed)
                if (isHeight(Number(typed))) storage.write(heightKey, typed)
              }}
            />
          )}
        </fieldset>
      )}
      {(size || heightCm) && (
        <AnnouncedLine>
          {[
            `${shown.length} of ${total > reviews.length ? 'the newest ' : ''}${reviews.length} reviews`,
            size && `bought in ${size}`,
            heightCm && `${heightCm - nearCm} to ${heightCm + nearCm} cm`,
          ]
            .filter(Boolean)
            .join(', ')}
        </AnnouncedLine>
      )}
      {reviews.length > 0 && shown.length === 0 ? (
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <p className="text-stone">No review matches what you chose.</p>
          <button type="button" className={button.quiet} onClick={clear}>
            Show all reviews
          </button>
        </div>
      ) : (
        <ReviewList reviews={shown} />
      )}
    </>
  )
}

interface SizeBoughtProps {
  choices: readonly string[]
  value: string
  onChange: (size: string) => void
}

const SizeBought = ({ choices, value, onChange }: SizeBoughtProps) => (
  <label className="flex min-w-36 flex-col gap-1.5 text-sm">
    Size bought
    <select value={value} onChange={event => onChange(event.target.value)} className={`${controlShape} border-edge`}>
      <option value="">All sizes</option>
      {choices.map(choice => (
        <option key={choice}>{choice}</option>
      ))}
    </select>
  </label>
)

interface HeightNearProps {
  isNear: boolean
  height: string
  onToggle: (isNear: boolean) => void
  onType: (height: string) => void
}

/** Asks for a height once it is wanted, and counts only what can be one. */
const HeightNear = ({ isNear, height, onToggle, onType }: HeightNearProps) => (
  <>
    <label className="flex min-h-11 items-center gap-3 text-sm">
      <input
        type="checkbox"
        checked={isNear}
        onChange={event => onToggle(event.target.checked)}
        className="size-5 accent-wine"
      />
      Height near mine
    </label>
    {isNear && (
      <label className="flex items-center gap-3 text-sm">
        My height in cm
        <input
          inputMode="numeric"
          autoComplete="off"
          placeholder={`${min} to ${max}`}
          maxLength={3}
          value={height}
          onChange={event => onType(event.target.value)}
          className={`${controlShape} w-28! border-edge tabular-nums`}
        />
      </label>
    )}
  </>
)
