import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { type Cart, type CartLine, cartLimits, emptyCart } from '#domain/orders/cart.ts'
import type { Bought } from './checkout-session.ts'

/** The result of the last attempt to add a product. */
export type AddNotice = 'added' | 'duplicate' | 'full'

interface CartState extends Cart {
  isPanelOpen: boolean
  notice?: AddNotice
}

const initialState: CartState = { ...emptyCart, isPanelOpen: false }

const lineOf = (state: CartState, id: string) => state.products.find(line => line._id === id)

export const cartSlice = createSlice({
  name: 'cart',
  initialState,
  reducers: {
    added(state, { payload }: PayloadAction<Omit<CartLine, 'quantity'>>) {
      if (lineOf(state, payload._id)) state.notice = 'duplicate'
      else if (state.products.length >= cartLimits.lines) state.notice = 'full'
      else {
        state.products.push({ ...payload, quantity: 1 })
        state.notice = 'added'
      }
    },
    increased(state, { payload: id }: PayloadAction<string>) {
      const line = lineOf(state, id)
      if (line) line.quantity = Math.min(cartLimits.quantity, line.quantity + 1)
    },
    decreased(state, { payload: id }: PayloadAction<string>) {
      const line = lineOf(state, id)
      if (line) line.quantity = Math.max(1, line.quantity - 1)
    },
    removed(state, { payload: id }: PayloadAction<string>) {
      state.products = state.products.filter(line => line._id !== id)
    },
    /** A payment has arrived: removes what was paid for; what was added meanwhile stays. */
    bought(state, { payload }: PayloadAction<Bought>) {
      const quantities = new Map(Object.entries(payload)) // a stored id may be any text, such as `constructor`
      for (const line of state.products) line.quantity -= quantities.get(line._id) ?? 0
      state.products = state.products.filter(line => line.quantity > 0)
    },
    cleared(state) {
      state.products = []
    },
    /** Another tab or the server's prices replace the cart. */
    replaced(state, { payload }: PayloadAction<Cart>) {
      state.products = payload.products
    },
    noticeClosed(state) {
      state.notice = undefined
    },
    panelToggled(state, { payload: isOpen }: PayloadAction<boolean>) {
      state.isPanelOpen = isOpen
    },
  },
})

export const cartActions = cartSlice.actions
