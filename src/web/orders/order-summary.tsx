import { Check, CircleCheckBig, ClipboardList, PackageOpen, Truck } from 'lucide'
import { type OrderStatus, orderSteps, paymentSentences, type ShownOrder, stepState } from '#domain/order.ts'
import { Icon } from '../ui/icon.tsx'
import { LocalTime } from '../ui/local-time.tsx'
import { OrderDetails } from './order-details.tsx'

const icons = { pending: ClipboardList, processing: PackageOpen, shipped: Truck, completed: CircleCheckBig }

/** An order: 'Payment {status}', id, status, the four-step timeline, and for its owner what was bought and where it goes. */
export function OrderSummary({ order }: { order: ShownOrder }) {
  const { orderId, status, paymentState, history } = order
  return (
    <div className="mx-auto w-full max-w-2xl">
      <h1 className="text-4xl md:text-5xl">Payment {status}</h1>
      {!history && <p className="mt-4 text-lg">{paymentSentences[paymentState]}</p>}
      <dl className="mt-6 grid gap-x-6 text-sm sm:grid-cols-[auto_1fr] sm:gap-y-2">
        <dt className="text-stone">Order Id</dt>
        <dd className="mb-2 break-all font-medium sm:mb-0 tabular-nums">{orderId}</dd>
        <dt className="text-stone">Status</dt>
        <dd>{status}</dd>
      </dl>
      <ol aria-label="Timeline" className="mt-12">
        {orderSteps.map(step => (
          <Step key={step.status} {...step} order={order} />
        ))}
      </ol>
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
        <p className="mt-1 text-sm text-stone">{description}</p>
        {updatedAt && (
          <p className="mt-1 text-stone text-xs tabular-nums">
            Last updated <LocalTime at={updatedAt} />
          </p>
        )}
      </div>
    </li>
  )
}
