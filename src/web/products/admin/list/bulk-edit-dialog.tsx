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
import { localOf, momentOf, unfinishedMoment } from '../../../ui/form/local-moment.ts'
import { Optional } from '../../../ui/form/optional.tsx'
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
const sales = [
  { value: 'begin', label: 'Put on sale' },
  { value: 'end', label: 'End the sale' },
]
const leave = 'Leave as it is'

/** The moments of the sale in UTC, which the form shows in the time zone of this browser. */
function momentsOf(elements: HTMLFormControlsCollection) {
  const of = (name: string) => momentOf(elements.namedItem(name) as HTMLInputElement) ?? ''
  return { saleFrom: of('saleFrom'), saleUntil: of('saleUntil') }
}

function ChangeForm({ ids, typed, onClose, onPlanned }: ChangeFormProps) {
  const { categories, colors } = useChoices()
  const [preview] = usePreviewBulkEditMutation()
  const [sale, setSale] = useState(typed?.endsSale ? 'end' : typed?.salePercent ? 'begin' : '')
  const form = useForm<keyof BulkTexts | 'sale'>({
    check: () => ({}),
    async send({ sale, ...texts }, { elements }) {
      const moments = sale === 'begin' ? momentsOf(elements) : undefined
      const unfinished = Object.entries(moments ?? {}).filter(([, moment]) => moment === unfinishedMoment)
      if (unfinished.length > 0)
        return Object.fromEntries(unfinished.map(([name]) => [name, 'Finish this date and its time, or clear it.']))
      const change = { ...texts, ...moments, ...(sale === 'end' && { endsSale: 'true' }) }
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
        <Field
          as="select"
          name="sale"
          label="Sale"
          value={sale}
          onChange={({ target }) => setSale(target.value)}
          hint={sale === 'begin' ? 'It replaces the sale that a product has.' : undefined}
        >
          <Choices of={sales} unset={leave} />
        </Field>
        {sale === 'begin' && (
          <>
            <Field
              name="salePercent"
              label="Percent off"
              inputMode="decimal"
              autoComplete="off"
              defaultValue={typed?.salePercent}
              hint="Ex: 20 for a fifth off the price. Afterwards the price is as before."
            />
            {(['saleFrom', 'saleUntil'] as const).map(name => (
              <Field
                key={name}
                name={name}
                type="datetime-local"
                max="2099-12-31T23:59"
                label={<Optional>{name === 'saleFrom' ? 'Sale from' : 'Sale until'}</Optional>}
                hint={name === 'saleFrom' ? 'Empty: at once.' : 'Empty: until you end it.'}
                defaultValue={localOf(typed?.[name] ?? null)}
                error={form.fieldErrors[name]}
              />
            ))}
          </>
        )}
      </div>
    </Form>
  )
}
