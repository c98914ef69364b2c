import type { FailedPicture, ProductImport } from '#domain/products/product-import.ts'
import { formErrorOf } from '../../session/form-error.ts'
import { isNotFound } from '../../ui/feedback/is-not-found.ts'
import { Failure } from '../../ui/feedback/notice.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { button } from '../../ui/form/button.ts'
import { PagedList } from '../../ui/list/paged-list.tsx'
import { type Column, Table } from '../../ui/list/table.tsx'
import { useListAddress } from '../../ui/list/use-list-address.ts'
import { rowsOnPage, useListFailedPicturesQuery, useRetryPicturesMutation } from './api.ts'

/** The pictures of an import that could not be fetched, each with its reason, and buttons to try them again. */
export function ImportPictures({ read: { _id, pictures } }: { read: ProductImport }) {
  const { page } = useListAddress()
  const { failed } = pictures
  const { currentData, error, isError, isFetching, refetch } = useListFailedPicturesQuery({ id: _id, page, failed })
  const [retryPictures, { isLoading }] = useRetryPicturesMutation()

  async function retry(one?: FailedPicture) {
    if (isLoading) return
    const { error: why } = await retryPictures({ id: _id, ...(one && { one }) })
    if (!why) return
    console.info('The pictures are not tried again', why)
    toast.alert(`The shop does not try again. ${formErrorOf(why)}`)
  }

  if (!currentData)
    return isError && !isFetching ? (
      <Failure onRetry={isNotFound(error) ? undefined : refetch}>The pictures could not be loaded.</Failure>
    ) : (
      <Spinner />
    )
  return (
    <>
      {failed > 1 && (
        <button
          type="button"
          className={`${button.quiet} mb-4 aria-disabled:opacity-50`}
          aria-disabled={isLoading}
          onClick={() => retry()}
        >
          Try all {failed.toLocaleString('en-US')} again
        </button>
      )}
      <PagedList listed={currentData} limit={rowsOnPage} noun={['picture', 'pictures']} whenNone={null}>
        {rows => (
          <Table
            caption="Pictures that could not be fetched, in the order of the file"
            columns={columnsOf(retry, isLoading)}
            rows={rows}
            keyOf={({ productId, place }) => `${productId} ${place}`}
          />
        )}
      </PagedList>
    </>
  )
}

const columnsOf = (retry: (one: FailedPicture) => void, isLoading: boolean): Column<FailedPicture>[] => [
  { header: 'Line', cell: ({ line }) => line },
  { header: 'Product', cell: ({ name }) => name || 'none any more' },
  {
    header: 'Address',
    cell: ({ address }) => <span className="line-clamp-4 text-left [overflow-wrap:anywhere]">{address}</span>,
  },
  {
    header: 'Why not',
    cell: ({ reason }) => <span className="text-rosewood [overflow-wrap:anywhere]">{reason}</span>,
  },
  {
    header: 'Actions',
    cell: picture => (
      <button
        type="button"
        className={`${button.quiet} whitespace-nowrap aria-disabled:opacity-50`}
        aria-disabled={isLoading}
        onClick={() => retry(picture)}
      >
        Try again <span className="sr-only">to fetch {picture.address}</span>
      </button>
    ),
  },
]
