import { createApi, type FetchArgs, type FetchBaseQueryMeta, fetchBaseQuery } from '@reduxjs/toolkit/query/react'

const timeoutMs = 10_000

/** How a store reaches the API when not by the browser's global `fetch`. */
export interface ApiAccess {
  fetchApi?: typeof fetch
  askApi?: AskApi
}

/** Calls the API inside the server's process. `path` is below `/api/`. */
export type AskApi = (path: string) => Promise<{ status: number; body: unknown }>

/** The part of the state that this module reads; the session's slice explains `turn`. */
interface Turns {
  session: { turn: number }
}

/**
 * The API client; each folder adds its endpoints with `injectEndpoints`. A query whose answer depends on the user has the user in its
 * argument, so that nobody is shown the answer of another. An error's status is an HTTP code,
 * FETCH_ERROR, TIMEOUT_ERROR or PARSING_ERROR. The meta of each answer carries the `turn` in which the request was
 * sent.
 */
export const api = createApi({
  baseQuery: async (args: string | FetchArgs, call, options) => {
    const { fetchApi, askApi } = call.extra as ApiAccess
    if (askApi) return await askInProcess(askApi, args)
    const { turn } = (call.getState() as Turns).session
    const ask = fetchBaseQuery({
      baseUrl: fetchApi ? 'http://shop/api/' : '/api/',
      timeout: timeoutMs,
      credentials: 'include',
      ...(fetchApi && { fetchFn: fetchApi }),
    })
    const answer = await ask(args, call, options)
    return { ...answer, meta: answer.meta && { ...answer.meta, turn } }
  },
  keepUnusedDataFor: 60,
  // The default sorts the keys of every argument on every render; each endpoint always builds its keys in the same
  // order.
  serializeQueryArgs: ({ endpointName, queryArgs }) => `${endpointName}(${JSON.stringify(queryArgs)})`,
  // Tags carry no ids: Redux Toolkit stores ids as keys of a plain object, where `constructor` already exists.
  tagTypes: ['Product', 'Order', 'Review', 'Mine', 'Users', 'Orders', 'Audit', 'Messages', 'Settings', 'Content'],
  endpoints: () => ({}),
})

/** An exception in the server becomes the error's `data`. */
async function askInProcess(askApi: AskApi, args: string | FetchArgs) {
  try {
    const { status, body } = await askApi(pathOf(args))
    return status === 200 ? { data: body } : { error: { status, data: body } }
  } catch (error) {
    return { error: { status: 'CUSTOM_ERROR' as const, error: String(error), data: error } }
  }
}

/** The path with its query, below `/api/`. */
function pathOf(args: string | FetchArgs): string {
  const { url, params = {} } = typeof args === 'string' ? { url: args } : args
  const given = Object.entries(params).filter(([, value]) => value !== undefined)
  return given.length > 0 ? `${url}?${new URLSearchParams(given)}` : url
}

/** Takes the data out of the API's envelope. */
export const unwrap = <Data>(answer: { data: Data }): Data => answer.data

/** One page of a list, and the length of the whole list. */
export interface Listed<Row> {
  rows: Row[]
  total: number
}

/** Like `unwrap`, for a paged list. */
export const unwrapList = <Row>({ data }: { data: Row[] }, meta: FetchBaseQueryMeta | undefined): Listed<Row> => ({
  rows: data,
  total: Number(meta?.response?.headers.get('X-Total-Count') ?? data.length),
})

const outOfDate: unknown[] = [404, 409, 410, 'TIMEOUT_ERROR'] // deleted, changed by somebody else, or perhaps done

/**
 * The tags that a mutation invalidates: none if it failed, unless the error shows that the cached data is out of date.
 */
export const onceChanged =
  <Tag>(tags: readonly Tag[]) =>
  (_answer: unknown, error: { status?: unknown } | undefined): readonly Tag[] =>
    error && !outOfDate.includes(error.status) ? [] : tags
