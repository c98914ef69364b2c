import { useEffect, useRef } from 'react'
import { button } from '../ui/form/button.ts'

interface SecondQuestionProps {
  /** Why it is asked. */
  text: string
  /** What to do all the same, such as 'Ship'. */
  action: string
  isBusy: boolean
  onAgree: () => void
  onCancel: () => void
}

/** Asks once more before an order is shipped or deleted whose money goes back. Takes the focus, on the harmless answer. */
export function SecondQuestion({ text, action, isBusy, onAgree, onCancel }: SecondQuestionProps) {
  const cancel = useRef<HTMLButtonElement>(null)
  useEffect(() => cancel.current?.focus(), [])
  return (
    <div className="flex w-full flex-col gap-4">
      <p role="alert" className="text-rosewood">
        {text}
      </p>
      <div className="flex flex-wrap justify-end gap-3 in-[.text-center]:justify-center">
        <button ref={cancel} type="button" className={button.quiet} onClick={onCancel}>
          Cancel
        </button>
        <button type="button" className={button.primary} aria-disabled={isBusy} onClick={() => !isBusy && onAgree()}>
          {action} all the same
        </button>
      </div>
    </div>
  )
}

/** The shop's sentence when it asks whether something is meant although the money of the order goes back. */
export function questionOf(error: unknown): string | undefined {
  const { data } = error as { data?: { code?: string; message?: string } }
  return data?.code === 'refunding' || data?.code === 'refunded' ? data.message : undefined
}
