import type { ShipAnswer } from '#domain/orders/packing.ts'
import { rowAction } from '../../ui/list/table.tsx'

interface NotShippedProps {
  refused: readonly ShipAnswer[]
  onClose: () => void
}

/** The orders that were not marked as shipped, and why. */
export function NotShipped({ refused, onClose }: NotShippedProps) {
  if (refused.length === 0) return null
  return (
    <div role="alert" className="mb-6 border-danger border-l-2 pl-3 text-sm">
      <p className="font-medium">
        {refused.length === 1 ? 'One order was not marked now:' : `${refused.length} orders were not marked now:`}
      </p>
      <ul className="tabular-nums">
        {refused.map(({ _id, number, sentence }) => (
          <li key={_id}>
            {number === null ? 'A deleted order' : `#${number}`}: {sentence}
          </li>
        ))}
      </ul>
      <button type="button" className={`${rowAction} -ml-2`} onClick={onClose}>
        Close
      </button>
    </div>
  )
}
