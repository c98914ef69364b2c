import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useBoxWidth } from './use-box-width.ts'

/** A document in standards mode. Nothing in it can be clicked or focused. */
const emptyPage = '<!doctype html><html lang="en"><head><title>Preview</title></head><body inert></body></html>'

const borders = 2 // in px

interface PreviewFrameProps {
  /** Of the screen that is simulated, in px. */
  width: number
  isAtFoot: boolean
  children: ReactNode
}

/** Renders its children in a document of its own, so that its width decides how they are laid out, and scales it to fit. */
export function PreviewFrame({ width, isAtFoot, children }: PreviewFrameProps) {
  const [body, setBody] = useState<HTMLElement>()
  const [height, setHeight] = useState(0)
  const { box, boxWidth } = useBoxWidth()
  const scroller = useRef<HTMLElement>(null)
  const scale = Math.min(1, boxWidth / width)

  useEffect(() => {
    if (!body) return
    const observer = new ResizeObserver(() => setHeight(body.offsetHeight))
    observer.observe(body)
    return () => observer.disconnect()
  }, [body])

  const isDrawn = height > 0 && scale > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: another width is another page to scroll
  useEffect(() => {
    const footer = isAtFoot ? body?.querySelector('footer') : undefined
    if (isDrawn) scroller.current?.scrollTo({ top: (footer?.offsetTop ?? 0) * scale })
  }, [isDrawn, isAtFoot, width])

  function open(page: Document | null) {
    if (!page) return
    for (const style of document.querySelectorAll('link[rel=stylesheet], style[data-vite-dev-id]'))
      page.head.append(page.importNode(style, true))
    setBody(page.body)
  }

  return (
    <section
      ref={scroller}
      aria-label="Home page with what is typed"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
      tabIndex={0}
      style={{ maxWidth: width + borders }}
      className="mx-auto max-h-[max(20rem,70dvh)] overflow-y-auto overflow-x-hidden overscroll-contain rounded-card xl:max-h-[max(20rem,calc(100dvh-17rem))] border border-line bg-ivory"
    >
      <div ref={box} className="overflow-hidden" style={{ height: height * scale }}>
        <iframe
          title="Preview"
          srcDoc={emptyPage}
          tabIndex={-1}
          onLoad={({ currentTarget }) => open(currentTarget.contentDocument)}
          style={{ width, height, transform: `scale(${scale})` }}
          className="max-w-none origin-top-left"
        />
      </div>
      {body && createPortal(children, body)}
    </section>
  )
}
