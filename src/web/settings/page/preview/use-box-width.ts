import { useEffect, useRef, useState } from 'react'

/** The width of an element, in px, also after it has changed. */
export function useBoxWidth() {
  const box = useRef<HTMLDivElement>(null)
  const [boxWidth, setBoxWidth] = useState(0)
  useEffect(() => {
    if (!box.current) return
    const observer = new ResizeObserver(([entry]) => setBoxWidth(entry?.contentRect.width ?? 0))
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  return { box, boxWidth }
}
