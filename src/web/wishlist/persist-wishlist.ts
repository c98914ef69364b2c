import { readProductIds } from '#domain/products/wishlist.ts'
import { storage } from '../storage.ts'
import type { State, Store } from '../store.ts'
import { type Wishlist, wishlistActions } from './slice.ts'

const key = 'wishlist'

function read(stored: string | null): Wishlist {
  try {
    const { ids, owner } = JSON.parse(stored ?? '{}')
    return { ids: readProductIds(ids ?? []), ...(typeof owner === 'string' && { owner }) }
  } catch {
    return { ids: [] } // not written by this code
  }
}

/**
 * Saves the wishlist in localStorage, so that it survives a reload and all tabs show the same. When somebody signs in, it becomes
 * one with that of the account; when they leave, this browser forgets it.
 */
export function persistWishlist(store: Store): void {
  const { dispatch, getState } = store
  const load = () => {
    const stored = storage.read(key)
    if (stored !== null && stored !== JSON.stringify(getState().wishlist))
      dispatch(wishlistActions.replaced(read(stored)))
  }
  load()
  addEventListener('storage', event => event.key === key && load())
  addEventListener('pageshow', load)

  let asked: string | undefined
  function follow({ session, wishlist }: State) {
    const user = session.user?._id
    if (!user) asked = undefined
    if (!session.isKnown || user === wishlist.owner) return
    if (!user) return dispatch(wishlistActions.replaced({ ids: [] }))
    const mayHaveEnded = !session.isChecked
    if (user === asked || mayHaveEnded || location.pathname.startsWith('/dashboard')) return
    asked = user
    import('./account.ts').then(
      ({ joinAccount }) => dispatch(joinAccount(user)),
      error => console.info('The wishlist was not joined', error),
    )
  }

  let saved = getState().wishlist
  function look() {
    const state = getState()
    if (state.wishlist !== saved) {
      saved = state.wishlist
      storage.write(key, JSON.stringify(saved))
    }
    follow(state)
  }
  store.subscribe(look)
  look()
}
