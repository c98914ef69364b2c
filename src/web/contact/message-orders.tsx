import { useId } from 'react'
import type { MessageOrders } from '#domain/message-answer.ts'
import { formatCents, toCents } from '#domain/money.ts'
import { Badge } from '../ui/feedback/badge.tsx'
import { Spinner } from '../ui/feedback/spinner.tsx'
import { textLink } from '../ui/form/button.ts'
import { Link } from '../ui/link.tsx'
import { LocalDate } from '../ui/local-time.tsx'
import { useMessageOrdersQuery } from './api.ts'

interface MessageOrdersProps {
  /** The message's `_id`. */
  id: string
  email: string
}

/** The orders with the address of a message, loaded when this is shown. */
export function MessageOrdersPanel({ id, email }: MessageOrdersProps) {
  const titleId = useId()
  const { currentData, isError, isFetching, refetch } = useMessageOrdersQuery(id)
  return (
    <section aria-labelledby={titleId} className="min-w-0 border-line max-lg:border-t max-lg:pt-4 lg:border-l lg:pl-5">
      <h3 id={titleId} className="text-lg">
        Orders with this address
      </h3>
      {currentData ? (
        <>
          <Orders found={currentData} />
          <Link to={`/dashboard/manage-orders?q=${encodeURIComponent(email)}`} className={`${textLink} text-sm`}>
            Search all orders for it
          </Link>
        </>
      ) : isError && !isFetching ? (
        <p role="alert" className="mt-2 text-danger text-sm">
          The orders could not be loaded.{' '}
          <button type="button" className={textLink} onClick={refetch}>
            Try again
          </button>
        </p>
      ) : (
        <Spinner />
      )}
    </section>
  )
}

function Orders({ found: { orders, total } }: { found: MessageOrders }) {
  if (total === 0) return <p className="mt-2 text-sm text-stone">None.</p>
  return (
    <>
      <p className="mt-1 text-stone text-xs">Who wrote may be somebody else: anybody can type an address.</p>
      <ul className="mt-2 divide-y divide-line text-sm tabular-nums">
        {orders.map(({ orderId, number, createdAt, status, paymentState, amount, isGuest }) => (
          <li key={orderId} className="py-2">
            <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <Link to={`/orders/${orderId}`} className={textLink} aria-label={`Order #${number}`}>
                #{number}
              </Link>
              <span>{formatCents(toCents(amount))}</span>
            </div>
            <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <span className="text-stone text-xs">
                <LocalDate at={createdAt} />
                {isGuest && ', as a guest'}
              </span>
              <Badge tone={paymentState === 'paid' ? 'grey' : 'yellow'}>
                {paymentState === 'paid' ? status : paymentState === 'review' ? 'in review' : paymentState}
              </Badge>
            </div>
          </li>
        ))}
      </ul>
      {total > orders.length && <p className="text-stone text-xs">{`The newest ${orders.length} of ${total}.`}</p>}
    </>
  )
}
