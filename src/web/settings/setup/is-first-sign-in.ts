import type { Store } from '../../store.ts'
import { setupEndpoints } from './api.ts'

/** Whether an admin has just signed in to a new, empty shop that nobody has begun to set up. False when the server does not say. */
export async function isFirstSignIn(dispatch: Store['dispatch']): Promise<boolean> {
  const { data } = await dispatch(setupEndpoints.firstRun.initiate(undefined, { forceRefetch: true, subscribe: false }))
  return data?.isNew ?? false
}
