import { X } from 'lucide'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { iconButton } from '../form/button.ts'
import { Icon } from '../icon.tsx'

type Kind = 'status' | 'alert'

/** An action that the message offers, such as undo. */
interface Action {
  label: string
  run: () => void
}

interface Toast {
  id: number
  kind: Kind
  text: string
  action?: Action
}

const shownForMs = { status: 6_000, alert: 10_000, withAction: 10_000 }
const maxAtOnce = 3

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function show(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

function add(kind: Kind, text: string, action?: Action) {
  lastId += 1
  const others = action ? toasts : toasts.filter(each => each.text !== text)
  show([...others, { id: lastId, kind, text, action }].slice(-maxAtOnce))
}

const dismiss = (id: number) => show(toasts.filter(each => each.id !== id))

/**
 * Short messages that outlive their page. Screen readers announce `say` politely and `alert` immediately. Taking a
 * message's action closes it.
 */
export const toast = {
  say: (text: string, action?: Action) => add('status', text, action),
  alert: (text: string) => add('alert', text),
  /** Removes the messages of an earlier attempt, except those with an action. */
  dropSaid: () => show(toasts.filter(({ action }) => action)),
  /** Removes alerts whose cause is resolved. */
  dropAlerts: () => show(toasts.filter(({ kind }) => kind !== 'alert')),
}

const none: readonly Toast[] = []

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Renders the messages: once, in the frame of all pages. */
export function Toasts() {
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => none,
  )
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-0 z-50 -translate-y-(--foot,0px) flex flex-col items-center gap-2 p-4 print:hidden sm:items-end sm:p-6">
      {(['status', 'alert'] as const).map(kind => (
        <div
          key={kind}
          aria-live={kind === 'alert' ? 'assertive' : 'polite'}
          className="flex w-full max-w-sm flex-col gap-2"
        >
          {shown.map(each => each.kind === kind && <Message key={each.id} {...each} />)}
        </div>
      ))}
    </div>
  )
}

function Message({ id, kind, text, action }: Toast) {
  const message = useRef<HTMLDivElement>(null)
  const [isHeld, setIsHeld] = useState(false)
  const shownMs = shownForMs[action ? 'withAction' : kind]
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(dismiss, shownMs, id)
    return () => clearTimeout(timer)
  }, [id, shownMs, isHeld])

  function close() {
    const hadFocus = message.current?.contains(document.activeElement)
    dismiss(id)
    if (hadFocus) document.getElementById('main')?.focus({ preventScroll: true })
  }

  const hold = () => setIsHeld(true)
  const release = () => setIsHeld(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it or focusing it pauses its timer
    <div
      ref={message}
      onMouseEnter={hold}
      onMouseLeave={release}
      onFocus={hold}
      onBlur={release}
      className={`pointer-events-auto flex items-center gap-3 rounded-card border bg-paper py-1 pr-1 pl-4 text-sm shadow-lg ${kind === 'alert' ? 'border-danger' : 'border-line'}`}
    >
      <p className="flex-1 py-2">{text}</p>
      {action && (
        <button
          type="button"
          ref={focusForKeyboard}
          className="min-h-11 px-2 font-medium text-rosewood underline underline-offset-4 hover:text-ink"
          onClick={() => {
            close()
            action.run()
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" className={iconButton} aria-label="Dismiss" onClick={close}>
        <Icon of={X} className="size-4" />
      </button>
    </div>
  )
}

/**
 * The button that was pressed is often removed with what it deleted: this moves the keyboard focus to the toast's
 * action.
 */
function focusForKeyboard(action: HTMLButtonElement | null) {
  if (document.activeElement?.matches('button:focus-visible')) action?.focus({ preventScroll: true })
}
