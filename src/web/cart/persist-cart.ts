import { readCart } from '#domain/orders/cart.ts'
import { storage } from '../storage.ts'
import type { Store } from '../store.ts'
import { cartActions } from './slice.ts'

const key = 'cart'

/** Keeps the cart in this browser's storage: it survives a reload, and every tab shows the same. */
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
