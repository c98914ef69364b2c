import type { ShownOrder } from '#domain/orders/order.ts'
import { textLink } from '../ui/form/button.ts'
import { Link } from '../ui/link.tsx'

/** Leads to what can be sent back, once something was sent. */
export const ReturnLink = ({ order: { orderId, status, paymentState } }: { order: ShownOrder }) =>
  (paymentState === 'paid' || paymentState === 'review') && (status === 'shipped' || status === 'completed') ? (
    <p className="mt-6">
      <Link to={`/orders/${orderId}/return`} className={textLink}>
        Send something back, or swap its size
      </Link>
    </p>
  ) : null
