import { createContext, data, type RouterContextProvider } from 'react-router'
import type { Store } from './store.ts'

export const storeContext = createContext<Store>()

type Query = Parameters<Store['dispatch']>[0]

/** Runs queries for the page being rendered, all at once; the page's status is the first one's answer's when that failed. */
export async function prefetch(context: Readonly<RouterContextProvider>, ...queries: [unknown, ...unknown[]]) {
  const { dispatch } = context.get(storeContext)
  const [first] = (await Promise.all(queries.map(query => dispatch(query as Query)))) as Answer[]
  if (!first?.error) return null
  return data(null, { status: typeof first.error.status === 'number' ? first.error.status : 503 })
}

interface Answer {
  error?: { status: unknown }
}
