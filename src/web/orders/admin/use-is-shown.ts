import { useEffect, useRef } from 'react'

/** Whether a dialog is still open when an answer arrives. */
export function useIsShown() {
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return isShown
}
