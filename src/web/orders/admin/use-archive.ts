import { formErrorOf } from '../../session/form-error.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { useArchiveOrderMutation } from './order-life-api.ts'

/** Archives an order or takes it back; the toast afterwards offers to undo it. */
export function useArchive() {
  const [archive, { isLoading }] = useArchiveOrderMutation()

  async function set(id: string, archived: boolean): Promise<void> {
    if (isLoading) return
    const { error } = await archive({ id, archived })
    if (!error)
      return toast.say(archived ? 'Order archived' : 'Order taken out of the archive', {
        label: 'Undo',
        run: () => set(id, !archived),
      })
    console.info('The order was not archived', error)
    toast.alert(`The order stays where it is. ${formErrorOf(error)}`)
  }

  return { isLoading, set }
}
