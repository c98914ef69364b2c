import { type FormEvent, type ReactNode, useState } from 'react'
import { formErrorOf } from '../../session/form-error.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { button } from '../../ui/form/button.ts'

interface StepFormProps {
  action: string
  /** Said when it is done. */
  done: string
  onClose: () => void
  /** @returns the answer, or a sentence about what is missing */
  send: (fields: FormData) => Promise<{ error?: unknown }> | string
  children: ReactNode
}

/** The form of a step in a dialog: one submission at a time; an error stays beside what was typed. */
export function StepForm({ action, done, onClose, send, children }: StepFormProps) {
  const [error, setError] = useState('')
  const [isSending, setIsSending] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSending) return
    const answer = send(new FormData(event.currentTarget))
    if (typeof answer === 'string') return setError(answer)
    setError('')
    setIsSending(true)
    const { error: problem } = await answer
    setIsSending(false)
    if (problem) return setError(formErrorOf(problem))
    toast.say(done)
    onClose()
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {children}
      {error !== '' && (
        <p role="alert" className="text-danger text-sm">
          {error}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <button type="button" className={button.quiet} onClick={onClose}>
          Cancel
        </button>
        <button type="submit" className={button.primary} aria-disabled={isSending}>
          {isSending ? 'Saving…' : action}
        </button>
      </div>
    </form>
  )
}

export interface StepProps<Shown> {
  shown: Shown
  onClose: () => void
}
