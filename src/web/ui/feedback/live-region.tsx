import { useEffect, useSyncExternalStore } from 'react'

let said = ''
const listeners = new Set<() => void>()

function say(text: string) {
  said = text
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Where announced lines are read out: once, beside all pages. Screen readers listen to a region that was there before its text. */
export const Announcer = () => (
  <p aria-live="polite" className="sr-only">
    {useSyncExternalStore(
      subscribe,
      () => said,
      () => '',
    )}
  </p>
)

/** A line about a list, read out whenever another list is there. */
export function Announced({ children }: { children: string }) {
  useEffect(() => {
    say(children)
    return () => say('')
  }, [children])
  return <p className="mb-4 text-sm text-stone tabular-nums">{children}</p>
}
