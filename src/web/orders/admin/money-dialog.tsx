import { useEffect, useRef, useState } from 'react'
import type { ShownOrder } from '#domain/orders/order.ts'
import { formErrorOf } from '../../session/form-error.ts'
import { AlertDialog } from '../../ui/feedback/alert-dialog.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { button } from '../../ui/form/button.ts'
import { useAcceptPaymentMutation, useRefundOrderMutation } from './admin-api.ts'
import { amountOf, customerOf, piecesWords } from './customer-of.ts'

type Kind = 'refund' | 'accept'

interface MoneyDialogProps {
  kind: Kind
  /** The order to refund or accept; the dialog is closed when undefined. */
  order: ShownOrder | undefined
  onClose: () => void
}

const words = {
  refund: { title: 'Refund this order?', progress: 'Refunding…', failed: 'The order was not refunded.' },
  accept: { title: 'Accept this payment?', progress: 'Accepting…', failed: 'The payment was not accepted.' },
}

/** Asks for confirmation before money moves, and names the amount and the customer. */
export const MoneyDialog = ({ kind, order, onClose }: MoneyDialogProps) => (
  <AlertDialog
    open={order !== undefined}
    onClose={onClose}
    title={words[kind].title}
    text={order && textOf(kind, order)}
  >
    {order && <Answer kind={kind} order={order} onClose={onClose} />}
  </AlertDialog>
)

function textOf(kind: Kind, order: ShownOrder): string {
  const [amount, customer] = [amountOf(order), customerOf(order)]
  const reason = order.paymentState === 'review' ? (order.reviewReason ?? '') : ''
  if (kind === 'accept') return `${amount} from ${customer} will count as paid. ${reason}`
  if (!reason)
    return `${amount} will go back to ${customer}. A letter tells them. This cannot be undone.${piecesWords(order)}`
  return `All that was paid for this order of ${amount} will go back to ${customer}. A letter tells them. This cannot be undone. ${reason}${piecesWords(order)}`
}

function Answer({ kind, order, onClose }: MoneyDialogProps & { order: ShownOrder }) {
  const [refund, refunding] = useRefundOrderMutation()
  const [accept, accepting] = useAcceptPaymentMutation()
  const [formError, setFormError] = useState('')
  const isShown = useIsShown()
  const isBusy = refunding.isLoading || accepting.isLoading
  const { progress, failed } = words[kind]

  async function go() {
    if (isBusy) return
    setFormError('')
    const { data, error } = await (kind === 'refund' ? refund : accept)(order._id ?? '')
    if (error) {
      console.info(failed, error)
      const message = `${failed} ${formErrorOf(error)}`
      return isShown.current ? setFormError(message) : toast.alert(message)
    }
    const [amount, customer] = [amountOf(order), customerOf(order)]
    toast.say(
      kind === 'accept'
        ? `Accepted ${amount} from ${customer}`
        : data?.refunding
          ? `${amount} is on its way back to ${customer}`
          : `Refunded the order of ${amount} to ${customer}`,
    )
    if (isShown.current) onClose()
  }

  return (
    <>
      <button type="button" className={button.quiet} onClick={onClose}>
        Cancel
      </button>
      <button type="button" className={button.primary} aria-disabled={isBusy} onClick={go}>
        {isBusy ? progress : kind === 'refund' ? 'Refund' : 'Accept payment'}
      </button>
      {formError !== '' && (
        <p role="alert" className="basis-full text-danger text-sm">
          {formError}
        </p>
      )}
    </>
  )
}

/** Whether the dialog is still open when an answer arrives. */
function useIsShown() {
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return isShown
}
