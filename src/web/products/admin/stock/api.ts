import type { Count, CountAnswer, ProductStock } from '#domain/products/stock.ts'
import { api, unwrap } from '../../../api.ts'

export const { useGetStockQuery, useCountStockMutation } = api.injectEndpoints({
  endpoints: build => ({
    /** The counted pieces of a product, by size. */
    getStock: build.query<ProductStock, string>({
      query: productId => `stock/${productId}`,
      transformResponse: unwrap<ProductStock>,
      providesTags: ['Product', 'Mine'],
    }),
    countStock: build.mutation<CountAnswer[], Count[]>({
      query: counts => ({ url: 'stock/counts', method: 'PUT', body: { counts } }),
      transformResponse: (answer: { data: { counts: CountAnswer[] } }) => unwrap(answer).counts,
      invalidatesTags: ['Product'],
    }),
  }),
})
