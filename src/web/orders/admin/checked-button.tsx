import { formErrorOf } from '../../session/form-error.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { button } from '../../ui/form/button.ts'
import { useCheckOrderMutation } from './order-life-api.ts'

/** For an order that a restore brought back: says that it was checked, so that it can be shipped. */
export function CheckedButton({ id }: { id: string }) {
  const [check, { isLoading }] = useCheckOrderMutation()

  async function press() {
    if (isLoading) return
    const { error } = await check(id)
    if (!error) return toast.say('Order checked')
    console.info('The order was not noted as checked', error)
    toast.alert(`The order is still to be checked. ${formErrorOf(error)}`)
  }

  return (
    <button type="button" className={button.quiet} aria-disabled={isLoading} onClick={press}>
      I have checked it
    </button>
  )
}
