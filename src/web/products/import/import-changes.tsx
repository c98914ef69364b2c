import type { ReactNode } from 'react'
import { imageIdOf, imagePath } from '#domain/products/product.ts'
import type { ImportChange, ProductImport } from '#domain/products/product-import.ts'
import { isNotFound } from '../../ui/feedback/is-not-found.ts'
import { Failure } from '../../ui/feedback/notice.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { PagedList } from '../../ui/list/paged-list.tsx'
import { type Column, Table } from '../../ui/list/table.tsx'
import { useListAddress } from '../../ui/list/use-list-address.ts'
import { rowsOnPage, useListImportChangesQuery } from './api.ts'

const columns: Column<ImportChange>[] = [
  { header: 'Line', cell: ({ line }) => line },
  {
    header: 'Product',
    cell: ({ name, isNew, hasUnknownId }) => (
      <span>
        {name}{' '}
        {hasUnknownId ? (
          <span className="text-sage">(new, with an id that this shop does not know)</span>
        ) : (
          isNew && <span className="whitespace-nowrap text-sage">(new)</span>
        )}
      </span>
    ),
  },
  { header: 'What changes', cell: change => <Fields change={change} /> },
]

/** The changes a file makes to each product, before and after. */
export function ImportChanges({ read: { _id } }: { read: ProductImport }) {
  const { page } = useListAddress()
  const { currentData, error, isError, isFetching, refetch } = useListImportChangesQuery({ id: _id, page })
  if (!currentData)
    return isError && !isFetching ? (
      <Failure onRetry={isNotFound(error) ? undefined : refetch}>The changes could not be loaded.</Failure>
    ) : (
      <Spinner />
    )
  return (
    <PagedList listed={currentData} limit={rowsOnPage} noun={['product', 'products']} whenNone={null}>
      {rows => (
        <Table
          caption="What the file does, in the order of the file"
          columns={columns}
          rows={rows}
          keyOf={({ productId }) => productId}
        />
      )}
    </PagedList>
  )
}

const Fields = ({ change: { fields, isNew } }: { change: ImportChange }) => (
  <dl className="flex min-w-0 flex-col gap-1.5">
    {fields.map(({ column, before, after }) => (
      <div key={column} className="sm:grid sm:grid-cols-[6rem_1fr] sm:gap-2">
        <dt className="text-stone">{column.replace('_', ' ')}</dt>
        <dd className="flex min-w-0 flex-wrap items-center gap-x-2 [overflow-wrap:anywhere] max-md:justify-end">
          {!isNew && (
            <>
              <del className="text-stone">{shown(column, before)}</del>
              <span aria-hidden>→</span>
              <span className="sr-only">becomes</span>
            </>
          )}
          <ins className="no-underline">{shown(column, after)}</ins>
        </dd>
      </div>
    ))}
  </dl>
)

function shown(column: string, value: string): ReactNode {
  if (value !== '' && (column === 'image' || column === 'images')) return value.split(' ').map(pictureAt)
  return <span className="line-clamp-4 text-left whitespace-pre-wrap">{value || 'none'}</span>
}

/** A picture of this shop, or the address of one that is to be fetched. */
function pictureAt(address: string): ReactNode {
  const image = imageIdOf(address)
  return image ? (
    <img
      key={address}
      src={imagePath(image, 320, 'webp')}
      alt="Product"
      width={64}
      height={80}
      loading="lazy"
      className="rounded-control border border-line object-cover"
    />
  ) : (
    <span key={address} className="line-clamp-4 text-left">
      {address}
    </span>
  )
}
