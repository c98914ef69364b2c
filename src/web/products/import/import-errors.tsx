import type { ImportFault, ProductImport } from '#domain/products/product-import.ts'
import { maxStoredErrors } from '#domain/products/product-import.ts'
import { isNotFound } from '../../ui/feedback/is-not-found.ts'
import { Failure, Notice } from '../../ui/feedback/notice.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { PagedList } from '../../ui/list/paged-list.tsx'
import { type Column, Table } from '../../ui/list/table.tsx'
import { useListAddress } from '../../ui/list/use-list-address.ts'
import { rowsOnPage, useListImportFaultsQuery } from './api.ts'

const columns: Column<ImportFault>[] = [
  { header: 'Line', cell: ({ line }) => line },
  { header: 'Column', cell: ({ column }) => column || 'The row' },
  { header: 'What is wrong', cell: ({ message }) => message },
]

/** The errors to correct in a file before it can be imported. */
export function ImportFaults({ read: { _id, faults } }: { read: ProductImport }) {
  const { page } = useListAddress()
  const { currentData, error, isError, isFetching, refetch } = useListImportFaultsQuery({ id: _id, page })
  if (!currentData)
    return isError && !isFetching ? (
      <Failure onRetry={isNotFound(error) ? undefined : refetch}>The faults could not be loaded.</Failure>
    ) : (
      <Spinner />
    )
  return (
    <>
      {faults > maxStoredErrors && (
        <p className="mb-2 text-sm">The first {maxStoredErrors.toLocaleString('en-US')} of them are listed.</p>
      )}
      <PagedList
        listed={currentData}
        limit={rowsOnPage}
        noun={['fault', 'faults']}
        whenNone={<Notice>There are no faults.</Notice>}
      >
        {rows => (
          <Table
            caption="Faults, in the order of the file"
            columns={columns}
            rows={rows}
            keyOf={({ line, column }) => `${line} ${column}`}
          />
        )}
      </PagedList>
    </>
  )
}
