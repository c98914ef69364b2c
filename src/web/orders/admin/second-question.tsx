import { useEffect, useRef } from 'react'
import { button } from '../../ui/form/button.ts'

interface SecondQuestionProps {
  /** The reason for the question. */
  text: string
  /** The label of the confirming button, such as 'Ship'. */
  action: string
  isBusy: boolean
  onAgree: () => void
  onCancel: () => void
}

/**
 * Asks for confirmation before an order whose money is being refunded is shipped or deleted. The focus goes to the
 * harmless answer.
 */
export function SecondQuestion({ text, action, isBusy, onAgree, onCancel }: SecondQuestionProps) {
  const cancel = useRef<HTMLButtonElement>(null)
  useEffect(() => cancel.current?.focus(), [])
  return (
    <div className="flex w-full flex-col gap-4">
      <p role="alert" className="text-danger">
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

/** The server's question when it wants a confirmation because the order's money is being refunded, or the buyer has cancelled it. */
export function questionOf(error: unknown): string | undefined {
  const { data } = error as { data?: { code?: string; message?: string } }
  return ['refunding', 'refunded', 'cancelled', 'withdrawn'].includes(data?.code ?? '') ? data?.message : undefined
}
