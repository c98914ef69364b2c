import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in the server's HTML and during hydration, true once the page responds to input. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
