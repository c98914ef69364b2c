import type { ContactMessage } from '#domain/contact.ts'
import { formErrorOf } from '../session/form-error.ts'
import { useUndo } from '../session/use-undo.ts'
import { useIsAdmin } from '../session/use-user.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { useMarkMessageMutation } from './api.ts'

interface MarkMessageProps {
  message: ContactMessage
  className: string
}

/** Marks a message as done or as not done; the toast afterwards offers an admin to undo it. */
export function MarkMessage({ message: { _id, subject, doneAt }, className }: MarkMessageProps) {
  const [mark, { isLoading }] = useMarkMessageMutation()
  const undo = useUndo()
  const isAdmin = useIsAdmin()
  const done = doneAt === undefined
  const label = done ? 'Mark as done' : 'Mark as not done'

  async function handleMark() {
    if (isLoading) return
    const { data, error } = await mark({ id: _id, done })
    if (error) {
      console.info('The message was not marked', error)
      return toast.alert(`The message was not marked. ${formErrorOf(error)}`)
    }
    const { auditId } = data
    toast.say(
      done ? 'Marked as done' : 'Marked as not done',
      auditId === null || !isAdmin ? undefined : { label: 'Undo', run: () => undo(auditId) },
    )
  }

  return (
    <button
      type="button"
      aria-label={`${label}: ${subject}`}
      aria-disabled={isLoading}
      className={className}
      onClick={handleMark}
    >
      {label}
    </button>
  )
}
