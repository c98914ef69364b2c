import { type ComponentProps, type ReactNode, useId } from 'react'

interface Shared {
  label: ReactNode
  /** What is wrong with it, shown beside it and read out with it. */
  error?: string
  /** What to know before typing. */
  hint?: string
}

type FieldProps = Shared &
  (
    | ({ as?: 'input' } & ComponentProps<'input'>)
    | ({ as: 'textarea' } & ComponentProps<'textarea'>)
    | ({ as: 'select' } & ComponentProps<'select'>)
  )

/** How a field of a form looks, without the colour of its border. */
export const controlShape =
  'min-h-11 w-full rounded-control border bg-paper px-3 py-2.5 text-base text-ink outline-offset-2 md:text-sm placeholder:text-stone disabled:opacity-60'

/** A labelled field of a form. The browser keeps its text. */
export function Field({ label, error, hint, as = 'input', ...rest }: FieldProps) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
  const props = {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described,
    className: `${controlShape} ${error ? 'border-rosewood' : 'border-edge'}`,
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
        <input {...props} {...(rest as ComponentProps<'input'>)} />
      )}
      {hint && (
        <p id={`${id}-hint`} className="text-stone text-xs">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="whitespace-pre-wrap text-rosewood text-sm">
          {error}
        </p>
      )}
    </div>
  )
}
