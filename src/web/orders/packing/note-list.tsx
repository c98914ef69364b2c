import type { OrderNote } from '#domain/orders/packing.ts'
import { formErrorOf } from '../../session/form-error.ts'
import { useUser } from '../../session/use-user.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { rowAction } from '../../ui/list/table.tsx'
import { LocalTime } from '../../ui/local-time.tsx'
import { useDeleteNoteMutation } from './api.ts'

interface NoteListProps {
  /** The order's `_id`. */
  order: string
  notes: readonly OrderNote[]
}

/** The admins' notes about an order; one's own can be deleted. */
export function NoteList({ order, notes }: NoteListProps) {
  const user = useUser()
  const [remove, { isLoading }] = useDeleteNoteMutation()

  async function handleDelete(id: string) {
    if (isLoading) return
    const { error } = await remove({ order, id })
    document.getElementById('main')?.focus({ preventScroll: true }) // the button disappears with the note
    if (!error) return toast.say('Note deleted')
    console.info('The note was not deleted', error)
    toast.alert(`The note was not deleted. ${formErrorOf(error)}`)
  }

  return (
    <ul className="flex flex-col gap-2">
      {notes.map(({ _id, text, author, at }) => (
        <li key={_id} className="border-edge border-l-2 pl-3 text-sm">
          <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
            {text}
          </p>
          <p className="flex flex-wrap items-center gap-x-2 text-stone text-xs [overflow-wrap:anywhere]">
            {author}, <LocalTime at={at} />
            {author === user?.email && (
              <button
                type="button"
                aria-label={`Delete the note: ${text}`}
                aria-disabled={isLoading}
                className={`${rowAction} -my-2 text-xs`}
                onClick={() => handleDelete(_id)}
              >
                Delete
              </button>
            )}
          </p>
        </li>
      ))}
    </ul>
  )
}
