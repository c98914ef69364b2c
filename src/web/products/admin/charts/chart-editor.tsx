import { useId, useState } from 'react'
import { chartLimits } from '#domain/products/fields/size-chart-fields.ts'
import type { ManagedChart } from '#domain/products/size-chart.ts'
import { formErrorOf } from '../../../session/form-error.ts'
import { useUndo } from '../../../session/use-undo.ts'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { button, textLink } from '../../../ui/form/button.ts'
import { Field } from '../../../ui/form/field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import type { ChosenSizes } from '../list-texts.ts'
import { useDeleteChartMutation, useSaveChartMutation } from './api.ts'
import { ChartGrid } from './chart-grid.tsx'
import { type EditedChart, editedOf, faultOf, fieldsOf, newChart } from './edited-chart.ts'

export interface ChartEditorProps {
  /** The chart that is edited, or a new one; undefined while the editor is closed. */
  opened: { chart?: ManagedChart } | undefined
  /** The sizes of the product for which a new chart is made. */
  chosen: ChosenSizes
  onClose: () => void
  onSaved: (saved: ManagedChart) => void
  onDeleted: (id: string) => void
}

/**
 * Edits a size chart, which all its products share. What was typed is there again after a click outside or Escape, and is gone once
 * it is saved or cancelled.
 */
export function ChartEditor({ opened, chosen, onClose, onSaved, onDeleted }: ChartEditorProps) {
  const id = useId()
  const [typed] = useState(() => new Map<string, EditedChart>())
  const chart = opened?.chart
  const key = chart?._id ?? 'new'
  const forget = () => typed.delete(key)
  return (
    <Dialog
      open={opened !== undefined}
      onClose={onClose}
      labelledBy={id}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[min(56rem,calc(100vw-1rem))] overflow-y-auto rounded-card border border-line bg-paper p-4 text-ink sm:p-8 dark:border-edge"
    >
      <h2 id={id} className="mb-5 text-2xl">
        {chart ? 'Edit the size chart' : 'New size chart'}
      </h2>
      {opened && (
        <ChartForm
          chart={chart}
          start={typed.get(key) ?? (chart ? editedOf(chart) : newChart(chosen))}
          onTyped={edited => typed.set(key, edited)}
          onCancel={() => {
            forget()
            onClose()
          }}
          onSaved={saved => {
            forget()
            onSaved(saved)
          }}
          onDeleted={id => {
            forget()
            onDeleted(id)
          }}
        />
      )}
    </Dialog>
  )
}

interface ChartFormProps extends Pick<ChartEditorProps, 'onSaved' | 'onDeleted'> {
  chart: ManagedChart | undefined
  start: EditedChart
  onTyped: (edited: EditedChart) => void
  onCancel: () => void
}

function ChartForm({ chart, start, onTyped, onCancel, onSaved, onDeleted }: ChartFormProps) {
  const [edited, setEdited] = useState(start)
  const [save] = useSaveChartMutation()
  const form = useForm<string>({
    check() {
      const fault = faultOf(edited)
      return fault ? { [fault.field]: fault.sentence } : {}
    },
    async send() {
      const { data, error } = await save({ id: chart?._id, updatedAt: chart?.updatedAt, ...fieldsOf(edited) })
      if (data) onSaved(data)
      else console.info('The size chart was not saved', error)
      return data ? undefined : formErrorOf(error)
    },
  })
  const { name: nameError, ...gridErrors } = form.fieldErrors

  function type(next: EditedChart) {
    setEdited(next)
    onTyped(next)
  }

  return (
    <>
      <Form
        form={form}
        action="Save the chart"
        progress="Saving…"
        beside={
          <button type="button" className={button.quiet} onClick={onCancel}>
            Cancel
          </button>
        }
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            label="Name of the chart"
            name="name"
            placeholder="Ex: Dresses"
            value={edited.name}
            maxLength={chartLimits.name}
            autoComplete="off"
            onChange={({ target }: { target: { value: string } }) => type({ ...edited, name: target.value })}
            error={nameError}
          />
          <Field
            as="select"
            label="Measured on"
            name="kind"
            value={edited.isGarment ? 'garment' : 'body'}
            onChange={({ target }: { target: { value: string } }) =>
              type({ ...edited, isGarment: target.value === 'garment' })
            }
          >
            <option value="body">The body that each size fits</option>
            <option value="garment">The garment itself, laid flat</option>
          </Field>
        </div>
        <ChartGrid chart={edited} onChange={type} errors={gridErrors} />
      </Form>
      {chart && <DeleteChart chart={chart} onDeleted={onDeleted} />}
    </>
  )
}

/** Deletes a chart that no product uses; the toast afterwards offers to undo it. */
function DeleteChart({ chart: { _id }, onDeleted }: { chart: ManagedChart; onDeleted: (id: string) => void }) {
  const [deleteChart, { isLoading, error }] = useDeleteChartMutation()
  const undo = useUndo()

  async function handleDelete() {
    if (isLoading) return
    const { data } = await deleteChart(_id)
    if (!data) return
    toast.say('Size chart deleted', { label: 'Undo', run: () => undo(data.auditId) })
    onDeleted(_id)
  }

  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 border-line border-t pt-2 text-sm">
      <button type="button" aria-disabled={isLoading} className={`${textLink} text-danger`} onClick={handleDelete}>
        {isLoading ? 'Deleting…' : 'Delete this chart'}
      </button>
      {error && (
        <p role="alert" className="text-danger">
          {formErrorOf(error)}
        </p>
      )}
    </div>
  )
}
