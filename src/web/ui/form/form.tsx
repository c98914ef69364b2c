import type { ReactNode } from 'react'
import { useHydrated } from '../use-hydrated.ts'
import { button } from './button.ts'
import type { useForm } from './use-form.ts'

interface FormProps {
  form: Pick<ReturnType<typeof useForm>, 'submit' | 'formError' | 'isBusy'>
  /** The label of the button, at rest and while sending. */
  action: string
  progress: string
  /** A second button or link beside the first. */
  beside?: ReactNode
  onInput?: () => void
  className?: string
  children: ReactNode
}

/**
 * A form with one button, inert until the page is hydrated: the browser would otherwise put its fields into the
 * address.
 */
export function Form({
  form: { submit, formError, isBusy },
  action,
  progress,
  beside,
  onInput,
  className = '',
  children,
}: FormProps) {
  const isAlive = useHydrated()
  return (
    <form method="post" noValidate onSubmit={submit} onInput={onInput} className={`flex flex-col gap-5 ${className}`}>
      {children}
      {formError !== '' && (
        <div role="alert" className="flex flex-col gap-1 border-danger border-l-2 pl-3 text-danger text-sm">
          {formError.split('\n').map(line => (
            <p key={line}>{line}</p>
          ))}
        </div>
      )}
      <div className={beside ? 'mt-1 flex flex-wrap justify-end gap-3' : 'mt-1 grid'}>
        {beside}
        <button
          type="submit"
          disabled={!isAlive}
          aria-disabled={isBusy}
          className={`${button.primary} disabled:opacity-100 aria-disabled:opacity-70`}
        >
          {isBusy ? progress : action}
        </button>
      </div>
    </form>
  )
}
