import type { PolicySlug } from '#domain/settings/section.ts'
import { usePolicyQuery } from '../settings/api.ts'
import { Failure } from '../ui/feedback/notice.tsx'
import { Spinner } from '../ui/feedback/spinner.tsx'
import { Prose } from '../ui/prose.tsx'
import { Blocks } from './blocks.tsx'
import { Sections } from './sections.tsx'

/** One of the owner's texts, with a table of contents when it has headings. */
export function Policy({ slug }: { slug: PolicySlug }) {
  const { data, isError, refetch } = usePolicyQuery(slug)
  if (!data) return isError ? <Failure onRetry={refetch}>This page could not be loaded.</Failure> : <Spinner />
  const [first, ...others] = data.parts
  const hasLead = first?.title === ''
  const sections = (hasLead ? others : data.parts).map(({ title, blocks }) => ({
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
