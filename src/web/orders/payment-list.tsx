import { formatCents, toCents } from '#domain/money.ts'
import type { Order } from '#domain/orders/order.ts'
import { LocalTime } from '../ui/local-time.tsx'
import { StatusBadge } from './status-badge.tsx'

/** A customer's payments, newest first: 'Order #1' is the newest. */
export function PaymentList({ orders }: { orders: Order[] }) {
  return (
    <ul className="grid gap-4 lg:grid-cols-2">
      {orders.map((order, index) => (
        <li key={order._id} className="rounded-card border border-line bg-paper p-[min(1.25rem,5.6vw)]">
          <h2 className="text-xl">Order #{index + 1}</h2>
          <dl className="mt-3 grid grid-cols-[auto_1fr] items-center gap-x-[min(1.5rem,4vw)] gap-y-2 text-sm tabular-nums">
            <dt className="text-stone">Order number</dt>
            <dd>#{order.number}</dd>
            <dt className="text-stone">Order Id</dt>
            <dd className="wrap-anywhere min-w-0 text-xs tracking-[-0.01em]">{order.orderId}</dd>
            <dt className="text-stone">Price</dt>
            <dd className="font-medium">{formatCents(toCents(order.amount))}</dd>
            {order.refunded > 0 && order.paymentState !== 'refunded' && (
              <>
                <dt className="text-stone">Refunded</dt>
                <dd>{formatCents(toCents(order.refunded))}</dd>
              </>
            )}
            <dt className="text-stone">Date</dt>
            <dd>
              <LocalTime at={order.createdAt} />
            </dd>
            <dt className="text-stone">Status</dt>
            <dd>
              <StatusBadge {...order} />
            </dd>
          </dl>
        </li>
      ))}
    </ul>
  )
}
