import type { BoardReturn } from '#domain/returns/return.ts'
import { Field } from '../../ui/form/field.tsx'
import { useAssignOrderMutation } from './api.ts'
import { StepForm, type StepProps } from './step-form.tsx'

export function AssignForm({ shown, onClose }: StepProps<BoardReturn>) {
  const [assign] = useAssignOrderMutation()

  function send(fields: FormData) {
    const number = Number(String(fields.get('number')).trim().replace(/^#/, ''))
    return Number.isInteger(number) && number > 0 && number < 2 ** 31
      ? assign({ id: shown._id, number })
      : 'Type the number of an order, such as 1001.'
  }

  return (
    <StepForm action="Save" done="The withdrawal has its order" onClose={onClose} send={send}>
      <p className="text-sm [overflow-wrap:anywhere]">
        {shown.withdrawal?.name}, {shown.withdrawal?.email}, wrote “{shown.withdrawal?.contract}”.
      </p>
      <Field label="Number of the order" name="number" inputMode="numeric" autoComplete="off" />
    </StepForm>
  )
}
