import type { ShownOrder } from '#domain/orders/order.ts'
import { LocalTime } from '../../ui/local-time.tsx'

/** Names for system actors. Users are named by their e-mail. */
const actors = new Map([
  ['webhook', 'the payment provider'],
  ['buyer', 'the buyer'],
  ['confirm', 'the shop’s own check'],
  ['checkout', 'the shop’s own check'],
  ['reconcile', 'the shop’s own check'],
])

/** The changes of an order's status and payment: who made them, and when. Newest first. */
export const OrderHistory = ({ history }: { history: NonNullable<ShownOrder['history']> }) => (
  <ol className="divide-y divide-line text-sm">
    {history.toReversed().map(({ kind, value, actor, at }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two changes may be identical, and their order is fixed
      <li key={index} className="py-3">
        <p>
          <span className="text-stone">{kind === 'status' ? 'Status' : 'Payment'}</span> {value}
        </p>
        <p className="text-stone text-xs tabular-nums">
          {actors.get(actor) ?? actor}, <LocalTime at={at} />
        </p>
      </li>
    ))}
  </ol>
)
