import { useEffect, useEffectEvent, useId, useState } from 'react'
import { readTypedCount } from '#domain/products/stock.ts'
import { AlertDialog } from '../../ui/feedback/alert-dialog.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { button } from '../../ui/form/button.ts'
import type { Edit, useEdits } from './use-edits.ts'

/** Says how many cells are changed. They are saved together, after a look at what will change. */
export function SaveBar({ edits, check, save, isSaving, discard }: ReturnType<typeof useEdits>) {
  const [isShown, setIsShown] = useState(false)
  const [isLeaving, setIsLeaving] = useState(false)
  const id = useId()
  const n = edits.size
  const look = () => (check() ? setIsShown(true) : focusFirstWrong())
  const lookByKey = useEffectEvent((event: KeyboardEvent) => {
    if (n > 0 && !isSaving && event.key === 'Enter' && (event.ctrlKey || event.metaKey)) look()
  })

  useEffect(() => {
    addEventListener('keydown', lookByKey)
    return () => removeEventListener('keydown', lookByKey)
  }, [])

  if (n === 0) return null
  const close = () => setIsShown(false)
  const noun = n === 1 ? '1 count' : `${n} counts`
  return (
    <div className="save-bar sticky bottom-0 z-20 -mx-2 mt-6 flex flex-wrap items-center justify-between gap-3 border-line border-t bg-ivory px-2 py-3">
      <p aria-live="polite" className="text-sm">
        {noun} typed, not saved yet
      </p>
      <div className="flex flex-wrap gap-3">
        <button type="button" className={button.quiet} onClick={() => setIsLeaving(true)} disabled={isSaving}>
          Discard
        </button>
        <button type="button" className={button.primary} disabled={isSaving} onClick={look}>
          {isSaving ? 'Saving…' : `Save ${noun}`}
        </button>
      </div>
      <AlertDialog open={isLeaving} onClose={() => setIsLeaving(false)} title={`Discard ${noun}?`}>
        <button type="button" className={button.quiet} onClick={() => setIsLeaving(false)}>
          Keep them
        </button>
        <button type="button" className={button.primary} onClick={discard}>
          Discard
        </button>
      </AlertDialog>
      <Dialog
        open={isShown}
        onClose={close}
        labelledBy={id}
        className="m-auto w-[min(34rem,calc(100vw-2.5rem))] rounded-card border border-line bg-paper p-0 text-ink dark:border-edge"
      >
        <form
          className="flex max-h-[80dvh] flex-col gap-4 p-6"
          onSubmit={event => {
            event.preventDefault()
            close()
            void save().then(focusGrid)
          }}
        >
          <h2 id={id} className="text-2xl">
            {`Save ${noun}?`}
          </h2>
          <ul className="min-h-0 divide-y divide-line overflow-y-auto border-line border-y text-sm tabular-nums">
            {[...edits].map(([variantId, edit]) => (
              <Change key={variantId} edit={edit} />
            ))}
          </ul>
          <div className="flex flex-row-reverse flex-wrap gap-3">
            <button type="submit" className={button.primary}>
              Save
            </button>
            <button type="button" className={button.quiet} onClick={close}>
              Go on typing
            </button>
          </div>
        </form>
      </Dialog>
    </div>
  )
}

function Change({ edit: { name, label, seen, text } }: { edit: Edit }) {
  const shelf = readTypedCount(text) ?? 0
  const by = shelf - (seen ?? 0)
  return (
    <li className="flex justify-between gap-4 py-2">
      <span className="[overflow-wrap:anywhere]">
        {name}, {label}
      </span>
      <span className="whitespace-nowrap">
        {seen ?? 'not counted'} → {shelf}
        {seen !== null && (
          <span className="text-stone">{` (${by > 0 ? '+' : by < 0 ? '−' : '±'}${Math.abs(by)})`}</span>
        )}
      </span>
    </li>
  )
}

/** The button that had the focus is gone once all is saved. */
function focusGrid() {
  if (document.activeElement === document.body)
    document.querySelector<HTMLElement>('[role=grid] input[tabindex="0"]')?.focus()
}

function focusFirstWrong() {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[role=grid] [aria-invalid=true]')?.focus())
}
