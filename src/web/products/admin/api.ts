import type { Deleted } from '#domain/audit.ts'
import type { Product } from '#domain/products/product.ts'
import type { FieldName } from '#domain/products/product-fields.ts'
import type { ProductImage } from '#domain/products/variation.ts'
import { api, onceChanged, unwrap } from '../../api.ts'
import type { ChosenSize } from './list-texts.ts'

export const adminPageSize = 12
const uploadTimeoutMs = 60_000

/** The fields of a product as form texts; `pictures` and `sizes` hold lists as `list-texts.ts` writes them. */
export type ProductTexts = Record<Exclude<FieldName, 'image'> | 'pictures' | 'shade' | 'swatch' | 'sizes', string>

/** One sentence for each invalid field of the form. */
export type ProductErrors = Partial<Record<FieldName | keyof ProductTexts, string>>

/** A product as it is created or changed; the first of `images` becomes its image. */
export type ProductBody = Partial<Record<FieldName | 'shade' | 'swatch', string>> & {
  images?: ProductImage[]
  sizes?: ChosenSize[]
}

export const { useCreateProductMutation, useUpdateProductMutation, useDeleteProductMutation, useUploadImageMutation } =
  api.injectEndpoints({
    endpoints: build => ({
      createProduct: build.mutation<Product, ProductBody & { author: string }>({
        query: body => ({ url: 'products/create-product', method: 'POST', body }),
        transformResponse: unwrap<Product>,
        invalidatesTags: onceChanged(['Product', 'Audit']),
      }),
      /** Changes only the fields that are sent. 409 if the product has changed since `updatedAt`. */
      updateProduct: build.mutation<Product, ProductBody & { id: string; updatedAt: string }>({
        query: body => ({ url: `products/update-product/${body.id}`, method: 'PATCH', body }),
        transformResponse: unwrap<Product>,
        invalidatesTags: (_product, error) => (error ? [] : ['Product', 'Audit']), // refetching must not overwrite a form that is being filled in
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
