import { useId } from 'react'
import { statuses } from '#domain/products/schedule.ts'
import { choice } from '../../../ui/form/choice.ts'
import type { FieldOf, ScheduleTexts, SetText } from './field-of.ts'
import { MomentField } from './moment-field.tsx'
import { visibilityInWords } from './schedule-in-words.ts'

interface VisibilityFieldsProps {
  texts: ScheduleTexts
  set: SetText
  field: FieldOf
}

const labels = { public: 'Public', draft: 'Draft', hidden: 'Hidden' }

/** Whether visitors see a product, and from when until when. */
export function VisibilityFields({ texts, set, field }: VisibilityFieldsProps) {
  const id = useId()
  const { hint } = field('status')
  return (
    <>
      <fieldset aria-describedby={hint && id}>
        <legend className="text-sm">Status</legend>
        <div className="mt-2 grid grid-cols-3 gap-2">
          {statuses.map(status => (
            <label key={status} className={`${choice} border-edge`}>
              <input
                type="radio"
                name="status"
                value={status}
                checked={texts.status === status}
                onChange={() => set('status', status)}
                className="absolute inset-0 cursor-pointer opacity-0"
              />
              {labels[status]}
            </label>
          ))}
        </div>
        {hint && (
          <p id={id} className="mt-1.5 text-stone text-xs">
            {hint}
          </p>
        )}
      </fieldset>
      <div className="grid gap-5 *:min-w-0 sm:grid-cols-2">
        <MomentField name="visibleFrom" label="Visible from" empty="Empty: at once" field={field} set={set} />
        <MomentField name="visibleUntil" label="Visible until" empty="Empty: without an end" field={field} set={set} />
      </div>
      <p className="text-sm">{visibilityInWords(texts, new Date())}</p>
    </>
  )
}
