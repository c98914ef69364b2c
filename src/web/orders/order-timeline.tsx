import { Check, CircleCheckBig, ClipboardList, PackageOpen, Truck } from 'lucide'
import { type OrderStatus, orderSteps, type ShownOrder, stepState } from '#domain/orders/order.ts'
import { Icon } from '../ui/icon.tsx'
import { LocalTime } from '../ui/local-time.tsx'

const icons = { pending: ClipboardList, processing: PackageOpen, shipped: Truck, completed: CircleCheckBig }

/** The text of a step that is still ahead. */
const notYet: Record<OrderStatus, string> = {
  pending: 'Not yet awaiting processing.',
  processing: 'Not yet being processed.',
  shipped: 'Not yet shipped.',
  completed: 'Not yet successfully completed.',
}

const pickup = { reached: 'Your order is ready to be fetched.', ahead: 'Not yet ready to be fetched.' }

/** The four steps of an order: those reached with their time, and those ahead. */
export const OrderTimeline = ({ order }: { order: ShownOrder }) => (
  <ol aria-label="Timeline">
    {orderSteps.map(step => (
      <Step key={step.status} {...step} order={order} />
    ))}
  </ol>
)

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
  const words = status === 'shipped' && order.costs?.isPickup ? pickup : { reached: description, ahead: notYet[status] }
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
        <h3 className="text-xl">
          {label}
          {state !== 'ahead' && <span className="sr-only"> ({state})</span>}
        </h3>
        <p className="mt-1 text-sm text-stone">{state === 'ahead' ? words.ahead : words.reached}</p>
        {updatedAt && (
          <p className="mt-1 text-stone text-xs tabular-nums">
            Last updated <LocalTime at={updatedAt} />
          </p>
        )}
      </div>
    </li>
  )
}
