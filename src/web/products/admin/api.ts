import type { Deleted } from '#domain/audit.ts'
import type { bulkNames, ListedProduct, PlannedEdit } from '#domain/products/bulk-edit.ts'
import type { LinkKind } from '#domain/products/fields/link-fields.ts'
import type { FieldName } from '#domain/products/fields/product-fields.ts'
import type { ScheduleName } from '#domain/products/fields/schedule-fields.ts'
import type { SeoName } from '#domain/products/fields/seo-fields.ts'
import type { DraftProduct, ManagedProduct } from '#domain/products/managed-product.ts'
import type { ProductImage } from '#domain/products/variation.ts'
import { api, onceChanged, unwrap } from '../../api.ts'
import type { ChosenSize } from './list-texts.ts'

const uploadTimeoutMs = 60_000

/**
 * The fields of a product as form texts, times in ISO 8601; `pictures`, `sizes`, `related` and `look` hold lists as `list-texts.ts` writes them, `isSealed` is `true` or
 * empty.
 */
export type ProductTexts = Record<
  | Exclude<FieldName, 'image'>
  | 'pictures'
  | 'shade'
  | 'swatch'
  | 'sizes'
  | 'chartId'
  | 'modelCm'
  | 'modelSize'
  | 'isSealed'
  | SeoName
  | LinkKind
  | ScheduleName,
  string
>

/** One sentence for each invalid field of the form. */
export type ProductErrors = Partial<Record<FieldName | keyof ProductTexts, string>>

/** A product as it is created or changed; the first of `images` becomes its image. */
export type ProductBody = Partial<
  Record<FieldName | ScheduleName | SeoName | 'shade' | 'swatch' | 'chartId' | 'modelCm' | 'modelSize', string>
> & {
  images?: ProductImage[]
  sizes?: ChosenSize[]
  isSealed?: boolean
  related?: string[]
  look?: string[]
}

/** What an edit of many products changes, as form texts; an empty one leaves it. */
export type BulkTexts = Partial<Record<(typeof bulkNames)[number], string>>

export const {
  useGetManagedProductQuery,
  useListDraftsQuery,
  useListManagedQuery,
  usePreviewBulkEditMutation,
  useBulkEditMutation,
  useCreateProductMutation,
  useUpdateProductMutation,
  useAddColorMutation,
  useDeleteProductMutation,
  useUploadImageMutation,
} = api.injectEndpoints({
  endpoints: build => ({
    /** A product as its admin edits it: also one that is not on sale yet. */
    getManagedProduct: build.query<ManagedProduct, string>({
      query: id => `products/manage/${id}`,
      transformResponse: unwrap<ManagedProduct>,
      providesTags: ['Product', 'Mine'],
    }),
    /** The products that visitors cannot see, newest first. */
    listDrafts: build.query<DraftProduct[], void>({
      query: () => 'products/drafts',
      transformResponse: unwrap<DraftProduct[]>,
      providesTags: ['Product', 'Mine'],
    }),
    /** One page of the products that an admin manages. */
    listManaged: build.query<{ products: ListedProduct[]; totalProducts: number }, Record<string, string | number>>({
      query: params => ({ url: 'products/manage', params }),
      transformResponse: unwrap<{ products: ListedProduct[]; totalProducts: number }>,
      providesTags: ['Product', 'Mine'],
    }),
    previewBulkEdit: build.mutation<PlannedEdit[], BulkTexts & { ids: string[] }>({
      query: body => ({ url: 'products/bulk-edit/preview', method: 'POST', body }),
      transformResponse: unwrap<PlannedEdit[]>,
    }),
    /** Changes all of these products or none. Returns the audit entry that can undo it. */
    bulkEdit: build.mutation<Deleted, BulkTexts & { id: string; products: { _id: string; updatedAt: string }[] }>({
      query: body => ({ url: 'products/bulk-edit', method: 'POST', body }),
      transformResponse: unwrap<Deleted>,
      invalidatesTags: onceChanged(['Product', 'Audit']),
    }),
    createProduct: build.mutation<ManagedProduct, ProductBody & { author: string }>({
      query: body => ({ url: 'products/create-product', method: 'POST', body }),
      transformResponse: unwrap<ManagedProduct>,
      invalidatesTags: onceChanged(['Product', 'Audit']),
    }),
    /** Changes only the fields that are sent. 409 if the product has changed since `updatedAt`. */
    updateProduct: build.mutation<ManagedProduct, ProductBody & { id: string; updatedAt: string }>({
      query: body => ({ url: `products/update-product/${body.id}`, method: 'PATCH', body }),
      transformResponse: unwrap<ManagedProduct>,
      invalidatesTags: (_product, error) => (error ? [] : ['Product', 'Audit']), // refetching must not overwrite a form that is being filled in
    }),
    /** Adds a color to the style of a product, as a draft with its texts, prices and sizes. */
    addColor: build.mutation<ManagedProduct, { id: string; color: string; shade: string; swatch: string }>({
      query: ({ id, ...body }) => ({ url: `products/${id}/add-color`, method: 'POST', body }),
      transformResponse: unwrap<ManagedProduct>,
      invalidatesTags: onceChanged(['Product', 'Audit']),
    }),
    /** Returns the audit entry that can undo the deletion. */
    deleteProduct: build.mutation<Deleted, string>({
      query: id => ({ url: `products/${id}`, method: 'DELETE' }),
      transformResponse: unwrap<Deleted>,
      invalidatesTags: onceChanged(['Product', 'Audit']),
    }),
    /** @returns the address of the picture, which is sent as a data URL */
    uploadImage: build.mutation<string, string>({
      query: image => ({
        url: 'uploadImage',
        method: 'POST',
        body: { image },
        timeout: uploadTimeoutMs,
        responseHandler: response => (response.ok ? response.text() : response.json()),
      }),
    }),
  }),
})
