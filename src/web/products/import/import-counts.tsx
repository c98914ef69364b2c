import type { ImportCount, ProductImport } from '#domain/products/product-import.ts'
import { isNotFound } from '../../ui/feedback/is-not-found.ts'
import { Failure } from '../../ui/feedback/notice.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { PagedList } from '../../ui/list/paged-list.tsx'
import { type Column, Table } from '../../ui/list/table.tsx'
import { useListAddress } from '../../ui/list/use-list-address.ts'
import { rowsOnPage, useListImportCountsQuery } from './api.ts'

const columns: Column<ImportCount>[] = [
  { header: 'Line', cell: ({ line }) => line },
  { header: 'Size', cell: ({ name, label }) => `${name}, ${label}` },
  {
    header: 'On the shelf',
    cell: ({ before, after }) => (
      <span className="tabular-nums">
        <del className="text-stone no-underline">{before ?? 'not counted'}</del> <span aria-hidden>→</span>
        <span className="sr-only">becomes</span> <ins className="no-underline">{after}</ins>
      </span>
    ),
  },
  {
    header: 'State',
    cell: ({ result, message }) => {
      if (result === null) return 'not stored yet'
      return result === 'counted' ? 'stored' : <span className="text-danger">{message}</span>
    },
  },
]

/** The numbers of the column `counted`, and what became of each. */
export function ImportCounts({ read: { _id, counted, notCounted } }: { read: ProductImport }) {
  const { page } = useListAddress()
  const { currentData, error, isError, isFetching, refetch } = useListImportCountsQuery({
    ...{ id: _id, page, done: counted + notCounted },
  })
  if (!currentData)
    return isError && !isFetching ? (
      <Failure onRetry={isNotFound(error) ? undefined : refetch}>The counts could not be loaded.</Failure>
    ) : (
      <Spinner />
    )
  return (
    <PagedList listed={currentData} limit={rowsOnPage} noun={['count', 'counts']} whenNone={null}>
      {rows => (
        <Table
          caption="What the file counts; those that were refused come first"
          columns={columns}
          rows={rows}
          keyOf={({ line }) => String(line)}
        />
      )}
    </PagedList>
  )
}
