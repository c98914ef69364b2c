import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { type Cart, type CartLine, cartLimits, emptyCart, lineKey } from '#domain/orders/cart.ts'
import type { Product } from '#domain/products/product.ts'
import type { Bought } from './checkout-session.ts'

type NewLine = Omit<CartLine, 'quantity'>

/** The last attempt to add a product, and its result. */
export interface AddNotice {
  result: 'added' | 'duplicate' | 'full'
  product: NewLine
}

interface CartState extends Cart {
  isPanelOpen: boolean
  notice?: AddNotice
  /** A product whose size is asked for before it is added. */
  asked?: Product
}

const initialState: CartState = { ...emptyCart, isPanelOpen: false }

const lineOf = (state: CartState, key: string) => state.products.find(line => lineKey(line) === key)

export const cartSlice = createSlice({
  name: 'cart',
  initialState,
  reducers: {
    added(state, { payload: product }: PayloadAction<NewLine>) {
      state.asked = undefined
      if (state.notice && lineKey(state.notice.product) === lineKey(product)) return // the second click of a double click
      const isDuplicate = lineOf(state, lineKey(product)) !== undefined
      const isFull = state.products.length >= cartLimits.lines
      state.notice = { product, result: isDuplicate ? 'duplicate' : isFull ? 'full' : 'added' }
      if (state.notice.result === 'added') state.products.push({ ...product, quantity: 1 })
    },
    increased(state, { payload: key }: PayloadAction<string>) {
      const line = lineOf(state, key)
      if (line) line.quantity = Math.min(cartLimits.quantity, line.quantity + 1)
    },
    decreased(state, { payload: key }: PayloadAction<string>) {
      const line = lineOf(state, key)
      if (line) line.quantity = Math.max(1, line.quantity - 1)
    },
    removed(state, { payload: key }: PayloadAction<string>) {
      state.products = state.products.filter(line => lineKey(line) !== key)
    },
    /** Puts removed lines back at their place, unless the cart has them again or is full. */
    restored(state, { payload: { lines, place } }: PayloadAction<{ lines: CartLine[]; place: number }>) {
      const missing = lines.filter(line => !lineOf(state, lineKey(line)))
      state.products.splice(place, 0, ...missing.slice(0, cartLimits.lines - state.products.length))
    },
    /** A payment has arrived: removes what was paid for; what was added meanwhile stays. */
    bought(state, { payload }: PayloadAction<Bought>) {
      const quantities = new Map(Object.entries(payload)) // a stored key may be any text, such as `constructor`
      for (const line of state.products) line.quantity -= quantities.get(lineKey(line)) ?? 0
      state.products = state.products.filter(line => line.quantity > 0)
    },
    cleared(state) {
      state.products = []
    },
    /** Another tab or the server's prices replace the cart. */
    replaced(state, { payload }: PayloadAction<Cart>) {
      state.products = payload.products
    },
    sizeAsked(state, { payload: product }: PayloadAction<Product | undefined>) {
      state.asked = product
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
