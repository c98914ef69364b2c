import { type FormEvent, useRef, useState } from 'react'
import { v4 } from 'uuid'
import { formatCents, plainAmount, toCents } from '#domain/money.ts'
import type { Refundable, ShownOrder } from '#domain/orders/order.ts'
import { maxReasonLength, type RefundRequest } from '#domain/orders/refund.ts'
import { formErrorOf } from '../../session/form-error.ts'
import { FormDialog } from '../../ui/feedback/form-dialog.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { button } from '../../ui/form/button.ts'
import { Field } from '../../ui/form/field.tsx'
import { useRefundOrderMutation } from './admin-api.ts'
import { amountOf, customerOf, piecesWords } from './customer-of.ts'
import { centsOf, hasPieces, nothingChosen, partsOf, type RefundChoice, readAmount } from './refund-choice.ts'
import { RefundParts } from './refund-parts.tsx'
import { useIsShown } from './use-is-shown.ts'

interface RefundDialogProps {
  /** The order to refund; the dialog is closed when undefined. */
  order: ShownOrder | undefined
  /** The return that it settles, with the parts that are chosen at first. */
  settles?: { returnId: string; choice: RefundChoice }
  onClose: () => void
}

/** Asks what of an order goes back, and names the amount and the customer. */
export const RefundDialog = ({ order, settles, onClose }: RefundDialogProps) => (
  <FormDialog title="Refund this order?" open={order !== undefined} onClose={onClose}>
    {order && <RefundForm order={order} settles={settles} onClose={onClose} />}
  </FormDialog>
)

type RefundFormProps = Pick<RefundDialogProps, 'settles' | 'onClose'> & { order: ShownOrder }

function RefundForm({ order, settles, onClose }: RefundFormProps) {
  const { refundable, products = [] } = order
  const [choice, setChoice] = useState(settles?.choice)
  const { isLoading, error, setError, send } = useRefund(order, onClose)
  const cents = choice && refundable ? centsOf(choice, refundable) : undefined
  const choose = (next: RefundChoice | undefined) => {
    setChoice(next)
    setError('')
  }
  const excess = cents !== undefined && refundable ? excessOf(cents, refundable) : ''

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isLoading || excess) return
    if (choice && readAmount(choice.amount) === undefined)
      return setError(`Type an amount such as ${plainAmount(1_250)}.`)
    if (cents === 0) return setError('Choose what goes back.')
    const reason = String(new FormData(event.currentTarget).get('reason')).trim()
    send(
      { ...(choice && partsOf(choice)), ...(reason && { reason }), ...(settles && { returnId: settles.returnId }) },
      cents,
    )
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {refundable && (
        <fieldset className="flex flex-col">
          <legend className="sr-only">What goes back</legend>
          <Mode isChosen={!choice} onChoose={() => choose(undefined)}>
            Everything that is left, <span className="tabular-nums">{formatCents(toCents(refundable.amount))}</span>
          </Mode>
          <Mode isChosen={choice !== undefined} onChoose={() => choose(choice ?? nothingChosen)}>
            Choose what goes back
          </Mode>
        </fieldset>
      )}
      {choice && refundable && (
        <RefundParts products={products} refundable={refundable} choice={choice} onChange={choose} />
      )}
      <Field
        label="Reason"
        name="reason"
        maxLength={maxReasonLength}
        hint="For the shop only. The customer never sees it."
      />
      <p className="text-sm text-stone [overflow-wrap:anywhere]" aria-live="polite">
        {excess ? (
          <span className="text-danger">{excess}</span>
        ) : (
          consequences(order, choice, { cents, hasCome: settles !== undefined })
        )}
      </p>
      {error !== '' && (
        <p role="alert" className="text-danger text-sm">
          {error}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <button type="button" className={button.quiet} onClick={onClose}>
          Cancel
        </button>
        <button
          type="submit"
          className={`${button.primary} ${excess ? 'opacity-50' : ''}`}
          aria-disabled={isLoading || excess !== ''}
        >
          {isLoading ? 'Refunding…' : cents === undefined ? 'Refund' : `Refund ${formatCents(cents)}`}
        </button>
      </div>
    </form>
  )
}

interface ModeProps {
  isChosen: boolean
  onChoose: () => void
  children: React.ReactNode
}

const Mode = ({ isChosen, onChoose, children }: ModeProps) => (
  <label className="flex min-h-11 items-center gap-3 text-sm">
    <input type="radio" name="mode" className="size-5 shrink-0 accent-wine" checked={isChosen} onChange={onChoose} />
    <span>{children}</span>
  </label>
)

/** Why so much cannot go back, in one sentence. */
function excessOf(cents: number, { amount, max }: Refundable): string {
  if (cents > toCents(amount))
    return `That is ${formatCents(cents)}, and only ${formatCents(toCents(amount))} is left to refund.`
  if (cents > toCents(max))
    return `That is ${formatCents(cents)}, and staff can refund ${formatCents(toCents(max))} more.`
  return ''
}

/** @param choice undefined for everything that is left */
function consequences(
  order: ShownOrder,
  choice: RefundChoice | undefined,
  { cents = 0, hasCome }: { cents: number | undefined; hasCome: boolean },
): string {
  const customer = customerOf(order)
  const end = 'An e-mail tells them. This cannot be undone.'
  if (choice)
    return `${formatCents(cents)} will go back to ${customer}. ${end}${hasPieces(choice) && !hasCome ? keptOut : ''}`
  if (order.paymentState === 'review')
    return `All that was paid for this order of ${amountOf(order)} will go back to ${customer}. ${end} ${order.reviewReason ?? ''}${piecesWords(order)}`
  return `${leftOf(order)} will go back to ${customer}. ${end}${piecesWords(order)}`
}

const keptOut =
  ' Refunded pieces do not go back into stock: if you keep some, count what lies on the shelf once the order is shipped.'

const leftOf = ({ amount = 0, refunded = 0, refundable }: ShownOrder) =>
  formatCents(toCents(refundable?.amount ?? amount - refunded))

/** Sends a refund. The same one sent again, after an error, is the same refund. */
function useRefund(order: ShownOrder, onClose: () => void) {
  const [refund, { isLoading }] = useRefundOrderMutation()
  const [error, setError] = useState('')
  const sent = useRef({ key: v4(), wanted: '' })
  const isShown = useIsShown()

  async function send(wanted: Omit<RefundRequest, 'key'>, cents: number | undefined) {
    const text = JSON.stringify(wanted)
    if (text !== sent.current.wanted) sent.current = { key: v4(), wanted: text }
    setError('')
    const { data, error: problem } = await refund({ id: order._id ?? '', ...wanted, key: sent.current.key })
    if (problem) {
      console.info('The order was not refunded.', problem)
      if (isRefused(problem)) sent.current = { key: v4(), wanted: '' }
      const message = `The order was not refunded. ${formErrorOf(problem)}`
      return isShown.current ? setError(message) : toast.alert(message)
    }
    toast.say(outcome(order, data, cents))
    if (isShown.current) onClose()
  }

  return { isLoading, error, setError, send }
}

/** The refund has failed at the provider: another attempt is another refund. */
const isRefused = (error: unknown) => (error as { data?: { code?: string } }).data?.code === 'refund_refused'

function outcome(order: ShownOrder, { refunds = [] }: ShownOrder, cents: number | undefined): string {
  const customer = customerOf(order)
  const sum = cents === undefined ? leftOf(order) : formatCents(cents)
  if (refunds.some(({ state }) => state === 'asked')) return `${sum} is on its way back to ${customer}`
  return cents === undefined
    ? `Refunded the order of ${amountOf(order)} to ${customer}`
    : `Refunded ${sum} to ${customer}`
}
