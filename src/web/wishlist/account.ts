import { readProductIds } from '#domain/products/wishlist.ts'
import { api, unwrap } from '../api.ts'
import type { State, Store } from '../store.ts'
import { wishlistActions } from './slice.ts'

type Dispatch = Store['dispatch']

interface Saved {
  productIds: string[]
}

const { endpoints } = api.injectEndpoints({
  endpoints: build => ({
    saveToWishlist: build.mutation<void, string>({
      query: id => ({ url: `wishlist/${id}`, method: 'PUT' }),
      transformResponse: () => undefined,
    }),
    removeFromWishlist: build.mutation<void, string>({
      query: id => ({ url: `wishlist/${id}`, method: 'DELETE' }),
      transformResponse: () => undefined,
    }),
    /** Adds what this browser has saved to the account. @returns all that the account has saved, the last one first */
    mergeWishlist: build.mutation<string[], string[]>({
      query: productIds => ({ url: 'wishlist/merge', method: 'POST', body: { productIds } satisfies Saved }),
      transformResponse: (answer: { data: Saved }) => unwrap(answer).productIds,
    }),
  }),
})

/** Makes this browser's wishlist one with that of an account. If that fails, it is tried again on the next page. */
export const joinAccount = (user: string) => async (dispatch: Dispatch, getState: () => State) => {
  const { ids: sent, owner } = getState().wishlist
  const { data } = await dispatch(endpoints.mergeWishlist.initiate(owner ? [] : sent))
  const { session, wishlist } = getState()
  if (!data || session.user?._id !== user) return
  const meanwhile = wishlist.ids.filter(id => !sent.includes(id))
  dispatch(wishlistActions.replaced({ ids: readProductIds([...meanwhile, ...data]), owner: user }))
}

/** The account hears of the changes one after the other, as they were made. */
let queue: Promise<unknown> = Promise.resolve()

/** Saves a product in the account of who is signed in, or removes it. @returns the error, if there is one */
export const changeInAccount = (id: string, isSaved: boolean) => async (dispatch: Dispatch) => {
  const { removeFromWishlist, saveToWishlist } = endpoints
  const answer = queue.then(() => dispatch(isSaved ? saveToWishlist.initiate(id) : removeFromWishlist.initiate(id)))
  queue = answer
  return (await answer).error
}
