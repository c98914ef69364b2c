import { useId } from 'react'
import { statuses } from '#domain/products/schedule.ts'
import { choice } from '../../../ui/form/choice.ts'
import type { SetText } from './field-of.ts'

interface StatusFieldProps {
  status: string
  set: SetText
  hint: string | undefined
}

const labels = { public: 'Public', draft: 'Draft', hidden: 'Hidden' }

/** Whether visitors see a product. */
export function StatusField({ status, set, hint }: StatusFieldProps) {
  const id = useId()
  return (
    <fieldset aria-describedby={hint && id}>
      <legend className="text-sm">Status</legend>
      <div className="mt-2 grid grid-cols-3 gap-2">
        {statuses.map(each => (
          <label key={each} className={`${choice} border-edge`}>
            <input
              type="radio"
              name="status"
              value={each}
              checked={status === each}
              onChange={() => set('status', each)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {labels[each]}
          </label>
        ))}
      </div>
      {hint && (
        <p id={id} className="mt-1.5 text-stone text-xs">
          {hint}
        </p>
      )}
    </fieldset>
  )
}
