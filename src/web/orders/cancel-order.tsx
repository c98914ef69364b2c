import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { ShownOrder } from '#domain/orders/order.ts'
import { formErrorOf } from '../session/form-error.ts'
import { AlertDialog } from '../ui/feedback/alert-dialog.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { button } from '../ui/form/button.ts'
import { useCancelOrderMutation } from './buyer-api.ts'

interface CancelOrderProps {
  order: ShownOrder
  /** Opens the order without an account. */
  orderKey?: string
}

/** Cancels an order that awaits its payment, or that its buyer has just paid; nothing for any other. */
export function CancelOrder({ order, orderKey }: CancelOrderProps) {
  const [isAsked, setIsAsked] = useState(false)
  const isUnpaid = order.paymentState === 'awaiting' && order._id !== undefined
  if (!isUnpaid && !order.cancelUntil) return null
  const close = () => setIsAsked(false)
  return (
    <>
      <button type="button" className={`${button.quiet} self-start`} onClick={() => setIsAsked(true)}>
        Cancel this order
      </button>
      <AlertDialog
        open={isAsked}
        onClose={close}
        title="Cancel this order?"
        text={
          isUnpaid
            ? 'Its payment page closes, and what it holds is free for others. Nothing was charged.'
            : 'All that was paid goes back the way it came, and nothing is sent.'
        }
      >
        {isAsked && <Answer order={order} orderKey={orderKey} onClose={close} />}
      </AlertDialog>
    </>
  )
}

function Answer({ order: { orderId }, orderKey, onClose }: CancelOrderProps & { onClose: () => void }) {
  const [cancel, { isLoading }] = useCancelOrderMutation()

  async function go() {
    if (isLoading) return
    const { error } = await cancel({ orderId, key: orderKey })
    flushSync(onClose)
    document.getElementById('main')?.focus({ preventScroll: true }) // the button disappears with the answer
    if (!error) return toast.say('Order cancelled')
    console.info('The order was not cancelled', error)
    toast.alert(`The order was not cancelled. ${formErrorOf(error)}`)
  }

  return (
    <>
      <button type="button" className={button.quiet} onClick={onClose}>
        Back
      </button>
      <button type="button" className={button.primary} aria-disabled={isLoading} onClick={go}>
        {isLoading ? 'Cancelling…' : 'Cancel order'}
      </button>
    </>
  )
}
