import type { ShownOrder } from '#domain/order.ts'
import { LocalTime } from '../ui/local-time.tsx'

/** Each change of an order's status and payment: who, and when. Newest first. */
export const OrderHistory = ({ history }: { history: NonNullable<ShownOrder['history']> }) => (
  <ol className="divide-y divide-line text-sm">
    {history.toReversed().map(({ kind, value, actor, at }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two changes may be alike in everything, and the order is fixed
      <li key={index} className="py-3">
        <p>
          <span className="text-stone">{kind === 'status' ? 'Status' : 'Payment'}</span> {value}
        </p>
        <p className="text-stone text-xs tabular-nums">
          {actor}, <LocalTime at={at} />
        </p>
      </li>
    ))}
  </ol>
)
