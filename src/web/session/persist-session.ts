import { storage } from '../storage.ts'
import type { Store } from '../store.ts'
import { checkRole, checkSession } from './check.ts'
import { readUser } from './read-user.ts'
import { sessionActions } from './slice.ts'

const key = 'user'
const checkedOnFocusMs = 60_000

/**
 * Saves the signed-in user in localStorage, so that the session survives a reload and all tabs show the same. The store
 * asks the server once who is signed in, and again after a 403; the server's answer wins. If no user is stored, pages
 * that depend on one ask by `useCheckedSession`.
 */
export function persistSession(store: Store): void {
  const shown = () => store.getState().session.user

  function load() {
    const user = readUser(storage.read(key))
    if (store.getState().session.isKnown && JSON.stringify(user) === JSON.stringify(shown())) return
    store.dispatch(sessionActions.known(user))
  }

  let isChecking = false
  async function check() {
    if (isChecking || store.getState().session.isChecked || !shown()) return
    isChecking = true
    await checkSession(store)
    isChecking = false
  }

  let saved = shown()
  store.subscribe(() => {
    check()
    const user = shown()
    if (user === saved) return
    saved = user
    if (user) storage.write(key, JSON.stringify(user))
    else storage.remove(key)
  })

  let lastLook = Number.NEGATIVE_INFINITY
  function look() {
    if (!store.getState().session.isChecked || Date.now() - lastLook < checkedOnFocusMs) return
    lastLook = Date.now()
    checkRole(store)
  }

  load()
  addEventListener('focus', look)
  addEventListener('storage', event => (event.key === key || event.key === null) && load())
  addEventListener('pageshow', ({ persisted }) => persisted && load())
}
