import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'

const patienceMs = 150

/** A thin line at the top while the next page loads, unless it loads immediately. */
export function ProgressBar() {
  const isLoading = useNavigation().state === 'loading'
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    if (!isLoading) return setIsShown(false)
    const timer = setTimeout(setIsShown, patienceMs, true)
    return () => clearTimeout(timer)
  }, [isLoading])
  if (!isShown) return null
  return (
    <div
      aria-hidden
      data-progress
      className="fixed inset-x-0 top-0 z-50 h-0.5 origin-left animate-progress bg-rosewood print:hidden"
    />
  )
}
