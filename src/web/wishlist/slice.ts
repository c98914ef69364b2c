import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { maxWishlist } from '#domain/products/wishlist.ts'

export interface Wishlist {
  /** Of products, the last saved one first. */
  ids: string[]
  /** The user whose account has the same list; undefined for a guest's. */
  owner?: string
}

const initialState: Wishlist = { ids: [] }

export const wishlistSlice = createSlice({
  name: 'wishlist',
  initialState,
  reducers: {
    /** @param payload the product, and its place if it is put back */
    saved(state, { payload: { id, place = 0 } }: PayloadAction<{ id: string; place?: number }>) {
      if (!state.ids.includes(id) && state.ids.length < maxWishlist) state.ids.splice(place, 0, id)
    },
    removed(state, { payload: id }: PayloadAction<string>) {
      state.ids = state.ids.filter(each => each !== id)
    },
    /** Another tab or the account replaces the list. */
    replaced: (_state, { payload }: PayloadAction<Wishlist>) => payload,
  },
})

export const wishlistActions = wishlistSlice.actions
