import type { ReactNode } from 'react'
import { isNotFound } from './feedback/is-not-found.ts'
import { Failure } from './feedback/notice.tsx'
import { Spinner } from './feedback/spinner.tsx'
import { textLink } from './form/button.ts'
import { PageTitle } from './page-title.tsx'

interface Answer<Data> {
  currentData?: Data
  error?: unknown
  isError: boolean
  isFetching: boolean
  refetch: () => void
}

interface DashboardPageProps<Data> {
  title: string
  /** Replaces the title as heading, on a page that greets. */
  heading?: string
  /** The result of the page's query hook. */
  answer: Answer<Data>
  /** The message when loading fails. */
  failure: string
  /** A link beside the heading. */
  action?: ReactNode
  /** Search and filters; they stay in place while the answer loads. */
  tools?: ReactNode
  children: (data: Data) => ReactNode
}

/**
 * A dashboard page: its heading, then a spinner, the error or the content. Loaded content stays when a refetch fails.
 */
export function DashboardPage<Data>({
  title,
  heading = title,
  answer,
  failure,
  action,
  tools,
  children,
}: DashboardPageProps<Data>) {
  const { currentData, error, isError, isFetching, refetch } = answer
  const hasFailed = isError && !isFetching
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <div className="mb-8 flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-3xl md:text-4xl">{heading}</h1>
        {action}
      </div>
      {tools && <div className="mb-6 flex flex-wrap items-end gap-4">{tools}</div>}
      {currentData !== undefined ? (
        <>
          {hasFailed && <Outdated onRetry={refetch}>{failure}</Outdated>}
          {children(currentData)}
        </>
      ) : hasFailed ? (
        <Failure onRetry={isNotFound(error) ? undefined : refetch}>{failure}</Failure>
      ) : (
        <Spinner />
      )}
    </>
  )
}

/** Shown above content whose refetch has failed. */
const Outdated = ({ onRetry, children }: { onRetry: () => void; children: string }) => (
  <div role="alert" className="mb-6 flex flex-wrap items-center gap-x-4 border-danger border-l-2 pl-3 text-sm">
    <p className="text-danger">{children}</p>
    <button type="button" className={textLink} onClick={onRetry}>
      Try again
    </button>
  </div>
)
