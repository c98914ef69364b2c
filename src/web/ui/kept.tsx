import type { ReactNode } from 'react'

/** Texts of a part, and between them the places of its gaps. */
const parts = new Map<string, string[]>()
const mostParts = 4_000

/** New in the page that is being rendered, which is done in one go: there is one page at a time. */
let unknown: { name: string; gaps: readonly string[] }[] = []

interface KeptProps {
  as: 'article' | 'footer' | 'header' | 'li'
  /** Two parts of one name look alike, but for what stands in their gaps. */
  name: string
  className?: string
  /** At most ten texts, or values of attributes, that are others in each page. */
  gaps?: readonly string[]
  children?: ReactNode | ((gaps: readonly string[]) => ReactNode)
}

/** A part that stands in many pages: on the server it is rendered once, and is then written as it was. It holds no other of its kind. */
export function Kept({ as: Part, name, className, gaps = [], children }: KeptProps) {
  const contentWith = (texts: readonly string[]) => (typeof children === 'function' ? children(texts) : children)
  if (!import.meta.env.SSR) return <Part className={className}>{contentWith(gaps)}</Part>
  const known = parts.get(name)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React has written it itself
  if (known) return <Part className={className} dangerouslySetInnerHTML={{ __html: filled(known, gaps) }} />
  return (
    <Part className={className} data-kept={unknown.push({ name, gaps }) - 1}>
      {contentWith(gaps.map((_, place) => `/{gap ${place}}`))}
    </Part>
  )
}

/** Like an address, for it may be one. */
const gap = /\/\{gap (\d)\}/

/** Renders a page, and keeps the parts that are new in it. */
export function renderKeeping(render: () => string): string {
  unknown = []
  const html = render()
  const written: string[] = []
  let from = 0
  for (const [place, { name, gaps }] of unknown.entries()) {
    const mark = ` data-kept="${place}"`
    const at = html.indexOf(mark, from)
    const begin = html.lastIndexOf('<', at) + 1
    const tag = html.slice(begin, html.indexOf(' ', begin))
    const start = html.indexOf('>', at) + 1
    const end = html.indexOf(`</${tag}>`, start)
    if (parts.size >= mostParts) parts.clear()
    const text = copyOf(html.slice(start, end))
    const part = gaps.length > 0 ? text.split(gap) : [text]
    parts.set(name, part)
    written.push(html.slice(from, at), html.slice(at + mark.length, start), filled(part, gaps))
    from = end
  }
  return written.join('') + html.slice(from)
}

/** A slice would keep the whole page in memory. */
const copyOf = (text: string) => new TextDecoder().decode(new TextEncoder().encode(text))

const filled = (part: string[], gaps: readonly string[]) =>
  part.map((text, at) => (at % 2 === 0 ? text : escaped(gaps[Number(text)]))).join('')

/** As React does it. */
const escaped = (text = '') => text.replace(/[&<>"']/g, sign => escapes[sign] ?? sign)

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' }
