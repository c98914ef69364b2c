import { formErrorOf } from '../../session/form-error.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { button } from '../../ui/form/button.ts'
import { usePutBackMutation } from './order-life-api.ts'

/** For a refunded order that was never sent: its pieces can be sold again. */
export function PutBackButton({ id }: { id: string }) {
  const [putBack, { isLoading }] = usePutBackMutation()

  async function press() {
    if (isLoading) return
    const { error } = await putBack(id)
    if (!error) return toast.say('Back on the shelf')
    console.info('The pieces were not put back', error)
    toast.alert(`The pieces were not put back. ${formErrorOf(error)}`)
  }

  return (
    <button type="button" className={button.quiet} aria-disabled={isLoading} onClick={press}>
      Back on the shelf
    </button>
  )
}
