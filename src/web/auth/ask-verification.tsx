import { formErrorOf } from '../session/form-error.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { button } from '../ui/form/button.ts'
import { useAskVerificationMutation } from './api.ts'

/** Sends a link to the user's own address, by which their guest orders become theirs. */
export function AskVerification({ email }: { email: string }) {
  const [ask, { isLoading, isSuccess }] = useAskVerificationMutation()

  async function send() {
    if (isLoading) return
    const { data, error } = await ask()
    if (error) toast.alert(`The link was not sent. ${formErrorOf(error)}`)
    else toast.say(data)
  }

  return (
    <div className="mt-6">
      <button type="button" className={button.quiet} aria-disabled={isLoading} onClick={send}>
        {isLoading ? 'Sending…' : isSuccess ? 'Send it again' : 'Send me a link'}
      </button>
      <p className="mt-3 text-sm text-stone [overflow-wrap:anywhere]">It goes to {email}.</p>
    </div>
  )
}
