import { useEffect } from 'react'
import { useLocation } from 'react-router'

let shown: string | undefined

/** A new page begins at its content, for the keyboard and for whoever listens. `part` tells the pages of one address apart. */
export function useFocusOnNewPage(part?: string | null): void {
  const { pathname } = useLocation()
  const here = `${pathname} ${part ?? ''}`
  useEffect(() => {
    const isFirst = shown === undefined
    if (shown === here) return
    shown = here
    if (!isFirst) document.getElementById('main')?.focus({ preventScroll: true })
  }, [here])
}
