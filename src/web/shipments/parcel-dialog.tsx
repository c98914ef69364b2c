import { type FormEvent, useRef, useState } from 'react'
import { v4 } from 'uuid'
import type { Shipment } from '#domain/orders/order.ts'
import { trackingUrl } from '#domain/shipments/carriers.ts'
import { parcelLimits, readParcel } from '#domain/shipments/shipment.ts'
import { questionOf, SecondQuestion } from '../orders/admin/second-question.tsx'
import { formErrorOf, wasSentBefore } from '../session/form-error.ts'
import { FormDialog } from '../ui/feedback/form-dialog.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { button } from '../ui/form/button.ts'
import { Field } from '../ui/form/field.tsx'
import { type TypedParcel, useCorrectParcelMutation, useSendParcelMutation } from './api.ts'
import { CarrierField } from './carrier-field.tsx'

/** The order of a parcel. */
export interface ShippedOrder {
  /** Its `_id`. */
  id: string
  /** Its first parcel marks it as shipped. */
  isOpen: boolean
}

interface ParcelDialogProps {
  order: ShippedOrder
  /** The parcel to correct, or a new one; the dialog is closed when undefined. */
  edited: Shipment | 'new' | undefined
  onClose: () => void
}

/** Asks for carrier, number and link of a parcel. What is typed of a new one is still there after Escape. */
export function ParcelDialog({ order, edited, onClose }: ParcelDialogProps) {
  const [typed, setTyped] = useState<TypedParcel>()

  function end() {
    setTyped(undefined)
    onClose()
  }

  return (
    <FormDialog
      title={edited === 'new' ? 'Send a parcel' : 'Correct the parcel'}
      open={edited !== undefined}
      onClose={onClose}
    >
      {edited === 'new' && <ParcelForm order={order} start={typed} onType={setTyped} onClose={end} />}
      {edited && edited !== 'new' && <ParcelForm order={order} known={edited} onClose={onClose} />}
    </FormDialog>
  )
}

interface ParcelFormProps {
  order: ShippedOrder
  known?: Shipment
  /** What a new parcel starts with. */
  start?: TypedParcel
  onType?: (typed: TypedParcel) => void
  onClose: () => void
}

function ParcelForm({ order, known, start, onType, onClose }: ParcelFormProps) {
  const { isBusy, error, question, send } = useParcel(order, known, onClose)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!isBusy) send(typedIn(event.currentTarget))
  }

  if (question)
    return (
      <SecondQuestion
        text={question.text}
        action="Send it"
        isBusy={isBusy}
        onAgree={() => send(question.parcel, true)}
        onCancel={onClose}
      />
    )
  const isBuilt = known?.url === (trackingUrl(known?.carrier ?? '', known?.number ?? '') ?? null)
  return (
    <form
      onSubmit={submit}
      onInput={event => onType?.(typedIn(event.currentTarget))}
      noValidate
      className="flex flex-col gap-5"
    >
      <CarrierField defaultValue={(known ?? start)?.carrier} />
      <Field
        label="Tracking number"
        name="number"
        autoComplete="off"
        maxLength={parcelLimits.number}
        defaultValue={(known ?? start)?.number}
      />
      <Field
        label="Link"
        name="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        maxLength={parcelLimits.url}
        defaultValue={isBuilt ? '' : ((known ?? start)?.url ?? '')}
        hint="Left empty, it is built from the number where the carrier’s address is known."
      />
      {!known && (
        <p className="text-sm text-stone">
          {order.isOpen && 'The order becomes shipped. '}The customer is told in ten minutes. Correct or remove the
          parcel before then, and that is what they read.
        </p>
      )}
      {error !== '' && (
        <p role="alert" className="text-danger text-sm">
          {error}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <button type="button" className={button.quiet} onClick={onClose}>
          Cancel
        </button>
        <button type="submit" className={button.primary} aria-disabled={isBusy}>
          {isBusy ? 'Saving…' : known ? 'Save' : 'Send parcel'}
        </button>
      </div>
    </form>
  )
}

const typedIn = (form: HTMLFormElement) => Object.fromEntries(new FormData(form)) as unknown as TypedParcel

/** Sends or corrects a parcel. The same one sent again, after an error, is the same parcel. */
function useParcel(order: ShippedOrder, known: Shipment | undefined, onClose: () => void) {
  const [add, adding] = useSendParcelMutation()
  const [correct, correcting] = useCorrectParcelMutation()
  const [error, setError] = useState('')
  const [question, setQuestion] = useState<{ text: string; parcel: TypedParcel }>()
  const id = useRef(v4())

  async function send(parcel: TypedParcel, force?: true) {
    const read = readParcel(parcel)
    if (typeof read === 'string') return setError(read)
    setError('')
    const { error: problem } = known
      ? await correct({ id: known._id, ...parcel })
      : await add({ order: order.id, id: id.current, ...parcel, force })
    if (problem) {
      console.info('The parcel was not saved', problem)
      if (wasSentBefore(problem)) id.current = v4()
      const text = questionOf(problem)
      setQuestion(text ? { text, parcel } : undefined)
      return text ? undefined : setError(`The parcel was not saved. ${formErrorOf(problem)}`)
    }
    toast.say(known ? 'Parcel saved' : 'Parcel sent')
    onClose()
  }

  return { isBusy: adding.isLoading || correcting.isLoading, error, question, send }
}
