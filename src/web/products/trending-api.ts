import { type ProductList, pageSizes } from '#domain/products/product.ts'
import { api, unwrap } from '../api.ts'

export const { endpoints: trendingEndpoints, useTrendingProductsInfiniteQuery } = api.injectEndpoints({
  endpoints: build => ({
    /** The newest products, page after page. */
    trendingProducts: build.infiniteQuery<ProductList, void, number>({
      infiniteQueryOptions: {
        initialPageParam: 1,
        getNextPageParam: ({ totalPages }, _pages, page) => (page < totalPages ? page + 1 : undefined),
      },
      query: ({ pageParam: page }) => ({
        url: 'products/',
        params: { category: '', color: '', minPrice: 0, maxPrice: '', page, limit: pageSizes.default },
      }),
      transformResponse: unwrap<ProductList>,
      providesTags: ['Product'],
    }),
  }),
})
