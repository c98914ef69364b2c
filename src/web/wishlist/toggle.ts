import { maxWishlist } from '#domain/products/wishlist.ts'
import type { State, Store } from '../store.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { wishlistActions } from './slice.ts'

/** Saves a product, or removes it: at once in this browser, then in the account of who is signed in. A failure is told and undone. */
export const toggle = (id: string) => async (dispatch: Store['dispatch'], getState: () => State) => {
  const { ids } = getState().wishlist
  const place = ids.indexOf(id)
  const isSaved = place < 0
  if (isSaved && ids.length >= maxWishlist)
    return toast.alert(`Your wishlist is full: it holds ${maxWishlist} pieces. Remove one to save another.`)
  const set = (isSaved: boolean) =>
    dispatch(isSaved ? wishlistActions.saved({ id, place: Math.max(0, place) }) : wishlistActions.removed(id))
  set(isSaved)
  if (!getState().session.user) return

  const error = await import('./account.ts') // guests never load it
    .then(({ changeInAccount }) => dispatch(changeInAccount(id, isSaved)))
    .catch((reason: unknown) => reason)
  if (!error) return
  console.info('The wishlist was not changed', error)
  set(!isSaved)
  toast.alert('Your wishlist could not be changed. Please try again.')
}
