import type { MouseEvent } from 'react'
import type { User } from '#domain/users/user.ts'
import { formErrorOf } from '../session/form-error.ts'
import { useUndo } from '../session/use-undo.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { rowAction } from '../ui/list/table.tsx'
import { useDeleteUserMutation } from './api.ts'

/** Deletes without a question; the toast afterwards offers to undo it. */
export function DeleteUser({ user: { _id, email } }: { user: User }) {
  const [deleteUser, { isLoading, isSuccess }] = useDeleteUserMutation()
  const undo = useUndo()
  const isBusy = isLoading || isSuccess // until the list has loaded without this row

  async function handleDelete({ detail }: MouseEvent) {
    const isSecondClick = detail > 1 // of a double click: the next row has moved under the pointer
    if (isBusy || isSecondClick) return
    const { data, error } = await deleteUser(_id)
    if (data) return toast.say('User deleted successfully!', { label: 'Undo', run: () => undo(data.auditId) })
    console.info('Deleting a user failed', error)
    toast.alert(`The user was not deleted. ${formErrorOf(error)}`)
  }

  return (
    <button
      type="button"
      className={`${rowAction} text-danger max-md:-mr-2 md:-ml-2`}
      aria-label={`Delete ${email}`}
      aria-disabled={isBusy}
      onClick={handleDelete}
    >
      {isBusy ? 'Deleting…' : 'Delete'}
    </button>
  )
}
