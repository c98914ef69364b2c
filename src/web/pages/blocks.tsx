import { Fragment, type ReactNode } from 'react'
import type { Block, Inline } from '#domain/settings/shown.ts'
import { Link } from '../ui/link.tsx'

/** The paragraphs and lists of a text of the owner's. */
export const Blocks = ({ blocks }: { blocks: readonly Block[] }) =>
  blocks.map(({ kind, lines }, index) => {
    const inner = lines.map((line, at) => {
      const Tag = kind === 'paragraph' ? 'p' : 'li'
      return <Tag key={keyOf(at, line)}>{line.map(shown)}</Tag>
    })
    if (kind === 'paragraph') return inner
    return kind === 'steps' ? (
      <ol key={keyOf(index, lines[0])} className="list-decimal pl-5">
        {inner}
      </ol>
    ) : (
      <ul key={keyOf(index, lines[0])}>{inner}</ul>
    )
  })

/** The texts do not change on a page, so a place tells its piece. */
const keyOf = (place: number, line: readonly Inline[] = []) => `${place} ${line[0]?.text}`

function shown({ text, isStrong, isEmphasized, link }: Inline, index: number): ReactNode {
  const key = `${index} ${text}`
  let inner: ReactNode = text
  if (isEmphasized) inner = <em>{inner}</em>
  if (isStrong) inner = <strong className="font-medium">{inner}</strong>
  if (!link) return <Fragment key={key}>{inner}</Fragment>
  return link.startsWith('/') ? (
    <Link key={key} to={link}>
      {inner}
    </Link>
  ) : (
    <a key={key} href={link}>
      {inner}
    </a>
  )
}
