import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Takes files that are dropped anywhere on the page, or pasted. Without this the browser would open a dropped file in
 * place of the page.
 * @returns whether files are being dragged over the page
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
