import { createApi, type FetchArgs, type FetchBaseQueryMeta, fetchBaseQuery } from '@reduxjs/toolkit/query/react'

const timeoutMs = 10_000

/** What a store's own way to the API looks like: the browser's `fetch`, or the server's without leaving the process. */
export interface ApiAccess {
  fetchApi?: typeof fetch
}

/**
 * The one door to the API. Rooms add their endpoints with `injectEndpoints`. An error's status is an HTTP code,
 * FETCH_ERROR, TIMEOUT_ERROR or PARSING_ERROR.
 */
export const api = createApi({
  baseQuery: (args: string | FetchArgs, call, options) => {
    const { fetchApi } = call.extra as ApiAccess
    const baseUrl = fetchApi ? 'http://shop/api/' : '/api/'
    return fetchBaseQuery({
      baseUrl,
      timeout: timeoutMs,
      credentials: 'include',
      ...(fetchApi && { fetchFn: fetchApi }),
    })(args, call, options)
  },
  keepUnusedDataFor: 60,
  tagTypes: ['Product', 'Order', 'Review', 'Mine', 'Users', 'Orders', 'Audit'],
  endpoints: () => ({}),
})

/** Takes the data out of the API's envelope. */
export const unwrap = <Data>(answer: { data: Data }): Data => answer.data

/** One page of a list, and how long the whole list is. */
export interface Listed<Row> {
  rows: Row[]
  total: number
}

/** The same for a list that is answered page by page. */
export const unwrapList = <Row>({ data }: { data: Row[] }, meta: FetchBaseQueryMeta | undefined): Listed<Row> => ({
  rows: data,
  total: Number(meta?.response?.headers.get('X-Total-Count') ?? data.length),
})
