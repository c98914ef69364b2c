import { flushSync } from 'react-dom'
import type { ContactMessage } from '#domain/contact.ts'
import { formErrorOf } from '../session/form-error.ts'
import { AlertDialog } from '../ui/feedback/alert-dialog.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { button } from '../ui/form/button.ts'
import { useEraseMessageMutation } from './api.ts'

interface EraseMessageProps {
  /** The dialog is closed when undefined. */
  message: ContactMessage | undefined
  onClose: () => void
}

/** Asks for confirmation, because a deleted message cannot be restored. */
export const EraseMessage = ({ message, onClose }: EraseMessageProps) => (
  <AlertDialog
    open={message !== undefined}
    onClose={onClose}
    title="Delete this message?"
    text={message && `The message of ${message.name} goes for good. This cannot be undone.`}
  >
    {message && <Answer message={message} onClose={onClose} />}
  </AlertDialog>
)

function Answer({ message: { _id }, onClose }: EraseMessageProps & { message: ContactMessage }) {
  const [erase, { isLoading }] = useEraseMessageMutation()

  async function go() {
    if (isLoading) return
    const { error } = await erase(_id)
    flushSync(onClose)
    if (!error) {
      document.getElementById('main')?.focus({ preventScroll: true }) // the button that opened the dialog disappears with the message
      return toast.say('Message deleted')
    }
    console.info('The message was not deleted', error)
    toast.alert(`The message was not deleted. ${formErrorOf(error)}`)
  }

  return (
    <>
      <button type="button" className={button.quiet} onClick={onClose}>
        Cancel
      </button>
      <button type="button" className={button.primary} aria-disabled={isLoading} onClick={go}>
        {isLoading ? 'Deleting…' : 'Delete'}
      </button>
    </>
  )
}
