import { formErrorOf } from '../../session/form-error.ts'
import { AlertDialog } from '../../ui/feedback/alert-dialog.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { button } from '../../ui/form/button.ts'
import { useCloseReturnMutation, useDropSwapMutation } from './api.ts'

const questions = {
  drop: {
    title: 'Money instead of the size?',
    text: 'The size is no longer held for the buyer. Refund the return afterwards.',
    action: 'Free the size',
    done: 'The size is free again: refund it instead',
    failed: 'The swap was not ended.',
  },
  settle: {
    title: 'Settle without a refund?',
    text: 'The return ends here, and no money goes back to the buyer.',
    action: 'Settle it',
    done: 'Settled',
    failed: 'It was not settled.',
  },
}

interface EndQuestionProps {
  /** The return's `_id`. */
  id: string
  /** The dialog is closed when undefined. */
  asked: keyof typeof questions | undefined
  onClose: () => void
}

/** Asks before a swap, or a whole return, ends without anything being typed. */
export function EndQuestion({ id, asked, onClose }: EndQuestionProps) {
  const [drop, dropping] = useDropSwapMutation()
  const [settle, settling] = useCloseReturnMutation()
  const isBusy = dropping.isLoading || settling.isLoading
  const question = asked && questions[asked]

  async function go() {
    if (isBusy || !question) return
    const { error } = await (asked === 'drop' ? drop : settle)(id)
    onClose()
    if (!error) return toast.say(question.done)
    console.info('The return was not ended', error)
    toast.alert(`${question.failed} ${formErrorOf(error)}`)
  }

  return (
    <AlertDialog open={question !== undefined} onClose={onClose} title={question?.title ?? ''} text={question?.text}>
      <button type="button" className={button.quiet} onClick={onClose}>
        Back
      </button>
      <button type="button" className={button.primary} aria-disabled={isBusy} onClick={go}>
        {question?.action}
      </button>
    </AlertDialog>
  )
}
