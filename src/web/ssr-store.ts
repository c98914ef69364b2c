import { type AskApi, api, pathOf } from './api.ts'
import { makeStore, type State, type Store } from './store.ts'

/** What RTK Query knows of a query that a page may ask. */
export interface Endpoint {
  name: string
  initiate(arg: never): unknown
}

/** A query with what it is asked for. */
export type Asked<E extends Endpoint = Endpoint> = readonly [query: E, arg: Parameters<E['initiate']>[0]]

/** What the API answers while one page is made. */
export interface PageAnswers {
  /** @returns the answer's status */
  ask<Query extends Endpoint>(asked: Asked<Query>): Promise<number>
  /** A store that knows all of them. */
  toStore(): Promise<Store>
}

/** Answers go straight into the store: a dispatched query takes five times as long, and is left to what failed. */
export function openPageAnswers(askApi: AskApi): PageAnswers {
  const known: { endpointName: string; arg: unknown; value: unknown }[] = []
  const failed: Asked[] = []
  const statuses = new Map<string, number>()
  return {
    async ask(asked) {
      const [{ name }, arg] = asked
      const { query, transformResponse } = definitionOf(name)
      const path = pathOf(query(arg))
      const { status, body } = await askApi(path)
      if (status === 200) known.push({ endpointName: name, arg, value: transformResponse(body) })
      else {
        failed.push(asked)
        statuses.set(path, status)
      }
      return status
    },

    async toStore() {
      const state = { ...initial, api: { ...initial.api, ...cacheOf(api.util.upsertQueryEntries(known as never)) } }
      if (failed.length === 0) return stillStore(state)
      const store = makeStore({
        state,
        askApi: async path => ({ status: statuses.get(path) ?? 503, body: undefined }),
      })
      await Promise.all(failed.map(([{ initiate }, arg]) => store.dispatch(initiate(arg) as never)))
      return store
    },
  }
}

const initial = makeStore().getState()

/** A page is rendered once: nothing changes meanwhile, and nobody waits for it. */
const stillStore = (state: State) =>
  ({ getState: () => state, dispatch: () => ({}), subscribe: () => () => undefined }) as unknown as Store

/** What RTK Query prepares when entries are to be put into its cache. */
interface Prepared {
  payload: {
    queryDescription: { queryCacheKey: string; endpointName: string; originalArgs: unknown }
    value: unknown
    providedTags: { type: string }[]
  }[]
  meta: { requestId: string; timestamp: number }
}

/** Where RTK Query keeps the tags that have no id, as all of ours. */
const withoutId = '__internal_without_id'

/** What its reducer makes of them, which goes through drafts: a page of 2 ms would take 0.15 ms longer. */
function cacheOf(prepared: unknown): Pick<State['api'], 'queries' | 'provided'> {
  const { payload, meta } = prepared as Prepared
  const { requestId, timestamp } = meta
  const queries: Record<string, unknown> = {}
  const keys: Record<string, unknown> = {}
  const tags: Record<string, Record<string, string[]>> = {}
  for (const { queryDescription, value, providedTags } of payload) {
    const { queryCacheKey, endpointName, originalArgs } = queryDescription
    const times = { startedTimeStamp: timestamp, fulfilledTimeStamp: timestamp }
    queries[queryCacheKey] = { status: 'fulfilled', endpointName, requestId, originalArgs, ...times, data: value }
    keys[queryCacheKey] = providedTags
    for (const { type } of providedTags) {
      tags[type] ??= { [withoutId]: [] }
      tags[type][withoutId]?.push(queryCacheKey)
    }
  }
  return { queries, provided: { keys, tags } } as never
}

interface Definition {
  query(arg: unknown): Parameters<typeof pathOf>[0]
  transformResponse(body: unknown): unknown
}

const definitions = new Map<string, Definition>()

/** How a query was defined, which RTK Query tells whoever offers to change it. */
function definitionOf(name: string): Definition {
  const known = definitions.get(name)
  if (known) return known
  const read = (definition: Definition) => void definitions.set(name, definition)
  api.enhanceEndpoints({ endpoints: { [name]: read } })
  return definitionOf(name)
}
