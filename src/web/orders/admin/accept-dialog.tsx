import { useState } from 'react'
import type { ShownOrder } from '#domain/orders/order.ts'
import { formErrorOf } from '../../session/form-error.ts'
import { AlertDialog } from '../../ui/feedback/alert-dialog.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { button } from '../../ui/form/button.ts'
import { useAcceptPaymentMutation } from './admin-api.ts'
import { amountOf, customerOf } from './customer-of.ts'
import { useIsShown } from './use-is-shown.ts'

interface AcceptDialogProps {
  /** The order whose payment to accept; the dialog is closed when undefined. */
  order: ShownOrder | undefined
  onClose: () => void
}

/** Asks for confirmation before a payment in review counts, and names the amount and the customer. */
export const AcceptDialog = ({ order, onClose }: AcceptDialogProps) => (
  <AlertDialog
    open={order !== undefined}
    onClose={onClose}
    title="Accept this payment?"
    text={order && `${amountOf(order)} from ${customerOf(order)} will count as paid. ${order.reviewReason ?? ''}`}
  >
    {order && <Answer order={order} onClose={onClose} />}
  </AlertDialog>
)

function Answer({ order, onClose }: AcceptDialogProps & { order: ShownOrder }) {
  const [accept, { isLoading }] = useAcceptPaymentMutation()
  const [formError, setFormError] = useState('')
  const isShown = useIsShown()

  async function go() {
    if (isLoading) return
    setFormError('')
    const { error } = await accept(order._id ?? '')
    if (error) {
      console.info('The payment was not accepted.', error)
      const message = `The payment was not accepted. ${formErrorOf(error)}`
      return isShown.current ? setFormError(message) : toast.alert(message)
    }
    toast.say(`Accepted ${amountOf(order)} from ${customerOf(order)}`)
    if (isShown.current) onClose()
  }

  return (
    <>
      <button type="button" className={button.quiet} onClick={onClose}>
        Cancel
      </button>
      <button type="button" className={button.primary} aria-disabled={isLoading} onClick={go}>
        {isLoading ? 'Accepting…' : 'Accept payment'}
      </button>
      {formError !== '' && (
        <p role="alert" className="basis-full text-danger text-sm">
          {formError}
        </p>
      )}
    </>
  )
}
