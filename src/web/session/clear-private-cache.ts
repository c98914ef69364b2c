import { QueryStatus } from '@reduxjs/toolkit/query'
import { api } from '../api.ts'
import type { Store } from '../store.ts'

/**
 * Removes cached and pending answers of the previous user from the cache. Only pages that still show such an answer
 * fetch it again, as the current user.
 */
export function clearPrivateCache({ dispatch, getState }: Pick<Store, 'dispatch' | 'getState'>): void {
  const state = getState()
  const marked = api.util.selectInvalidatedBy(state, ['Mine', 'Order']).map(({ queryCacheKey }) => queryCacheKey)
  const awaited = Object.entries(state.api.queries).flatMap(([queryCacheKey, query]) =>
    query?.status === QueryStatus.pending ? queryCacheKey : [],
  )
  for (const queryCacheKey of new Set([...marked, ...awaited]))
    dispatch(api.internalActions.removeQueryResult({ queryCacheKey: queryCacheKey as never }))
}
