import type { PolicyContent } from '#domain/settings/shown.ts'
import { Prose } from '../ui/prose.tsx'
import { Blocks } from './blocks.tsx'
import { Sections } from './sections.tsx'

/** One of the owner's texts, with a table of contents when it has headings. */
export function Policy({ content: { parts } }: { content: PolicyContent }) {
  const [first, ...others] = parts
  const hasLead = first?.title === ''
  const sections = (hasLead ? others : parts).map(({ title, blocks }) => ({
    title,
    text: <Blocks blocks={blocks} />,
  }))
  return (
    <>
      {first && hasLead && (
        <Prose className="mb-12">
          <Blocks blocks={first.blocks} />
        </Prose>
      )}
      {sections.length > 0 && <Sections sections={sections} />}
    </>
  )
}
