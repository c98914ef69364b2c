import { textLink } from '../../ui/form/button.ts'
import { useListNotesQuery } from './api.ts'
import { NoteForm } from './note-form.tsx'
import { NoteList } from './note-list.tsx'

/** The admins' notes about an order, by its `_id`, on its page. */
export function OrderNotes({ order }: { order: string }) {
  const { currentData: notes, isError, isFetching, refetch } = useListNotesQuery(order)
  return (
    <section aria-labelledby="notes-title" className="mt-8">
      <h3 id="notes-title" className="mb-3 text-lg">
        Notes
      </h3>
      {isError && !isFetching && (
        <p role="alert" className="mb-3 text-danger text-sm">
          Failed to load the notes!{' '}
          <button type="button" className={textLink} onClick={refetch}>
            Try again
          </button>
        </p>
      )}
      {notes && notes.length > 0 && (
        <div className="mb-4">
          <NoteList order={order} notes={notes} />
        </div>
      )}
      <NoteForm order={order} />
    </section>
  )
}
