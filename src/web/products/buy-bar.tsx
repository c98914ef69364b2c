import { type RefObject, useEffect, useState } from 'react'
import type { Product } from '#domain/products/product.ts'
import { button } from '../ui/form/button.ts'
import { Price } from './price.tsx'

const inSight = 0.9 // of the button's height
const below = '-64px 0px 0px' // the header

/** What the button does. @param refusal why it cannot be bought now */
export const actionFor = (refusal: string | undefined): string => (refusal ? 'Tell me when it is back' : 'Add to Cart')

interface BuyBarProps {
  product: Product
  /** The page's own button: the bar is shown while it is out of sight. */
  pageButton: RefObject<HTMLButtonElement | null>
  onAdd: () => void
  /** Why it cannot be bought now. */
  refusal: string | undefined
}

/**
 * Name, price and button at the foot of a phone's window. Its room is the last part of the page, so at the end of the
 * page it stands above the footer and covers nothing.
 */
export function BuyBar({ product: { name, price, oldPrice }, pageButton, onAdd, refusal }: BuyBarProps) {
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    const { current } = pageButton
    if (!current || !matchMedia('(width < 48rem)').matches) return
    const watcher = new IntersectionObserver(
      entries => setIsShown((entries.at(-1)?.intersectionRatio ?? 0) < inSight),
      { rootMargin: below, threshold: inSight },
    )
    watcher.observe(current)
    return () => watcher.disconnect()
  }, [pageButton])

  return (
    <div className="pointer-events-none sticky bottom-0 z-20 -mb-12 min-h-17 md:hidden print:hidden">
      {isShown && (
        <div className="buy-bar border-line border-t bg-paper">
          <div className="container-page flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <div className="min-w-0 flex-1 basis-28">
              <p className="truncate font-display">{name}</p>
              <p className="text-sm">
                <Price price={price} oldPrice={oldPrice} />
              </p>
            </div>
            <button
              type="button"
              aria-label={`${actionFor(refusal)}: ${name}`}
              className={`${button.primary} shrink-0 -scroll-mb-24`}
              onClick={onAdd}
            >
              {actionFor(refusal)}
            </button>
          </div>
        </div>
      )}
    </div>
  )
}
