import { type ComponentProps, type ReactNode, useId } from 'react'
import { controlShape } from './control-shape.ts'

interface Shared {
  label: ReactNode
  /** The field's error, shown beside it and announced with it. */
  error?: string
  /** A note for before typing. */
  hint?: string
  /** A small button at the end of the field. */
  beside?: ReactNode
}

type FieldProps = Shared &
  (
    | ({ as?: 'input' } & ComponentProps<'input'>)
    | ({ as: 'textarea' } & ComponentProps<'textarea'>)
    | ({ as: 'select' } & ComponentProps<'select'>)
  )

/** A labelled form field, uncontrolled. */
export function Field({ label, error, hint, beside, as = 'input', ...rest }: FieldProps) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
  const props = {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described,
    className: `${controlShape}${beside ? ' pr-11' : ''} ${error ? 'border-danger' : 'border-edge'}`,
  }
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm">
        {label}
      </label>
      {as === 'textarea' ? (
        <textarea {...props} {...(rest as ComponentProps<'textarea'>)} />
      ) : as === 'select' ? (
        <select {...props} {...(rest as ComponentProps<'select'>)} />
      ) : (
        <div className="relative">
          <input {...props} {...(rest as ComponentProps<'input'>)} />
          {beside}
        </div>
      )}
      {hint && (
        <p id={`${id}-hint`} className="text-stone text-xs">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="whitespace-pre-wrap text-danger text-sm">
          {error}
        </p>
      )}
    </div>
  )
}
