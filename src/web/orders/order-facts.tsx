import type { ReactNode } from 'react'
import type { ShownOrder } from '#domain/orders/order.ts'

interface OrderFactsProps {
  order: ShownOrder
  /** The status as a badge. */
  badge: ReactNode
}

/** An order's number, id and status. */
export const OrderFacts = ({ order: { number, orderId }, badge }: OrderFactsProps) => (
  <dl className="mt-4 grid gap-x-6 text-sm sm:grid-cols-[auto_1fr] sm:items-center sm:gap-y-2">
    <dt className="text-stone">Order number</dt>
    <dd className="mb-2 font-medium tabular-nums sm:mb-0">#{number}</dd>
    <dt className="text-stone">Order Id</dt>
    <dd className="mb-2 break-all tabular-nums sm:mb-0">{orderId}</dd>
    <dt className="text-stone">Status</dt>
    <dd>{badge}</dd>
  </dl>
)
