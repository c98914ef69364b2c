import { api } from '../api.ts'
import { storage } from '../storage.ts'
import type { Store } from '../store.ts'
import { checkSession } from './check.ts'
import { readUser } from './read-user.ts'
import { sessionActions } from './slice.ts'

const key = 'user'

/**
 * Keeps who is signed in, in this browser's storage: it survives a reload, and every tab shows the same. The server is
 * asked once, and what it says wins.
 */
export function keepSession(store: Store): void {
  const shown = () => store.getState().session.user

  function load() {
    const user = readUser(storage.read(key))
    if (store.getState().session.isKnown && JSON.stringify(user) === JSON.stringify(shown())) return
    store.dispatch(sessionActions.known(user))
  }

  let kept = shown()
  store.subscribe(() => {
    const user = shown()
    if (user === kept) return
    const isSomebodyElse = user?._id !== kept?._id
    kept = user
    if (user) storage.write(key, JSON.stringify(user))
    else storage.remove(key)
    if (isSomebodyElse) store.dispatch(api.util.invalidateTags(['Mine', 'Order']))
  })

  load()
  addEventListener('storage', event => (event.key === key || event.key === null) && load())
  addEventListener('pageshow', ({ persisted }) => persisted && load())
  if (shown()) checkSession(store)
}
