import { arrivedStates, type ShownOrder } from '#domain/orders/order.ts'
import { CancelOrder } from './cancel-order.tsx'
import { MessageForm } from './message-form.tsx'
import { MessageList } from './message-list.tsx'

interface BuyerActionsProps {
  order: ShownOrder
  /** Opens the order without an account. */
  orderKey: string | undefined
}

/** What a buyer can do with an order; nothing for a stranger. */
export function BuyerActions({ order, orderKey }: BuyerActionsProps) {
  const { _id, orderId, status, paymentState, messages = [], cancelUntil } = order
  if (!_id) return null
  const hasArrived = arrivedStates.some(state => state === paymentState)
  const canWrite = hasArrived && status !== 'completed'
  const canCancel = paymentState === 'awaiting' || cancelUntil !== undefined
  if (!canCancel && !canWrite && messages.length === 0) return null
  return (
    <section aria-labelledby="actions-title" className="mt-14 flex max-w-prose flex-col gap-5 print:hidden">
      <h2 id="actions-title" className="text-2xl">
        Questions and changes
      </h2>
      <CancelOrder order={order} orderKey={orderKey} />
      {messages.length > 0 && <MessageList messages={messages} />}
      {canWrite && <MessageForm orderId={orderId} orderKey={orderKey} />}
    </section>
  )
}
