import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in the HTML that the server sends, true once the page answers to whoever uses it. */
export const useIsAlive = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
