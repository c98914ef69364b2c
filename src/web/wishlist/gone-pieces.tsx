import { useAppDispatch } from '../store.ts'
import { button } from '../ui/form/button.ts'
import { toggle } from './toggle.ts'

/** Saved pieces that were taken off sale: nothing else is known of them. */
export function GonePieces({ ids }: { ids: string[] }) {
  const dispatch = useAppDispatch()
  if (ids.length === 0) return null
  return (
    <section aria-labelledby="gone-title" className="mt-14 border-line border-t pt-8">
      <h2 id="gone-title" className="text-2xl">
        No longer sold
      </h2>
      <ul className="mt-4 divide-y divide-line">
        {ids.map((id, index) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3 text-sm">
            A piece that you saved is no longer sold.
            <button
              type="button"
              className={button.quiet}
              aria-label={`Remove piece ${index + 1} that is no longer sold`}
              onClick={() => dispatch(toggle(id))}
            >
              Remove
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
