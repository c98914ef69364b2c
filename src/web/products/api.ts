import type { Product, ProductFilters, ProductList } from '#domain/product.ts'
import type { Review } from '#domain/review.ts'
import { api, unwrap } from '../api.ts'

export const {
  endpoints: productEndpoints,
  useListProductsQuery,
  useGetProductQuery,
} = api.injectEndpoints({
  endpoints: build => ({
    listProducts: build.query<ProductList, Partial<ProductFilters>>({
      query: ({ category = '', color = '', minPrice = 0, maxPrice = '', page = 1, limit = 10, q }) => ({
        url: 'products/',
        params: { category, color, minPrice, maxPrice, page, limit, ...(q && { q }) },
      }),
      transformResponse: unwrap<ProductList>,
      providesTags: ['Product'],
    }),
    getProduct: build.query<{ product: Product; reviews: Review[] }, string>({
      query: id => `products/${encodeURIComponent(id)}`,
      transformResponse: unwrap<{ product: Product; reviews: Review[] }>,
      providesTags: (_answer, _error, id) => ['Product', { type: 'Review', id }],
    }),
  }),
})
