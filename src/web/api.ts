import { createApi, type FetchArgs, type FetchBaseQueryMeta, fetchBaseQuery } from '@reduxjs/toolkit/query/react'

const timeoutMs = 10_000

/** A store's own way to the API, when it is not the browser's `fetch`. */
export interface ApiAccess {
  fetchApi?: typeof fetch
  askApi?: AskApi
}

/** The server's way, which does not leave the process: what a path below `/api/` answers. */
export type AskApi = (path: string) => Promise<{ status: number; body: unknown }>

/** The part of the store that tells whose turn it is: see the session's slice. */
interface Turns {
  session: { turn: number }
}

/**
 * The one door to the API. Rooms add their endpoints with `injectEndpoints`. An error's status is an HTTP code,
 * FETCH_ERROR, TIMEOUT_ERROR or PARSING_ERROR. Each answer's meta carries the `turn` in which it was asked for.
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
  // The default sorts the keys of each argument, for every page anew; those of one question always come in one order.
  serializeQueryArgs: ({ endpointName, queryArgs }) => `${endpointName}(${JSON.stringify(queryArgs)})`,
  // A tag is never given an id: Redux Toolkit keeps ids as names of a plain object, which knows `constructor` already.
  tagTypes: ['Product', 'Order', 'Review', 'Mine', 'Users', 'Orders', 'Audit'],
  endpoints: () => ({}),
})

/** What the server has thrown instead of answering is the error's `data`. */
async function askInProcess(askApi: AskApi, args: string | FetchArgs) {
  try {
    const { status, body } = await askApi(pathOf(args))
    return status === 200 ? { data: body } : { error: { status, data: body } }
  } catch (error) {
    return { error: { status: 'CUSTOM_ERROR' as const, error: String(error), data: error } }
  }
}

/** Below `/api/`. */
function pathOf(args: string | FetchArgs): string {
  const { url, params = {} } = typeof args === 'string' ? { url: args } : args
  const given = Object.entries(params).filter(([, value]) => value !== undefined)
  return given.length > 0 ? `${url}?${new URLSearchParams(given)}` : url
}

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

const outOfDate: unknown[] = [404, 409, 410, 'TIMEOUT_ERROR'] // it is gone, was changed by somebody else, or may have been done

/** What a change makes out of date. One that failed leaves all as it stands, unless it shows that what is shown is old. */
export const onceChanged =
  <Tag>(tags: readonly Tag[]) =>
  (_answer: unknown, error: { status?: unknown } | undefined): readonly Tag[] =>
    error && !outOfDate.includes(error.status) ? [] : tags
