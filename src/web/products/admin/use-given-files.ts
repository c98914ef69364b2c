import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Files that are dropped anywhere on the page, or pasted. The browser would leave the page for a file that is dropped
 * beside its place.
 * @returns whether files are held over the page
 */
export function useGivenFiles(take: (files: FileList) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  const onFiles = useEffectEvent(take)

  useEffect(() => {
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false
    const page = new AbortController()
    const { signal } = page

    function over(event: DragEvent) {
      if (!hasFiles(event)) return
      event.preventDefault()
      setIsOver(true)
    }
    function leave({ relatedTarget }: DragEvent) {
      if (relatedTarget === null) setIsOver(false)
    }
    function drop(event: DragEvent) {
      setIsOver(false)
      if (!event.dataTransfer || !hasFiles(event)) return
      event.preventDefault()
      onFiles(event.dataTransfer.files)
    }
    function paste({ clipboardData }: ClipboardEvent) {
      if (clipboardData?.files.length && !clipboardData.types.includes('text/plain')) onFiles(clipboardData.files)
    }

    document.addEventListener('dragover', over, { signal })
    document.addEventListener('dragleave', leave, { signal })
    document.addEventListener('drop', drop, { signal })
    document.addEventListener('paste', paste, { signal })
    return () => page.abort()
  }, [])

  return isOver
}
