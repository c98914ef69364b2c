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

/** Asks whether who is signed in has another role or name by now. That a session has ended is left to the next call: it may keep what is typed. */
export async function checkRole({ dispatch, getState }: Pick<Store, 'dispatch' | 'getState'>): Promise<void> {
  const { user: asked, isChecked } = getState().session
  if (!asked || !isChecked) return // there is nobody to ask about, or the first check is under way
  const { data } = await dispatch(sessionEndpoints.checkSession.initiate())
  if (data?._id === asked._id && getState().session.user === asked) dispatch(sessionActions.known(data))
}
