import type { ReactNode } from 'react'
import type { PolicySlug } from '#domain/settings/section.ts'
import type { PolicyContent } from '#domain/settings/shown.ts'
import { usePolicyQuery } from '../settings/api.ts'
import { Failure } from '../ui/feedback/notice.tsx'
import { Spinner } from '../ui/feedback/spinner.tsx'
import { PageBody } from './page-body.tsx'
import { Policy } from './policy.tsx'

/** A page with one of the owner's texts, and no other words than its title. @param children above the text */
export function PolicyPage({ slug, children }: { slug: PolicySlug; children?: ReactNode }) {
  const { data, isError, refetch } = usePolicyQuery(slug)
  return (
    <PageBody slug={slug} description={data ? openingOf(data) : ''}>
      {children}
      {data ? (
        <Policy content={data} />
      ) : isError ? (
        <Failure onRetry={refetch}>This page could not be loaded.</Failure>
      ) : (
        <Spinner />
      )}
    </PageBody>
  )
}

/** What search engines show of a text: its first paragraph. */
const openingOf = ({ parts }: PolicyContent): string => {
  const [line = []] = parts.flatMap(({ blocks }) => blocks)[0]?.lines ?? []
  return line.map(({ text }) => text).join('')
}
