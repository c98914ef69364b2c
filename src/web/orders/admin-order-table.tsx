import { Link } from 'react-router'
import type { AdminOrder } from '#domain/order.ts'
import { button } from '../ui/button.ts'
import { LocalDate } from '../ui/local-time.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { AdminStatusBadge, PaymentMark } from './admin-status-badge.tsx'
import { customerOf } from './customer-of.ts'
import { DeleteOrder } from './delete-order.tsx'
import type { Desk } from './use-order-desk.tsx'

const action = `${button.quiet} whitespace-nowrap px-4!`
const actions = 'flex flex-wrap gap-2 max-sm:justify-end min-[88rem]:flex-nowrap'

interface AdminOrderTableProps {
  orders: readonly AdminOrder[]
  ask: Desk['ask']
}

/** All orders, with what the shop can do about each. */
export function AdminOrderTable({ orders, ask }: AdminOrderTableProps) {
  const columns: Column<AdminOrder>[] = [
    {
      header: 'Order ID',
      cell: ({ orderId }) => (
        <span className="break-all sm:inline-block sm:min-w-38 sm:text-xs min-[88rem]:whitespace-nowrap">
          {orderId}
        </span>
      ),
    },
    { header: 'Customer', cell: order => <Email>{customerOf(order)}</Email> },
    {
      header: 'Status',
      cell: ({ status, paymentState, reviewReason }) => (
        <div className="flex max-w-64 flex-wrap gap-1.5 max-sm:justify-end">
          <AdminStatusBadge status={status} />
          <PaymentMark paymentState={paymentState} reason={reviewReason} />
        </div>
      ),
    },
    { header: 'Date', cell: ({ updatedAt }) => <LocalDate at={updatedAt} /> },
    {
      header: 'Actions',
      isAction: true,
      cell: order => (
        <div className="flex flex-col gap-2">
          <div className={actions}>
            <Link to={`/orders/${order.orderId}`} aria-label={`View order ${order.orderId}`} className={action}>
              View
            </Link>
            <Action order={order} label="Edit" onTake={() => ask('status', order)} />
            <DeleteOrder order={order} className={`${action} text-rosewood aria-disabled:opacity-50`} />
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
  onTake: () => void
}

const Action = ({ order, label, suffix = 'order', onTake }: ActionProps) => (
  <button type="button" aria-label={`${label} ${suffix} ${order.orderId}`} className={action} onClick={onTake}>
    {label}
  </button>
)

/** A long one breaks before its @. */
const Email = ({ children }: { children: string }) => {
  const at = Math.max(0, children.lastIndexOf('@'))
  return (
    <span className="min-[88rem]:inline-block min-[88rem]:min-w-38">
      {children.slice(0, at)}
      <wbr />
      {children.slice(at)}
    </span>
  )
}
