import type { ShownOrder } from '#domain/orders/order.ts'
import { paymentInWords } from '#domain/orders/payment-in-words.ts'
import { useIsAdmin } from '../../session/use-user.ts'
import { AdminParcels } from '../../shipments/admin-parcels.tsx'
import { button, textLink } from '../../ui/form/button.ts'
import { Link } from '../../ui/link.tsx'
import { MessageList } from '../message-list.tsx'
import { OrderDetails } from '../order-details.tsx'
import { OrderFacts } from '../order-facts.tsx'
import { OrderTimeline } from '../order-timeline.tsx'
import { OrderNotes } from '../packing/order-notes.tsx'
import { AdminStatusBadge, OrderBadges } from './admin-status-badge.tsx'
import { BackToOrders } from './back-to-orders.tsx'
import { LifeActions } from './life-actions.tsx'
import { MoneyBack } from './money-back.tsx'
import { OrderHistory } from './order-history.tsx'
import { PackingSlip, refundedNote } from './packing-slip.tsx'
import { useOrderActions } from './use-order-actions.tsx'

/** An order for staff and admins: beside it the possible actions, in print a packing slip. */
export default function AdminOrder({ order }: { order: ShownOrder }) {
  const isRefunded = order.paymentState === 'refunded'
  const inWords = paymentInWords(order)
  return (
    <>
      <BackToOrders />
      <div className="grid items-start gap-12 lg:grid-cols-[minmax(0,1fr)_20rem] print:hidden">
        <div className="w-full max-w-2xl">
          <h1 className="text-4xl md:text-5xl">Payment {isRefunded ? 'refunded' : order.status}</h1>
          {inWords && <p className="mt-2 text-sm text-stone">{inWords}</p>}
          <OrderFacts order={order} badge={<AdminStatusBadge {...order} />} />
          {!isRefunded && (
            <div className="mt-12">
              <h2 className="sr-only">Progress</h2>
              <OrderTimeline order={order} />
            </div>
          )}
          <div className="mt-14 border-line border-t pt-10">
            <OrderDetails order={order} title="What was ordered" />
          </div>
        </div>
        <OrderActions order={order} />
      </div>
      <PackingSlip order={order} />
    </>
  )
}

/** The customer, the history and the possible actions. */
function OrderActions({ order }: { order: ShownOrder }) {
  const { ask, dialogs } = useOrderActions()
  const isAdmin = useIsAdmin()
  const { paymentState, email, contactEmail, refundRefusal, refunds = [], history = [], messages = [] } = order
  const isRefunded = paymentState === 'refunded'
  const isRefundAsked = refunds.some(({ state }) => state === 'asked')
  const hasMoney = paymentState === 'paid' || paymentState === 'review'
  return (
    <section aria-labelledby="order-actions-title" className="rounded-card border border-line bg-paper p-6">
      <h2 id="order-actions-title" className="text-2xl">
        For the shop
      </h2>
      <div className="mt-4 flex flex-wrap gap-1.5">
        <OrderBadges order={order} />
      </div>
      {(isRefunded || order.refunding) && <p className="mt-4">{refundedNote(order)}</p>}
      <dl className="mt-4 text-sm [overflow-wrap:anywhere]">
        <dt className="text-stone">Customer</dt>
        <dd className="mb-2">{email ?? 'No e-mail'}</dd>
        <dt className="text-stone">E-mail typed at checkout</dt>
        <dd>{contactEmail ?? 'None'}</dd>
      </dl>
      <div className="mt-6 flex flex-col gap-2">
        {hasMoney && (
          <button
            type="button"
            className={order.refunding ? button.quiet : button.primary}
            onClick={() => ask('status', order)}
          >
            Update status
          </button>
        )}
        {isAdmin && paymentState === 'review' && (
          <button type="button" className={button.quiet} onClick={() => ask('accept', order)}>
            Accept payment
          </button>
        )}
        {hasMoney && !isRefundAsked && !refundRefusal && (
          <button type="button" className={button.quiet} onClick={() => ask('refund', order)}>
            Refund
          </button>
        )}
        {hasMoney && !isRefundAsked && refundRefusal && <p className="text-sm text-stone">{refundRefusal}</p>}
        {!isRefunded && (
          <button type="button" className={button.quiet} onClick={() => print()}>
            Print packing slip
          </button>
        )}
        <LifeActions order={order} />
      </div>
      {order._id && paymentState !== 'awaiting' && (
        <AdminParcels
          order={{ id: order._id, isOpen: order.status === 'pending' || order.status === 'processing' }}
          parcels={order.shipments ?? []}
        />
      )}
      <MoneyBack order={order} />
      {order._id && paymentState !== 'awaiting' && <OrderNotes order={order._id} />}
      {messages.length > 0 && (
        <section aria-labelledby="messages-title" className="mt-8">
          <h3 id="messages-title" className="mb-3 text-lg">
            The buyer wrote
          </h3>
          <MessageList messages={messages} />
          <Link
            to={`/dashboard/messages?status=all&q=${encodeURIComponent(`Order #${order.number}`)}`}
            className={textLink}
          >
            Answer in the messages
          </Link>
        </section>
      )}
      <h3 className="mt-8 mb-1 text-lg">History</h3>
      <OrderHistory history={history} />
      {dialogs}
    </section>
  )
}
