import { Check, CircleCheckBig, ClipboardList, PackageOpen, Truck } from 'lucide'
import type { ReactNode } from 'react'
import { type OrderStatus, orderSteps, paymentSentences, type ShownOrder, stepState } from '#domain/orders/order.ts'
import { Icon } from '../ui/icon.tsx'
import { LocalTime } from '../ui/local-time.tsx'
import { AdminStatusBadge } from './admin-status-badge.tsx'
import { OrderDetails } from './order-details.tsx'
import { StatusBadge } from './status-badge.tsx'

const icons = { pending: ClipboardList, processing: PackageOpen, shipped: Truck, completed: CircleCheckBig }

/** The text of a step that is still ahead. */
const notYet: Record<OrderStatus, string> = {
  pending: 'Not yet awaiting processing.',
  processing: 'Not yet being processed.',
  shipped: 'Not yet shipped.',
  completed: 'Not yet successfully completed.',
}

const labelOf = (status: OrderStatus) => orderSteps.find(step => step.status === status)?.label

interface OrderSummaryProps {
  order: ShownOrder
  /** Shown above the timeline. */
  children?: ReactNode
}

/**
 * An order: the heading 'Payment {status}', id, status, the four-step timeline, and for its owner the products and the
 * delivery address. A refunded order has no timeline.
 */
export function OrderSummary({ order, children }: OrderSummaryProps) {
  const { orderId, number, status, paymentState, history } = order
  const isRefunded = paymentState === 'refunded'
  return (
    <div className={`w-full max-w-2xl ${history ? '' : 'mx-auto'}`}>
      {!history && (
        <p className="mb-8 text-balance border-line border-b pb-8 font-display text-3xl leading-tight md:text-4xl">
          {order.refunding ? 'Your money is on its way back.' : paymentSentences[paymentState]}
        </p>
      )}
      <h1 className={history ? 'text-4xl md:text-5xl' : 'font-medium font-sans text-base tracking-normal'}>
        Payment {isRefunded ? 'refunded' : status}
      </h1>
      {!history && paymentState === 'paid' && (
        <p className="mt-1 text-sm text-stone">
          Nothing is left to pay. “{labelOf(status)}” is how far your order has come.
        </p>
      )}
      <dl className="mt-4 grid gap-x-6 text-sm sm:grid-cols-[auto_1fr] sm:items-center sm:gap-y-2">
        <dt className="text-stone">Order number</dt>
        <dd className="mb-2 font-medium tabular-nums sm:mb-0">#{number}</dd>
        <dt className="text-stone">Order Id</dt>
        <dd className="mb-2 break-all tabular-nums sm:mb-0">{orderId}</dd>
        <dt className="text-stone">Status</dt>
        <dd>{history ? <AdminStatusBadge {...order} /> : <StatusBadge {...order} />}</dd>
      </dl>
      {children}
      {!isRefunded && (
        <ol aria-label="Timeline" className="mt-12">
          {orderSteps.map(step => (
            <Step key={step.status} {...step} order={order} />
          ))}
        </ol>
      )}
      <OrderDetails order={order} />
    </div>
  )
}

interface StepProps {
  status: OrderStatus
  label: string
  description: string
  order: ShownOrder
}

const circles = {
  completed: 'border-sage bg-sage text-ivory',
  current: 'border-wine bg-wine text-on-wine',
  ahead: 'border-line bg-paper text-stone',
}

function Step({ status, label, description, order }: StepProps) {
  const state = stepState(status, order.status)
  const reachedAt = order.events.findLast(event => event.status === status)?.at
  const updatedAt = state === 'ahead' ? undefined : (reachedAt ?? order.updatedAt)
  const icon = state === 'completed' ? Check : icons[status]
  return (
    <li
      aria-current={state === 'current' ? 'step' : undefined}
      className="relative grid grid-cols-[auto_1fr] gap-5 pb-10 last:pb-0 before:absolute before:top-11 before:bottom-0 before:left-[1.375rem] before:w-px before:bg-line last:before:hidden"
    >
      <span
        className={`inline-flex size-11 items-center justify-center rounded-full border forced-color-adjust-none ${circles[state]}`}
      >
        <Icon of={icon} className="size-5" />
      </span>
      <div className={`pt-1.5 ${state === 'ahead' ? 'text-stone' : ''}`}>
        <h2 className="text-xl">
          {label}
          {state !== 'ahead' && <span className="sr-only"> ({state})</span>}
        </h2>
        <p className="mt-1 text-sm text-stone">{state === 'ahead' ? notYet[status] : description}</p>
        {updatedAt && (
          <p className="mt-1 text-stone text-xs tabular-nums">
            Last updated <LocalTime at={updatedAt} />
          </p>
        )}
      </div>
    </li>
  )
}
