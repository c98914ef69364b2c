import { readCart } from '#domain/orders/cart.ts'
import { storage } from '../storage.ts'
import type { Store } from '../store.ts'
import { cartActions } from './slice.ts'

const key = 'cart'

/** Saves the cart in localStorage, so that it survives a reload and all tabs show the same. */
export function persistCart(store: Store): void {
  const shown = () => JSON.stringify({ products: store.getState().cart.products })

  function load() {
    const stored = storage.read(key)
    if (stored === null || stored === shown()) return
    store.dispatch(cartActions.replaced(readCart(stored)))
  }
  load()
  addEventListener('storage', event => event.key === key && load())
  addEventListener('pageshow', load)

  let saved = store.getState().cart.products
  store.subscribe(() => {
    const { products } = store.getState().cart
    if (products === saved) return
    saved = products
    storage.write(key, shown())
  })
}
