import type {
  FailedPicture,
  ImportChange,
  ImportCount,
  ImportFault,
  ProductImport,
} from '#domain/products/product-import.ts'
import { api, type Listed, onceChanged, unwrap, unwrapList } from '../../api.ts'

export const rowsOnPage = 20
const applyTimeoutMs = 15 * 60_000

interface OnePage {
  id: string
  page: number
}

const pathOf = (id: string) => `products/imports/${encodeURIComponent(id)}`

export const {
  useGetImportQuery,
  useListImportFaultsQuery,
  useListImportChangesQuery,
  useListImportCountsQuery,
  useListFailedPicturesQuery,
  useRetryPicturesMutation,
  useApplyImportMutation,
} = api.injectEndpoints({
  endpoints: build => ({
    /** An uploaded file and its progress. */
    getImport: build.query<ProductImport, string>({
      query: pathOf,
      transformResponse: unwrap<ProductImport>,
      providesTags: ['Audit', 'Mine'],
    }),
    listImportFaults: build.query<Listed<ImportFault>, OnePage>({
      query: ({ id, page }) => ({ url: `${pathOf(id)}/faults`, params: { page, limit: rowsOnPage } }),
      transformResponse: unwrapList<ImportFault>,
      providesTags: ['Mine'],
    }),
    listImportChanges: build.query<Listed<ImportChange>, OnePage>({
      query: ({ id, page }) => ({ url: `${pathOf(id)}/changes`, params: { page, limit: rowsOnPage } }),
      transformResponse: unwrapList<ImportChange>,
      providesTags: ['Mine'],
    }),
    /** What the file counts. @param done how many are tried: with each, the list is another */
    listImportCounts: build.query<Listed<ImportCount>, OnePage & { done: number }>({
      query: ({ id, page }) => ({ url: `${pathOf(id)}/counts`, params: { page, limit: rowsOnPage } }),
      transformResponse: unwrapList<ImportCount>,
      providesTags: ['Mine'],
    }),
    /** The pictures that could not be fetched. @param failed how many: with each, the list is another */
    listFailedPictures: build.query<Listed<FailedPicture>, OnePage & { failed: number }>({
      query: ({ id, page }) => ({ url: `${pathOf(id)}/pictures`, params: { page, limit: rowsOnPage } }),
      transformResponse: unwrapList<FailedPicture>,
      providesTags: ['Mine'],
    }),
    /** Lets the shop fetch one picture again, or all that could not be fetched. */
    retryPictures: build.mutation<ProductImport, { id: string; one?: Pick<FailedPicture, 'productId' | 'place'> }>({
      query: ({ id, one }) => ({
        url: `${pathOf(id)}/pictures/retry`,
        method: 'POST',
        body: one ? { one: { productId: one.productId, place: one.place } } : {},
      }),
      transformResponse: unwrap<ProductImport>,
      invalidatesTags: onceChanged(['Audit']),
    }),
    /** Applies all changes of the file, or none, and then its counts. */
    applyImport: build.mutation<ProductImport, string>({
      query: id => ({ url: `${pathOf(id)}/apply`, method: 'POST', timeout: applyTimeoutMs }),
      transformResponse: unwrap<ProductImport>,
      invalidatesTags: onceChanged(['Product', 'Audit', 'Settings']),
    }),
  }),
})
