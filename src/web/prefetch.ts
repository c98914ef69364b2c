import { createContext, data, type RouterContextProvider } from 'react-router'
import type { Store } from './store.ts'

export const storeContext = createContext<Store>()

type Query = Parameters<Store['dispatch']>[0]

/** Runs a query for the page being rendered; the page's status is the answer's when it failed. */
export async function prefetch(context: Readonly<RouterContextProvider>, query: unknown) {
  const { error } = (await context.get(storeContext).dispatch(query as Query)) as { error?: { status: unknown } }
  if (!error) return null
  return data(null, { status: typeof error.status === 'number' ? error.status : 503 })
}
