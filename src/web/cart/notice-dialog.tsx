import { useEffect, useId, useState } from 'react'
import { formatCents, toCents } from '#domain/money.ts'
import { cartLimits, lineKey } from '#domain/orders/cart.ts'
import { describeVariation } from '#domain/products/variation.ts'
import { useAppDispatch, useAppSelector } from '../store.ts'
import { Dialog } from '../ui/feedback/dialog.tsx'
import { button } from '../ui/form/button.ts'
import { type AddNotice, cartActions } from './slice.ts'
import { Thumbnail } from './thumbnail.tsx'

const texts: Record<AddNotice['result'], { title: string; text?: string; close: string }> = {
  added: { title: 'Product added successfully!', close: 'Continue shopping' },
  duplicate: { title: 'Error!', text: 'Product already Added to Cart', close: "It's Ok" },
  full: {
    title: 'Error!',
    text: `A cart holds up to ${cartLimits.lines} different products. Please check out first.`,
    close: "It's Ok",
  },
}

/** Says whether a product was added to the cart. */
export function CartNoticeDialog() {
  const notice = useAppSelector(({ cart }) => cart.notice)
  const dispatch = useAppDispatch()
  const [shown, setShown] = useState<AddNotice>()
  const titleId = useId()
  useEffect(() => {
    if (notice) setShown(notice) // the text stays while the dialog closes
  }, [notice])

  const close = () => dispatch(cartActions.noticeClosed())
  const shownNotice = notice ?? shown
  if (!shownNotice) return null
  const { result, product } = shownNotice
  const { title, text, close: closeLabel } = texts[result]
  const key = lineKey(product)
  const variation = describeVariation(product)
  return (
    <Dialog
      open={notice !== undefined}
      onClose={close}
      labelledBy={titleId}
      className="m-auto w-[min(26rem,calc(100vw-2.5rem))] rounded-card border border-line bg-paper p-0 text-ink dark:border-edge"
    >
      <div className="flex flex-wrap gap-3 p-6 sm:p-8">
        <h2 id={titleId} className="w-full text-2xl">
          {title}
        </h2>
        {text && <p className="w-full text-stone">{text}</p>}
        <div className="my-2 grid w-full grid-cols-[5rem_1fr] items-center gap-4">
          <Thumbnail image={product.image} />
          <div className="min-w-0">
            <p className="line-clamp-3 font-display text-lg leading-snug">{product.name}</p>
            {variation && <p className="mt-1 text-sm text-stone [overflow-wrap:anywhere]">{variation}</p>}
            <p className="mt-1 text-sm text-stone tabular-nums">{formatCents(toCents(product.price))}</p>
            {result === 'duplicate' && <Quantity ofLine={key} />}
          </div>
        </div>
        <button
          type="button"
          className={`${button.primary} w-full`}
          onClick={() => {
            close()
            // In the next frame: each of the two has the browser lay out the whole page, and a phone would show nothing meanwhile.
            requestAnimationFrame(() => setTimeout(() => dispatch(cartActions.panelToggled(true))))
          }}
        >
          View cart
        </button>
        {result === 'duplicate' && <OneMore ofLine={key} />}
        <button type="button" className={`${button.quiet} grow`} onClick={close}>
          {closeLabel}
        </button>
      </div>
    </Dialog>
  )
}

const useQuantity = (ofLine: string) =>
  useAppSelector(({ cart }) => cart.products.find(line => lineKey(line) === ofLine)?.quantity ?? 0)

/** A live region, because the rest of the page is silent behind the dialog. */
function Quantity({ ofLine }: { ofLine: string }) {
  const quantity = useQuantity(ofLine)
  return (
    <p role="status" className="mt-1 text-sm text-stone tabular-nums">
      {quantity} in your cart{quantity >= cartLimits.quantity && ', as many as it holds'}
    </p>
  )
}

function OneMore({ ofLine }: { ofLine: string }) {
  const isFull = useQuantity(ofLine) >= cartLimits.quantity
  const dispatch = useAppDispatch()
  return (
    <button
      type="button"
      className={`${button.quiet} grow aria-disabled:opacity-50`}
      aria-disabled={isFull}
      onClick={() => dispatch(cartActions.increased(ofLine))}
    >
      One more
    </button>
  )
}
