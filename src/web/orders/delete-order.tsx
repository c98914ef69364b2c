import type { AdminOrder } from '#domain/order.ts'
import { problemOf } from '../session/problem-of.ts'
import { useUndo } from '../session/use-undo.ts'
import { toast } from '../ui/toast.tsx'
import { useDeleteOrderMutation } from './admin-api.ts'

/** Deletes at once; the message that says so takes it back. */
export function DeleteOrder({ order: { _id, orderId }, className }: { order: AdminOrder; className: string }) {
  const [deleteOrder, { isLoading, isSuccess }] = useDeleteOrderMutation()
  const undo = useUndo()
  const isBusy = isLoading || isSuccess // until the list without this row is here

  async function handleDelete() {
    if (isBusy) return
    const { data, error } = await deleteOrder(_id)
    if (data) return toast.say(`Delete order ${orderId}`, { label: 'Undo', run: () => undo(data.auditId) })
    console.info('The order was not deleted', error)
    toast.alert(`The order was not deleted. ${problemOf(error)}`)
  }

  return (
    <button
      type="button"
      aria-label={`Delete order ${orderId}`}
      aria-disabled={isBusy}
      className={className}
      onClick={handleDelete}
    >
      {isBusy ? 'Deleting…' : 'Delete'}
    </button>
  )
}
