import type { AdminOrder } from '#domain/orders/order.ts'
import { Email } from '../ui/email.tsx'
import { Link } from '../ui/link.tsx'
import { type Column, rowAction, Table } from '../ui/list/table.tsx'
import { LocalDate } from '../ui/local-time.tsx'
import { OrderBadges } from './admin-status-badge.tsx'
import { amountOf, customerOf } from './customer-of.ts'
import { OrderId } from './order-id.tsx'
import type { OrderActions } from './use-order-actions.tsx'

const actions = '-mx-2 flex max-md:justify-end'

interface AdminOrderTableProps {
  orders: readonly AdminOrder[]
  ask: OrderActions['ask']
}

/** All orders, each with the actions open to an admin. */
export function AdminOrderTable({ orders, ask }: AdminOrderTableProps) {
  const columns: Column<AdminOrder>[] = [
    {
      header: 'Order ID',
      cell: ({ orderId }) => (
        <OrderId className="md:max-w-20 xl:max-w-none xl:whitespace-normal xl:wrap-anywhere">{orderId}</OrderId>
      ),
    },
    { header: 'Customer', onCard: 'title', cell: order => <Customer email={customerOf(order)} /> },
    {
      header: 'Status',
      cell: order => (
        <div className="flex max-w-64 flex-wrap gap-1.5 max-md:justify-end">
          <OrderBadges order={order} />
          <Bought order={order} />
        </div>
      ),
    },
    { header: 'Date', cell: ({ updatedAt }) => <LocalDate at={updatedAt} /> },
    {
      header: 'Actions',
      isAction: true,
      cell: order => (
        <div>
          <div className={actions}>
            <Link to={`/orders/${order.orderId}`} aria-label={`View order ${order.orderId}`} className={rowAction}>
              View
            </Link>
            <Action order={order} label="Edit" onTake={() => ask('status', order)} />
            <Action order={order} label="Delete" className="text-rosewood" onTake={() => ask('delete', order)} />
          </div>
          {order.paymentState === 'review' && (
            <div className={actions}>
              <Action order={order} label="Accept payment" suffix="of order" onTake={() => ask('accept', order)} />
              <Action order={order} label="Refund" onTake={() => ask('refund', order)} />
            </div>
          )}
        </div>
      ),
    },
  ]
  return <Table caption="All orders, newest first" columns={columns} rows={orders} keyOf={({ _id }) => _id} />
}

interface ActionProps {
  order: AdminOrder
  label: string
  suffix?: string
  className?: string
  onTake: () => void
}

const Action = ({ order, label, suffix = 'order', className = '', onTake }: ActionProps) => (
  <button
    type="button"
    aria-label={`${label} ${suffix} ${order.orderId}`}
    className={`${rowAction} ${className}`}
    onClick={onTake}
  >
    {label}
  </button>
)

/** The order's amount, its payment state, and how many pieces to pack. */
function Bought({ order }: { order: AdminOrder }) {
  const { paymentState, products } = order
  const pieces = products.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <p className="basis-full text-stone text-xs tabular-nums">
      <span className="whitespace-nowrap font-medium text-ink">
        {amountOf(order)}
        {paymentState === 'paid' && ' paid'}
      </span>
      , <span className="whitespace-nowrap">{pieces === 1 ? '1 piece' : `${pieces} pieces`}</span>
    </p>
  )
}

/** On one line in the table, truncated if it is too long. */
const Customer = ({ email }: { email: string }) => (
  <span title={email} className="min-w-0 md:block md:max-w-36 md:truncate xl:max-w-56">
    <Email>{email}</Email>
  </span>
)
