import { formatCents, toCents } from '#domain/money.ts'
import type { Order } from '#domain/orders/order.ts'
import { Link } from '../ui/link.tsx'
import { type Column, rowAction, Table } from '../ui/list/table.tsx'
import { LocalTime } from '../ui/local-time.tsx'
import { OrderId } from './order-id.tsx'
import { StatusBadge } from './status-badge.tsx'

const columns: Column<Order>[] = [
  { header: '#', onCard: 'corner', cell: (_order, index) => index + 1 },
  {
    header: 'Order ID',
    cell: ({ orderId, number }) => (
      <OrderId number={number} className="md:max-w-24 xl:max-w-none xl:whitespace-normal xl:wrap-anywhere">
        {orderId}
      </OrderId>
    ),
  },
  { header: 'Date', onCard: 'title', cell: ({ createdAt }) => <LocalTime at={createdAt} /> },
  { header: 'Status', cell: order => <StatusBadge {...order} /> },
  { header: 'Total', cell: ({ amount }) => formatCents(toCents(amount)), align: 'right' },
  {
    header: 'View Order',
    isAction: true,
    cell: ({ orderId }) => (
      <Link
        to={`/orders/${orderId}`}
        aria-label={`View order ${orderId}`}
        className={`${rowAction} -mx-2 whitespace-normal!`}
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
