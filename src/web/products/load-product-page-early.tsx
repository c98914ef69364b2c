import { useEffect } from 'react'

const afterMs = 2_000

/**
 * Loads most of the code of the product page a moment after the current page, so that a card opens at once on a slow network. When
 * that fails, nothing happens: React Router, whose own prefetching would load it, then reloads the page, with what is typed in it.
 */
export function LoadProductPageEarly() {
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(ignore), afterMs)
    return () => clearTimeout(timer)
  }, [])
  return null
}

const load = () => import('./product-detail.tsx')
const ignore = () => undefined
