import type { Store } from '../store.ts'
import { sessionEndpoints } from './api.ts'
import { sessionActions } from './slice.ts'

/** Asks the server who is signed in. What it says wins, unless somebody signed in or out while it was asked. */
export async function checkSession({ dispatch, getState }: Pick<Store, 'dispatch' | 'getState'>): Promise<void> {
  const asked = getState().session.user
  const { data, error } = await dispatch(sessionEndpoints.checkSession.initiate())
  if (!error && getState().session.user === asked) dispatch(sessionActions.known(data))
  dispatch(sessionActions.checked())
}
