import { readCart } from '#domain/cart.ts'
import type { Store } from '../store.ts'
import { cartSlice } from './slice.ts'

const key = 'cart'

/** Keeps the cart in this browser's storage: it survives a reload, and every tab shows the same. */
export function keepCart(store: Store): void {
  const read = () => readCart(localStorage.getItem(key))
  const write = () => JSON.stringify({ products: store.getState().cart.products })

  const load = () => {
    const cart = read()
    if (JSON.stringify(cart) !== write()) store.dispatch(cartSlice.actions.replaced(cart))
  }
  try {
    load()
  } catch (error) {
    console.error('This browser keeps no storage, the cart lasts as long as the page', error)
    return
  }
  addEventListener('storage', event => event.key === key && load())
  addEventListener('pageshow', load)

  let kept = store.getState().cart.products
  store.subscribe(() => {
    const { products } = store.getState().cart
    if (products === kept) return
    kept = products
    if (JSON.stringify(read()) !== write()) localStorage.setItem(key, write())
  })
}
