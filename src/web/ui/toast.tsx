import { X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { iconButton } from './button.ts'

interface Toast {
  id: number
  text: string
}

const shownMs = 6_000
let toasts: Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function show(next: Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

const dismiss = (id: number) => show(toasts.filter(toast => toast.id !== id))

export const toast = {
  /** Says a text aloud and on the screen; it survives the navigation that follows it. */
  alert(text: string) {
    lastId += 1
    const id = lastId
    show([...toasts, { id, text }])
    setTimeout(() => dismiss(id), shownMs)
  },
}

const none: Toast[] = []
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The place where toasts appear; in the page from the start, so that they are read out. */
export function Toasts() {
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => none,
  )
  return (
    <div
      role="status"
      popover="manual"
      ref={place => (shown.length ? place?.showPopover() : place?.hidePopover())}
      className="pointer-events-none fixed inset-auto bottom-6 left-1/2 m-0 w-[min(30rem,calc(100vw-2rem))] -translate-x-1/2 flex-col gap-2 bg-transparent p-0 open:flex"
    >
      {shown.map(({ id, text }) => (
        <p
          key={id}
          className="pointer-events-auto flex items-center justify-between gap-3 rounded-control bg-ink py-1 pr-1 pl-5 text-ivory text-sm"
        >
          {text}
          <button type="button" aria-label="Dismiss" className={`${iconButton} text-ivory`} onClick={() => dismiss(id)}>
            <X aria-hidden className="size-4" />
          </button>
        </p>
      ))}
    </div>
  )
}
