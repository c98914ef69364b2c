import type { ReactNode } from 'react'
import { Failure } from './feedback/notice.tsx'
import { Spinner } from './feedback/spinner.tsx'
import { textLink } from './form/button.ts'
import { PageTitle } from './page-title.tsx'

interface Answer<Data> {
  currentData?: Data
  isError: boolean
  isFetching: boolean
  refetch: () => void
}

interface DashboardPageProps<Data> {
  title: string
  /** Stands in the place of the title, on a page that greets. */
  heading?: string
  /** What the page shows, as its query hook gives it. */
  answer: Answer<Data>
  /** Said when it cannot be had. */
  failure: string
  /** Beside the heading: where else to go. */
  action?: ReactNode
  /** What searches and filters it; stays in its place while the answer is awaited. */
  tools?: ReactNode
  children: (data: Data) => ReactNode
}

/** A page of a dashboard: its heading, then the spinner, the failure or what was asked for. What is there stays when asking again fails. */
export function DashboardPage<Data>({
  title,
  heading = title,
  answer,
  failure,
  action,
  tools,
  children,
}: DashboardPageProps<Data>) {
  const { currentData, isError, isFetching, refetch } = answer
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
        <Failure onRetry={refetch}>{failure}</Failure>
      ) : (
        <Spinner />
      )}
    </>
  )
}

/** Above what was had before: it may be old by now. */
const Outdated = ({ onRetry, children }: { onRetry: () => void; children: string }) => (
  <div role="alert" className="mb-6 flex flex-wrap items-center gap-x-4 border-rosewood border-l-2 pl-3 text-sm">
    <p className="text-rosewood">{children}</p>
    <button type="button" className={textLink} onClick={onRetry}>
      Try again
    </button>
  </div>
)
