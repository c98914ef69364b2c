import { QueryStatus } from '@reduxjs/toolkit/query'
import { api } from '../api.ts'
import type { Store } from '../store.ts'

/**
 * Takes out what was answered, or is being answered, to whoever was here before. Nothing is asked again for its own sake:
 * only a page that still shows such an answer asks anew, as whoever is here now.
 */
export function forgetPrivateAnswers({ dispatch, getState }: Pick<Store, 'dispatch' | 'getState'>): void {
  const state = getState()
  const marked = api.util.selectInvalidatedBy(state, ['Mine', 'Order']).map(({ queryCacheKey }) => queryCacheKey)
  const awaited = Object.entries(state.api.queries).flatMap(([queryCacheKey, query]) =>
    query?.status === QueryStatus.pending ? queryCacheKey : [],
  )
  for (const queryCacheKey of new Set([...marked, ...awaited]))
    dispatch(api.internalActions.removeQueryResult({ queryCacheKey: queryCacheKey as never }))
}
