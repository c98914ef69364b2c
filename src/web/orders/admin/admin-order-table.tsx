import { useLocation } from 'react-router'
import { countryName } from '#domain/orders/address-lines.ts'
import type { AdminOrder } from '#domain/orders/order.ts'
import { useIsAdmin } from '../../session/use-user.ts'
import { Email } from '../../ui/email.tsx'
import { Link } from '../../ui/link.tsx'
import { type Column, rowAction, Table } from '../../ui/list/table.tsx'
import { LocalDate } from '../../ui/local-time.tsx'
import { LinePicture } from '../line-picture.tsx'
import { OrderId } from '../order-id.tsx'
import { OrderBadges } from './admin-status-badge.tsx'
import { fromOrders } from './back-to-orders.tsx'
import { amountOf, customerOf } from './customer-of.ts'
import { useArchive } from './use-archive.ts'
import type { OrderActions } from './use-order-actions.tsx'

const actions = '-mx-2 flex max-md:justify-end'

interface AdminOrderTableProps {
  orders: readonly AdminOrder[]
  ask: OrderActions['ask']
}

/** All orders, each with the actions open to the viewer. */
export function AdminOrderTable({ orders, ask }: AdminOrderTableProps) {
  const isAdmin = useIsAdmin()
  const archive = useArchive()
  const { search } = useLocation()
  const columns: Column<AdminOrder>[] = [
    {
      header: 'Order ID',
      cell: ({ orderId, number }) => (
        <OrderId number={number} className="md:max-w-20 xl:max-w-40">
          {orderId}
        </OrderId>
      ),
    },
    { header: 'Customer', onCard: 'title', cell: order => <Customer order={order} /> },
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
            <Link
              to={`/orders/${order.orderId}`}
              state={fromOrders(search)}
              aria-label={`View order ${order.orderId}`}
              className={rowAction}
            >
              View
            </Link>
            <Action order={order} label="Edit" onTake={() => ask('status', order)} />
            {isAdmin && (
              <Action order={order} label="Delete" className="text-danger" onTake={() => ask('delete', order)} />
            )}
          </div>
          {isAdmin && order.archivedAt && (
            <div className={actions}>
              <Action order={order} label="Unarchive" onTake={() => archive.set(order._id, false)} />
            </div>
          )}
          {isAdmin && order.paymentState === 'review' && (
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

const maxPictures = 3

/** Pictures of the goods, the order's amount, its payment state, and how many pieces to pack. */
function Bought({ order }: { order: AdminOrder }) {
  const { paymentState, products } = order
  const pieces = products.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <div className="flex basis-full flex-wrap items-center gap-1.5 text-stone text-xs tabular-nums max-md:justify-end">
      {products.slice(0, maxPictures).map(({ _id, variantId, name, image }) => (
        <LinePicture key={variantId ?? (_id || name)} image={image} className="w-8" />
      ))}
      <p>
        <span className="whitespace-nowrap font-medium text-ink">
          {amountOf(order)}
          {paymentState === 'paid' && ' paid'}
        </span>
        , <span className="whitespace-nowrap">{pieces === 1 ? '1 piece' : `${pieces} pieces`}</span>
      </p>
    </div>
  )
}

/** The recipient's name, the e-mail on one line, truncated in the table if it is too long, and the country. */
function Customer({ order }: { order: AdminOrder }) {
  const { name, country } = order.address ?? {}
  const email = customerOf(order)
  return (
    <div className="min-w-0 md:w-max md:max-w-36 xl:max-w-56">
      {name && <span className="line-clamp-2">{name}</span>}
      <span title={email} className={`block min-w-0 md:truncate ${name ? 'text-stone text-xs' : ''}`}>
        <Email>{email}</Email>
      </span>
      {country && <span className="block text-stone text-xs">{countryName(country)}</span>}
    </div>
  )
}
