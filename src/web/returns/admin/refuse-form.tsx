import type { BoardReturn } from '#domain/returns/return.ts'
import { maxMessageLength } from '#domain/returns/return.ts'
import { Field } from '../../ui/form/field.tsx'
import { useRefuseReturnMutation } from './api.ts'
import { StepForm, type StepProps } from './step-form.tsx'

export function RefuseForm({ shown, onClose }: StepProps<BoardReturn>) {
  const [refuse] = useRefuseReturnMutation()

  function send(fields: FormData) {
    const refusal = String(fields.get('refusal')).trim()
    return refusal ? refuse({ id: shown._id, refusal }) : 'Say in a sentence why, for the buyer reads it.'
  }

  return (
    <StepForm action="Refuse" done="Refused. The buyer is told why" onClose={onClose} send={send}>
      {shown.kind === 'withdrawal' && (
        <p className="text-sm">
          The law gives buyers in the European Union the right to withdraw. Refuse only what it exempts, or what came
          too late.
        </p>
      )}
      <Field
        as="textarea"
        label="Why"
        name="refusal"
        rows={4}
        maxLength={maxMessageLength}
        hint="The buyer reads it, in an e-mail and on the page of the order."
      />
    </StepForm>
  )
}
