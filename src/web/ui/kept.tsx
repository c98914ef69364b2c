import type { ReactNode } from 'react'

const parts = new Map<string, string>()
const mostParts = 4_000

/** New in the page that is being rendered, which is done in one go: there is one page at a time. */
let unknown: string[] = []

interface KeptProps {
  as: 'article' | 'footer' | 'header'
  /** Two parts of one name look alike. */
  name: string
  className: string
  children?: ReactNode
}

/** A part that stands in many pages: on the server it is rendered once, and is then written as it was. It holds no other of its kind. */
export function Kept({ as: Part, name, className, children }: KeptProps) {
  if (!import.meta.env.SSR) return <Part className={className}>{children}</Part>
  const known = parts.get(name)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React has written it itself
  if (known) return <Part className={className} dangerouslySetInnerHTML={{ __html: known }} />
  return (
    <Part className={className} data-kept={unknown.push(name) - 1}>
      {children}
    </Part>
  )
}

/** Renders a page, and keeps the parts that are new in it. */
export function renderKeeping(render: () => string): string {
  unknown = []
  const html = render()
  const written: string[] = []
  let from = 0
  for (const [place, name] of unknown.entries()) {
    const mark = ` data-kept="${place}"`
    const at = html.indexOf(mark, from)
    const begin = html.lastIndexOf('<', at) + 1
    const tag = html.slice(begin, html.indexOf(' ', begin))
    const start = html.indexOf('>', at) + 1
    if (parts.size >= mostParts) parts.clear()
    parts.set(name, copyOf(html.slice(start, html.indexOf(`</${tag}>`, start))))
    written.push(html.slice(from, at))
    from = at + mark.length
  }
  return written.join('') + html.slice(from)
}

/** A slice would keep the whole page in memory. */
const copyOf = (text: string) => new TextDecoder().decode(new TextEncoder().encode(text))
