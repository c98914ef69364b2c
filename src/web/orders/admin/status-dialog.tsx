import { type FormEvent, useState } from 'react'
import { type OrderStatus, orderSteps, type ShownOrder } from '#domain/orders/order.ts'
import { formErrorOf } from '../../session/form-error.ts'
import { FormDialog } from '../../ui/feedback/form-dialog.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { button } from '../../ui/form/button.ts'
import { Field } from '../../ui/form/field.tsx'
import { useUpdateOrderStatusMutation } from './admin-api.ts'
import { questionOf, SecondQuestion } from './second-question.tsx'

interface StatusDialogProps {
  /** The order to change; the dialog is closed when undefined. */
  order: ShownOrder | undefined
  onClose: () => void
}

/** Sets an order to any of the four steps. */
export function StatusDialog({ order, onClose }: StatusDialogProps) {
  return (
    <FormDialog title="Update Order Status" open={order !== undefined} onClose={onClose}>
      {order && <StatusForm order={order} onClose={onClose} />}
    </FormDialog>
  )
}

function StatusForm({ order, onClose }: { order: ShownOrder; onClose: () => void }) {
  const [update, { isLoading }] = useUpdateOrderStatusMutation()
  const [formError, setFormError] = useState('')
  const [question, setQuestion] = useState<string>()

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!isLoading) set(new FormData(event.currentTarget).get('status') as OrderStatus)
  }

  async function set(status: OrderStatus, force?: true) {
    setFormError('')
    const { error } = await update({ id: order._id ?? '', status, force })
    if (error) {
      console.info('The status was not updated', error)
      const asked = questionOf(error)
      if (asked) return setQuestion(asked)
      setQuestion(undefined)
      return setFormError(formErrorOf(error))
    }
    toast.say('Updated order status')
    onClose()
  }

  if (question)
    return (
      <SecondQuestion
        text={question}
        action="Ship"
        isBusy={isLoading}
        onAgree={() => set('shipped', true)}
        onCancel={onClose}
      />
    )
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <p className="text-sm text-stone">
        Order #{order.number}{' '}
        <span className="block break-all text-xs tabular-nums tracking-[-0.01em]">{order.orderId}</span>
      </p>
      <Field
        as="select"
        label="Status"
        name="status"
        defaultValue={order.status}
        hint="Shipped: the customer is told in ten minutes. Set it back before then and nothing is sent."
      >
        {orderSteps.map(({ status, label }) => (
          <option key={status} value={status}>
            {label}
          </option>
        ))}
      </Field>
      {formError !== '' && (
        <p role="alert" className="text-danger text-sm">
          The status was not updated. {formError}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <button type="button" className={button.quiet} onClick={onClose}>
          Cancel
        </button>
        <button type="submit" className={button.primary} aria-disabled={isLoading}>
          {isLoading ? 'Updating…' : 'Update'}
        </button>
      </div>
    </form>
  )
}
