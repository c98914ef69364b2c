import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { ShownOrder } from '#domain/orders/order.ts'
import { formErrorOf } from '../../session/form-error.ts'
import { useUndo } from '../../session/use-undo.ts'
import { AlertDialog } from '../../ui/feedback/alert-dialog.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { button } from '../../ui/form/button.ts'
import { useDeleteOrderMutation } from './admin-api.ts'
import { amountOf, customerOf, piecesWords } from './customer-of.ts'
import { questionOf, SecondQuestion } from './second-question.tsx'

interface DeleteOrderProps {
  /** The order to delete; the dialog is closed when undefined. */
  order: ShownOrder | undefined
  onClose: () => void
}

/** Asks for confirmation and says what is deleted along with the order. The toast afterwards offers to undo it. */
export const DeleteOrder = ({ order, onClose }: DeleteOrderProps) => (
  <AlertDialog open={order !== undefined} onClose={onClose} title="Delete this order?" text={order && textOf(order)}>
    {order && <Answer order={order} onClose={onClose} />}
  </AlertDialog>
)

function textOf(order: ShownOrder): string {
  const hasMoney = !order.refunding && (order.paymentState === 'paid' || order.paymentState === 'review')
  return [
    `The order of ${amountOf(order)} from ${customerOf(order)} leaves your list and your figures, and its page is gone for the customer too.`,
    ...(hasMoney ? ['No money is given back.'] : []),
    `You can undo this on the Audit page.${hasMoney ? piecesWords(order) : ''}`,
  ].join(' ')
}

function Answer({ order: { _id = '', orderId }, onClose }: DeleteOrderProps & { order: ShownOrder }) {
  const [deleteOrder, { isLoading }] = useDeleteOrderMutation()
  const undo = useUndo()
  const [question, setQuestion] = useState<string>()

  async function go(force: boolean) {
    if (isLoading) return
    const { data, error } = await deleteOrder({ id: _id, force })
    const asked = error && questionOf(error)
    if (asked) return setQuestion(asked)
    flushSync(onClose)
    if (data) return toast.say(`Delete order ${orderId}`, { label: 'Undo', run: () => undo(data.auditId) })
    console.info('The order was not deleted', error)
    toast.alert(`The order was not deleted. ${formErrorOf(error)}`)
  }

  if (question)
    return (
      <SecondQuestion text={question} action="Delete" isBusy={isLoading} onAgree={() => go(true)} onCancel={onClose} />
    )
  return (
    <>
      <button type="button" className={button.quiet} onClick={onClose}>
        Cancel
      </button>
      <button type="button" className={button.primary} aria-disabled={isLoading} onClick={() => go(false)}>
        {isLoading ? 'Deleting…' : 'Delete'}
      </button>
    </>
  )
}
