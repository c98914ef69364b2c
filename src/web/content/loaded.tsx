import type { ReactNode } from 'react'
import { MissingPage } from '../layout/missing-page.tsx'
import { isNotFound } from '../ui/feedback/is-not-found.ts'
import { Failure } from '../ui/feedback/notice.tsx'
import { Spinner } from '../ui/feedback/spinner.tsx'

interface LoadedProps<Data> {
  answer: { currentData?: Data; isFetching: boolean; error?: unknown; refetch: () => void }
  children: (data: Data) => ReactNode
}

/** What the owner wrote, while it loads, when there is none, and when it cannot be loaded. */
export function Loaded<Data>({ answer: { currentData, isFetching, error, refetch }, children }: LoadedProps<Data>) {
  if (currentData) return children(currentData)
  if (isFetching) return <Spinner />
  if (isNotFound(error)) return <MissingPage />
  return (
    <div className="container-page py-16">
      <Failure onRetry={refetch}>This page could not be loaded.</Failure>
    </div>
  )
}
