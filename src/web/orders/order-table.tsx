import { Link } from 'react-router'
import { formatCents, toCents } from '#domain/money.ts'
import type { Order } from '#domain/order.ts'
import { LocalTime } from '../ui/local-time.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { StatusBadge } from './status-badge.tsx'

const columns: Column<Order>[] = [
  { header: '#', cell: (_order, index) => index + 1 },
  { header: 'Order ID', cell: ({ orderId }) => orderId },
  { header: 'Date', cell: ({ createdAt }) => <LocalTime at={createdAt} /> },
  { header: 'Status', cell: order => <StatusBadge {...order} /> },
  { header: 'Total', cell: ({ amount }) => formatCents(toCents(amount)), align: 'right' },
  {
    header: 'View Order',
    isAction: true,
    cell: ({ orderId }) => (
      <Link
        to={`/orders/${orderId}`}
        aria-label={`View order ${orderId}`}
        className="inline-flex min-h-11 items-center text-rosewood underline underline-offset-4 hover:text-ink"
      >
        View Order
      </Link>
    ),
  },
]

/** A customer's orders. */
export const OrderTable = ({ orders }: { orders: Order[] }) => (
  <Table caption="Your orders, newest first" columns={columns} rows={orders} keyOf={({ _id }) => _id} />
)
