import type { Store } from '../store.ts'
import { sessionEndpoints } from './api.ts'
import { sessionActions } from './slice.ts'

/** Asks the server who is signed in. Its answer wins, unless somebody has signed in or out meanwhile. */
export async function checkSession({ dispatch, getState }: Pick<Store, 'dispatch' | 'getState'>): Promise<void> {
  const asked = getState().session.user
  const { data, error } = await dispatch(sessionEndpoints.checkSession.initiate())
  if (!error && getState().session.user === asked) dispatch(sessionActions.known(data))
  dispatch(sessionActions.checked())
}

/**
 * Asks the server whether the signed-in user's role or name has changed. It ignores an ended session; the next call
 * reports that one and can save what is typed.
 */
export async function checkRole({ dispatch, getState }: Pick<Store, 'dispatch' | 'getState'>): Promise<void> {
  const { user: asked, isChecked } = getState().session
  if (!asked || !isChecked) return // nobody is signed in, or the first check is running
  const { data } = await dispatch(sessionEndpoints.checkSession.initiate())
  if (data?._id === asked._id && getState().session.user === asked) dispatch(sessionActions.known(data))
}
