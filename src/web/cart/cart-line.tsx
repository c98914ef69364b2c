import { Minus, Plus } from 'lucide'
import { formatCents, toCents } from '#domain/money.ts'
import { type CartLine, cartLimits, lineKey, lineLabel } from '#domain/orders/cart.ts'
import { describeVariation } from '#domain/products/variation.ts'
import { useAppDispatch } from '../store.ts'
import { iconButton } from '../ui/form/button.ts'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import { cartActions } from './slice.ts'
import { Thumbnail } from './thumbnail.tsx'

interface CartLineRowProps {
  line: CartLine
  index: number
  onRemoved: () => void
  /** Its removal was undone: the focus returns to where it was. */
  isBack: boolean
}

const focus = (element: HTMLElement | null) => element?.focus()

export function CartLineRow({ line, index, onRemoved, isBack }: CartLineRowProps) {
  const dispatch = useAppDispatch()
  const { _id, name, price, image, quantity } = line
  const key = lineKey(line)
  const label = lineLabel(line)
  const variation = describeVariation(line)
  return (
    <li aria-label={label} className="grid grid-cols-[5rem_1fr] gap-x-4 py-5">
      <Thumbnail image={image} />
      <div className="min-w-0">
        <span className="block text-stone text-xs tabular-nums">No. {index}</span>
        <Link
          to={`/shop/${_id}`}
          onClick={() => dispatch(cartActions.panelToggled(false))}
          className="line-clamp-2 font-display text-lg leading-snug [overflow-wrap:anywhere] hover:text-rosewood"
        >
          {name}
        </Link>
        {variation && <p className="mt-1 text-sm text-stone [overflow-wrap:anywhere]">{variation}</p>}
        <p className="mt-1 text-sm text-stone tabular-nums">{formatCents(toCents(price))}</p>
        <div className="mt-3 flex flex-wrap items-center justify-between gap-x-2">
          <div className="flex items-center rounded-control border border-line">
            <button
              type="button"
              className={`${iconButton} aria-disabled:opacity-40`}
              aria-label={`Decrease quantity of ${label}`}
              aria-disabled={quantity <= 1}
              onClick={() => dispatch(cartActions.decreased(key))}
            >
              <Icon of={Minus} className="size-4" />
            </button>
            <output aria-label="Quantity" className="w-8 text-center text-sm tabular-nums">
              {quantity}
            </output>
            <button
              type="button"
              className={`${iconButton} aria-disabled:opacity-40`}
              aria-label={`Increase quantity of ${label}`}
              aria-disabled={quantity >= cartLimits.quantity}
              onClick={() => dispatch(cartActions.increased(key))}
            >
              <Icon of={Plus} className="size-4" />
            </button>
          </div>
          <button
            ref={isBack ? focus : undefined}
            type="button"
            className="min-h-11 text-sm text-stone underline underline-offset-4 hover:text-rosewood"
            onClick={() => {
              dispatch(cartActions.removed(key))
              onRemoved()
            }}
            aria-label={`Remove ${label}`}
          >
            Remove
          </button>
        </div>
      </div>
    </li>
  )
}
