import { useRef } from 'react'
import { v4 } from 'uuid'
import type { BoardReturn } from '#domain/returns/return.ts'
import { readParcel } from '#domain/shipments/shipment.ts'
import { Field } from '../../ui/form/field.tsx'
import { Optional } from '../../ui/form/optional.tsx'
import { useSendSwapMutation } from './api.ts'
import { StepForm, type StepProps } from './step-form.tsx'

export function SwapForm({ shown, onClose }: StepProps<BoardReturn>) {
  const [sendSwap] = useSendSwapMutation()
  const id = useRef(v4())
  const sizes = shown.lines.flatMap(({ swap, name }) => (swap?.state === 'open' ? [`${name} in ${swap.size}`] : []))
  const text = (fields: FormData, name: string) => String(fields.get(name)).trim()
  function send(fields: FormData) {
    const parcel = {
      id: id.current,
      carrier: text(fields, 'carrier'),
      number: text(fields, 'number'),
      url: text(fields, 'url'),
    }
    const read = readParcel(parcel, { mayBeUnnamed: true })
    return typeof read === 'string' ? read : sendSwap({ return: shown._id, parcel })
  }

  return (
    <StepForm action="It is sent" done="The buyer is told that it is on its way" onClose={onClose} send={send}>
      <p className="text-sm [overflow-wrap:anywhere]">{sizes.join('; ')}</p>
      <Field label={<Optional>Carrier</Optional>} name="carrier" maxLength={60} autoComplete="off" />
      <Field label={<Optional>Tracking number</Optional>} name="number" maxLength={60} autoComplete="off" />
      <Field
        label={<Optional>Link to the tracking</Optional>}
        name="url"
        type="url"
        maxLength={500}
        autoComplete="off"
        placeholder="https://"
      />
    </StepForm>
  )
}
