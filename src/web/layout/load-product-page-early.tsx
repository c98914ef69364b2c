import { useEffect, useState } from 'react'
import { Link } from 'react-router'

const afterMs = 2_000

/** Loads the code of the product page a moment after the current page, so that a card opens at once on a slow network. */
export function LoadProductPageEarly() {
  const [isTime, setIsTime] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setIsTime, afterMs, true)
    return () => clearTimeout(timer)
  }, [])
  return isTime && <Link to="/shop/any" prefetch="render" discover="none" hidden />
}
