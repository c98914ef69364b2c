import type { FetchBaseQueryError } from '@reduxjs/toolkit/query'
import { createContext, data, type RouterContextProvider } from 'react-router'
import type { Store } from './store.ts'

/** The store of the page that is being rendered. */
export const storeContext = createContext<Store>()

/** An endpoint of the API, as `api.injectEndpoints` returns it. */
interface Endpoint {
  initiate(arg: never): unknown
}

/** A query with its argument. */
type Query<E extends Endpoint> = readonly [endpoint: E, arg: Parameters<E['initiate']>[0]]

/**
 * Runs queries in parallel for the page being rendered.
 * @returns the first query's error status as the page's status, if it failed
 * @throws what the server has thrown instead of answering
 */
export async function prefetch<Endpoints extends Endpoint[]>(
  context: Readonly<RouterContextProvider>,
  ...queries: { [Place in keyof Endpoints]: Query<Endpoints[Place]> }
) {
  const { dispatch } = context.get(storeContext)
  const results = await Promise.all(queries.map(([endpoint, arg]) => dispatch(endpoint.initiate(arg) as never)))
  const errors = results.map(result => (result as { error?: FetchBaseQueryError }).error)
  for (const error of errors) if (error?.status === 'CUSTOM_ERROR') throw error.data
  const [first] = errors
  return first ? data(null, { status: Number(first.status) }) : null
}
