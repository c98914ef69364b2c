import type { ReactNode } from 'react'
import { headlineOf, pickupSentence } from '#domain/orders/headline.ts'
import { orderSteps, type ShownOrder } from '#domain/orders/order.ts'
import { useShop } from '../settings/api.ts'
import { Parcels } from '../shipments/parcels.tsx'
import { textLink } from '../ui/form/button.ts'
import { Link } from '../ui/link.tsx'
import { OrderDetails } from './order-details.tsx'
import { OrderFacts } from './order-facts.tsx'
import { OrderReturns } from './order-returns.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { ReturnLink } from './return-link.tsx'
import { StatusBadge } from './status-badge.tsx'

interface OrderSummaryProps {
  order: ShownOrder
  /** On a narrow screen: what was ordered comes before what happens next. */
  hasDetailsFirst?: boolean
  /** Shown below the order's number. */
  children?: ReactNode
}

/**
 * An order for its buyer: first that it is placed and paid, then its number and status, what was ordered, and the timeline. A
 * stranger sees neither the products nor an address. An order that was refunded or never paid has no timeline.
 */
export function OrderSummary({ order, hasDetailsFirst = false, children }: OrderSummaryProps) {
  const { status, paymentState, products } = order
  const { placed, name, address } = useShop()
  const isPickup = order.costs?.isPickup ?? false
  const isOver = endedStates.some(state => state === paymentState)
  return (
    <div className="grid items-start gap-x-16 gap-y-14 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)] lg:grid-rows-[auto_1fr]">
      <div>
        <p className="mb-8 text-balance border-line border-b pb-8">
          <span className="block font-display text-3xl leading-tight md:text-4xl">{headlineOf(order)}</span>
          <ConfirmationNote order={order} />
        </p>
        <h1 className="font-medium font-sans text-base tracking-normal">Payment {isOver ? paymentState : status}</h1>
        {paymentState === 'paid' && (
          <p className="mt-1 text-sm text-stone">
            Nothing is left to pay. “{orderSteps.find(step => step.status === status)?.label}” is how far your order has
            come.
          </p>
        )}
        <OrderFacts order={order} badge={<StatusBadge {...order} />} />
        <Parcels parcels={order.shipments} />
        {children}
        <OrderReturns order={order} />
        {products && <ReturnLink order={order} />}
        {products && !order.history && !isOver && (
          <p className="mt-4">
            <Link to={`/withdraw?order=${order.number}`} className={textLink}>
              Withdraw from contract here
            </Link>
          </p>
        )}
      </div>
      <div className={`lg:col-start-2 lg:row-span-2 lg:row-start-1 ${hasDetailsFirst ? '' : 'max-lg:order-last'}`}>
        {products ? <OrderDetails order={order} title="What you ordered" /> : <StrangersNote />}
      </div>
      {!isOver && (
        <section aria-labelledby="next-title">
          <h2 id="next-title" className="text-2xl">
            What happens next
          </h2>
          {isToBePacked(order) && (isPickup || placed) && (
            <p className="mt-2 text-sm text-stone">{isPickup ? pickupSentence : placed}</p>
          )}
          {isPickup && status !== 'completed' && (
            <p className="mt-2 text-sm text-stone">Fetch it at {[name, ...address].join(', ')}.</p>
          )}
          <div className="mt-6">
            <OrderTimeline order={order} />
          </div>
        </section>
      )}
    </div>
  )
}

/** Nothing happens next. */
const endedStates = ['refunded', 'failed', 'expired'] as const

const isToBePacked = ({ paymentState, status, refunding }: ShownOrder) =>
  paymentState === 'paid' && !refunding && (status === 'pending' || status === 'processing')

/** Where the confirmation went. The text of a stranger is as long, so that nothing moves when the order is known. */
function ConfirmationNote({ order }: { order: ShownOrder }) {
  if (!isToBePacked(order)) return null
  return (
    <span
      key={order.contactEmail} // another element, or its words would move
      className="mt-4 block min-h-12 text-stone [overflow-wrap:anywhere] sm:min-h-6"
    >
      A confirmation is on its way to {order.contactEmail ?? 'the e-mail address given with the payment'}.
    </span>
  )
}

/** For somebody who has the address of the page alone. */
const StrangersNote = () => (
  <section aria-labelledby="stranger-title" className="rounded-card border border-line bg-paper p-6">
    <h2 id="stranger-title" className="text-xl">
      Is this your order?
    </h2>
    <p className="mt-3 text-sm text-stone leading-relaxed">
      What was ordered and where it goes is shown in the browser that bought it, by the link in our e-mails, and to the
      account that ordered.
    </p>
    <p className="mt-2">
      <Link to="/login" className={textLink}>
        Log in
      </Link>
    </p>
  </section>
)
