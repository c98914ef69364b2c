import { useState } from 'react'
import { formErrorOf } from '../../session/form-error.ts'
import { AlertDialog } from '../../ui/feedback/alert-dialog.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { button } from '../../ui/form/button.ts'
import { usePutBackMutation } from './order-life-api.ts'

/** Makes the refunded pieces of an order that was never sent for sale again. It asks when they may be counted already. */
export function PutBackButton({ id, children }: { id: string; children: string }) {
  const [putBack, { isLoading }] = usePutBackMutation()
  const [question, setQuestion] = useState<string>()

  async function press(counted?: boolean) {
    if (isLoading) return
    const { error } = await putBack({ id, counted })
    const { code, message } = (error as { data?: { code?: string; message?: string } } | undefined)?.data ?? {}
    if (code === 'counted') return setQuestion(message)
    setQuestion(undefined)
    if (!error) return toast.say(counted ? 'The order is closed' : 'Back on the shelf')
    console.info('The pieces were not put back', error)
    toast.alert(`The pieces were not put back. ${formErrorOf(error)}`)
  }

  return (
    <>
      <button type="button" className={button.quiet} aria-disabled={isLoading} onClick={() => press()}>
        {children}
      </button>
      <AlertDialog
        open={question !== undefined}
        onClose={() => setQuestion(undefined)}
        title="Are they counted already?"
        text={question}
      >
        <button type="button" className={button.primary} aria-disabled={isLoading} onClick={() => press(true)}>
          They are: only close the order
        </button>
        <button type="button" className={button.quiet} aria-disabled={isLoading} onClick={() => press(false)}>
          They are not: add them
        </button>
      </AlertDialog>
    </>
  )
}
