import type { CountedBy, Product, ProductCounts, ProductFilters, ProductList } from '#domain/products/product.ts'
import type { ProductWithReviews } from '#domain/products/product-with-reviews.ts'
import { api, unwrap } from '../api.ts'
import { filterParams } from '../filter-params.ts'

export const {
  endpoints: productEndpoints,
  useCountProductsQuery,
  useListProductsQuery,
  useGetProductQuery,
  useRelatedProductsQuery,
} = api.injectEndpoints({
  endpoints: build => ({
    listProducts: build.query<ProductList, Partial<ProductFilters>>({
      query: ({ page = 1, limit = 10, sort, q, ids, ...filters }) => ({
        url: 'products/',
        params: {
          ...filterParams(filters),
          page,
          limit,
          ...(sort && { sort }),
          ...(q && { q }),
          ...(ids && { ids: ids.join() }),
        },
      }),
      transformResponse: unwrap<ProductList>,
      providesTags: ['Product'],
    }),
    /** How many products each value of a filter would show. */
    countProducts: build.query<ProductCounts, CountedBy>({
      query: filters => ({ url: 'products/counts', params: filterParams(filters) }),
      transformResponse: unwrap<ProductCounts>,
      providesTags: ['Product'],
    }),
    /** Products that match this one. */
    relatedProducts: build.query<Product[], string>({
      query: id => `products/${id}/related`,
      transformResponse: unwrap<Product[]>,
      providesTags: ['Product'],
    }),
    /** A product with its reviews. The id must be a UUID, because `products/` has other routes, too. */
    getProduct: build.query<ProductWithReviews, string>({
      query: id => `products/${id}`,
      transformResponse: unwrap<ProductWithReviews>,
      providesTags: ['Product'],
    }),
  }),
})
