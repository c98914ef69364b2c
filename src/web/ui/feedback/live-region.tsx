import { useEffect, useSyncExternalStore } from 'react'

let announced = ''
const listeners = new Set<() => void>()

function say(text: string) {
  announced = text
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The one live region of the app. Screen readers announce changes only in a region that existed before the text. */
export const LiveRegion = () => (
  <p aria-live="polite" className="sr-only">
    {useSyncExternalStore(
      subscribe,
      () => announced,
      () => '',
    )}
  </p>
)

/** A line about a list, announced whenever the list changes. */
export function AnnouncedLine({ children }: { children: string }) {
  useEffect(() => {
    say(children)
    return () => say('')
  }, [children])
  return <p className="mb-4 text-sm text-stone tabular-nums">{children}</p>
}
