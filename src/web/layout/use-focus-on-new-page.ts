import { useEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'

let shown: { here: string; pathname: string; key: string } | undefined
const leftThrough = new Map<string, string>()

/**
 * Moves the focus to the content of a new page, or to the field that asks for it, for keyboards and screen readers; on the way back, to the link that was
 * followed. `part` distinguishes pages that share a path. The focus stays in a search field or filter that changes the
 * list.
 */
export function useFocusOnNewPage(part?: string | null): void {
  const { pathname, key } = useLocation()
  const isBack = useNavigationType() === 'POP'
  const here = `${pathname} ${part ?? ''}`

  useEffect(() => {
    const remember = ({ target }: MouseEvent) => {
      const link = target instanceof Element && target.closest('main a')
      if (link) leftThrough.set(key, link.getAttribute('href') ?? '')
    }
    document.addEventListener('click', remember, true)
    return () => document.removeEventListener('click', remember, true)
  }, [key])

  useEffect(() => {
    const before = shown
    shown = { here, pathname, key }
    if (!before || before.here === here) return
    if (before.pathname === pathname && document.activeElement?.matches('main :is(input, select)')) return
    const href = isBack ? leftThrough.get(key) : undefined
    const link = href && document.querySelector<HTMLElement>(`main a[href="${CSS.escape(href)}"]`)
    const field = document.querySelector<HTMLElement>('main [autofocus]')
    const place = link || field || document.getElementById('main')
    place?.focus({ preventScroll: true })
  }, [here, pathname, key, isBack])
}
