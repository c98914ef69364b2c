import { type CountedBy, type ProductFilters, sorts } from '#domain/products/product.ts'
import { type EmptySearch, type SearchAnswer, type SearchCounts, shownWhileTyping } from '#domain/products/search.ts'
import { api, type Listed, unwrap, unwrapList } from '../api.ts'
import { filterParams } from '../filter-params.ts'

export const emptySearchesOnPage = 20

/** Cleans a search text, which anybody can put into an address, so that the API accepts it. */
export const cleanWords = (text = ''): string =>
  text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim()

export const {
  endpoints: searchEndpoints,
  useSearchQuery,
  useCountSearchedQuery,
  useSearchWhileTypingQuery,
  useListEmptySearchesQuery,
} = api.injectEndpoints({
  endpoints: build => ({
    /** A page of results, sorted by relevance unless another order is chosen. */
    search: build.query<SearchAnswer, ProductFilters>({
      query: ({ q = '', page, limit, sort, ...filters }) => ({
        url: 'search',
        params: { q, ...filterParams(filters), page, limit, ...(sort !== sorts[0] && { sort }) },
      }),
      transformResponse: unwrap<SearchAnswer>,
      providesTags: ['Product'],
    }),
    /** How many results each value of a filter would show. */
    countSearched: build.query<SearchCounts, CountedBy & { q: string }>({
      query: ({ q, ...filters }) => ({ url: 'search/counts', params: { q, ...filterParams(filters) } }),
      transformResponse: unwrap<SearchCounts>,
      providesTags: ['Product'],
    }),
    /** The first results for a text that may be incomplete. */
    searchWhileTyping: build.query<SearchAnswer, string>({
      query: q => ({ url: 'search', params: { q, limit: shownWhileTyping, typing: 'yes' } }),
      transformResponse: unwrap<SearchAnswer>,
      providesTags: ['Product'],
    }),
    /** Searches without a result, most frequent first. */
    listEmptySearches: build.query<Listed<EmptySearch>, { page: number; q: string }>({
      query: filters => ({ url: 'search/empty', params: { ...filters, limit: emptySearchesOnPage } }),
      transformResponse: unwrapList<EmptySearch>,
      providesTags: ['Mine'],
    }),
  }),
})
