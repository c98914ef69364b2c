import { useState } from 'react'
import type { PlannedEdit } from '#domain/products/bulk-edit.ts'
import { formErrorOf } from '../../../session/form-error.ts'
import { useChoices } from '../../../settings/api.ts'
import { autofocus } from '../../../ui/autofocus.ts'
import { FormDialog } from '../../../ui/feedback/form-dialog.tsx'
import { button } from '../../../ui/form/button.ts'
import { Choices } from '../../../ui/form/choices.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { type BulkTexts, usePreviewBulkEditMutation } from '../api.ts'
import { BulkPreview } from './bulk-preview.tsx'

interface BulkEditDialogProps {
  /** The products; the dialog is closed when undefined. */
  ids: string[] | undefined
  onClose: () => void
  onDone: () => void
}

/** Changes many products at once: first what, then a preview of each product, then the change. */
export function BulkEditDialog({ ids, onClose, onDone }: BulkEditDialogProps) {
  return (
    <FormDialog
      title={ids?.length === 1 ? 'Change 1 product' : `Change ${ids?.length ?? 0} products`}
      open={ids !== undefined}
      onClose={onClose}
      isWide
    >
      {ids && <Steps ids={ids} onClose={onClose} onDone={onDone} />}
    </FormDialog>
  )
}

function Steps({ ids, onClose, onDone }: { ids: string[]; onClose: () => void; onDone: () => void }) {
  const [change, setChange] = useState<BulkTexts>()
  const [plans, setPlans] = useState<PlannedEdit[]>()
  if (change && plans)
    return (
      <BulkPreview
        plans={plans}
        asked={ids.length}
        change={change}
        onBack={() => setPlans(undefined)}
        onDone={onDone}
      />
    )
  return (
    <ChangeForm
      ids={ids}
      typed={change}
      onClose={onClose}
      onPlanned={(change, plans) => {
        setChange(change)
        setPlans(plans)
      }}
    />
  )
}

interface ChangeFormProps {
  ids: string[]
  typed: BulkTexts | undefined
  onClose: () => void
  onPlanned: (change: BulkTexts, plans: PlannedEdit[]) => void
}

const statuses = [
  { value: 'public', label: 'Public' },
  { value: 'draft', label: 'Draft' },
  { value: 'hidden', label: 'Hidden' },
]
const leave = 'Leave as it is'

function ChangeForm({ ids, typed, onClose, onPlanned }: ChangeFormProps) {
  const { categories, colors } = useChoices()
  const [preview] = usePreviewBulkEditMutation()
  const form = useForm<keyof BulkTexts>({
    check: () => ({}),
    async send(change) {
      const { data, error } = await preview({ ids, ...change })
      if (!data) return formErrorOf(error)
      onPlanned(change, data)
    },
  })
  return (
    <Form
      form={form}
      action="Preview"
      progress="Looking…"
      beside={
        <button type="button" className={button.quiet} onClick={onClose}>
          Cancel
        </button>
      }
    >
      <div className="grid gap-5 *:min-w-0 sm:grid-cols-2">
        <Field ref={autofocus} as="select" name="category" label="Category" defaultValue={typed?.category}>
          <Choices of={categories} unset={leave} />
        </Field>
        <Field as="select" name="color" label="Color" defaultValue={typed?.color}>
          <Choices of={colors} unset={leave} />
        </Field>
        <Field as="select" name="status" label="Status" defaultValue={typed?.status}>
          <Choices of={statuses} unset={leave} />
        </Field>
        <Field
          name="percent"
          label="Price by percent"
          inputMode="text"
          autoComplete="off"
          defaultValue={typed?.percent}
          hint="Ex: -20 for a fifth less, 5 for a little more. Empty leaves prices as they are."
        />
      </div>
    </Form>
  )
}
