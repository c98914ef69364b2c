import type { CountedBy, Product, ProductCounts, ProductFilters, ProductList } from '#domain/product.ts'
import type { ProductWithReviews } from '#domain/product-with-reviews.ts'
import { api, unwrap } from '../api.ts'

const productId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Anything may stand in a page's address, and below `products/` there is more than products. */
const pathOf = (id: string) => `products/${productId.test(id) ? id : 'unknown'}`

export const {
  endpoints: productEndpoints,
  useCountProductsQuery,
  useListProductsQuery,
  useGetProductQuery,
  useRelatedProductsQuery,
} = api.injectEndpoints({
  endpoints: build => ({
    listProducts: build.query<ProductList, Partial<ProductFilters>>({
      query: ({ category = '', color = '', minPrice = 0, maxPrice = '', page = 1, limit = 10, sort, q }) => ({
        url: 'products/',
        params: { category, color, minPrice, maxPrice, page, limit, ...(sort && { sort }), ...(q && { q }) },
      }),
      transformResponse: unwrap<ProductList>,
      providesTags: ['Product'],
    }),
    /** How many products each value of a filter would show. */
    countProducts: build.query<ProductCounts, CountedBy>({
      query: ({ category = '', color = '', minPrice, maxPrice = '' }) => ({
        url: 'products/counts',
        params: { category, color, minPrice, maxPrice },
      }),
      transformResponse: unwrap<ProductCounts>,
      providesTags: ['Product'],
    }),
    /** What goes with a product. */
    relatedProducts: build.query<Product[], string>({
      query: id => `${pathOf(id)}/related`,
      transformResponse: unwrap<Product[]>,
      providesTags: ['Product'],
    }),
    getProduct: build.query<ProductWithReviews, string>({
      query: pathOf,
      transformResponse: unwrap<ProductWithReviews>,
      providesTags: (_answer, _error, id) => ['Product', { type: 'Review', id }],
    }),
  }),
})
