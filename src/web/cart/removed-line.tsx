import { type CartLine, lineLabel } from '#domain/orders/cart.ts'

/** The lines that were removed at once, and the place of the first in the cart, from 0. */
export interface Removed {
  lines: CartLine[]
  place: number
}

interface RemovedLineProps {
  /** The last one that the visitor has removed. */
  removed: Removed | undefined
  /** It is in the cart again. */
  isBack: boolean
  onUndo: (removed: Removed) => void
}

/** Says what was removed, and puts it back. It is there before, so that screen readers announce what it says. */
export function RemovedLine({ removed, isBack, onUndo }: RemovedLineProps) {
  const isShown = removed !== undefined && !isBack
  return (
    <div className={isShown ? bar : 'sr-only'}>
      <p role="status" className={text}>
        {removed && `${isBack ? 'Back in your cart' : 'Removed'}: ${labelOf(removed)}`}
      </p>
      {isShown && (
        <button type="button" className={action} onClick={() => onUndo(removed)}>
          Undo<span className="sr-only"> the removal of {labelOf(removed)}</span>
        </button>
      )}
    </div>
  )
}

const labelOf = ({ lines }: Removed) => lines.map(lineLabel).join('; ')

interface BuyableLineProps {
  /** The shop had taken it out. */
  line: CartLine
  onPutBack: () => void
}

/** Offers a line that the shop has taken out and that can be bought again. */
export const BuyableLine = ({ line, onPutBack }: BuyableLineProps) => (
  <div className={bar}>
    <p role="status" className={text}>
      {lineLabel(line)} can be bought again.
    </p>
    <button type="button" className={action} onClick={onPutBack}>
      Put it back<span className="sr-only">: {lineLabel(line)}</span>
    </button>
  </div>
)

const bar = 'flex items-center justify-between gap-4 border-line border-b bg-ivory pl-6 text-sm'
const text = 'my-2 line-clamp-2 min-w-0 [overflow-wrap:anywhere]'
const action = 'min-h-11 shrink-0 px-6 font-medium underline underline-offset-4 hover:text-rosewood'
