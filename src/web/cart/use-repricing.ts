import { useRef, useState } from 'react'
import { useStore } from 'react-redux'
import { formatCents } from '#domain/money.ts'
import { type CartLine, cartLimits, lineKey } from '#domain/orders/cart.ts'
import { findBuyable, repriceCart } from '#domain/orders/reprice-cart.ts'
import { api } from '../api.ts'
import { type State, useAppDispatch } from '../store.ts'
import { useLazyCurrentProductsQuery } from './api.ts'
import { openCheckout } from './checkout-session.ts'
import { cartActions } from './slice.ts'

/**
 * Updates the cart to today's prices. `notices` describe the changes; `reprice` returns 'same', 'changed' or 'failed'. Lines that it
 * has taken out while this page was open are `buyable` when they can be bought again.
 */
export function useRepricing() {
  const [notices, setNotices] = useState<string[]>([])
  const takenOut = useRef<CartLine[]>([])
  const [buyable, setBuyable] = useState<CartLine[]>([])
  const [ask] = useLazyCurrentProductsQuery()
  const store = useStore<State>()
  const dispatch = useAppDispatch()

  async function reprice(): Promise<'same' | 'changed' | 'failed'> {
    const lines = [...store.getState().cart.products, ...takenOut.current] // of too many ids the shop leaves out the last
    const ids = [...new Set(lines.map(line => line._id))]
    if (ids.length === 0) return 'same'
    const { data, isError } = await ask(ids)
    if (isError || !data) return 'failed'
    const { products } = store.getState().cart
    // Products added since the request was sent are left as they are.
    const { cart, notices } = repriceCart(
      { products: products.filter(({ _id }) => ids.includes(_id)) },
      data,
      formatCents,
      { holdsPieces: openCheckout() !== undefined },
    )
    const added = products.filter(({ _id }) => !ids.includes(_id))
    dispatch(cartActions.replaced({ products: [...cart.products, ...added] }))
    const stays = new Set([...cart.products, ...added].map(lineKey))
    takenOut.current = [...products, ...takenOut.current]
      .filter(line => !stays.has(lineKey(line)))
      .slice(0, cartLimits.lines)
    setBuyable(findBuyable(takenOut.current, data, formatCents))
    if (notices.length > 0) dispatch(api.util.invalidateTags(['Product'])) // the page behind the panel shows the prices, too
    setNotices(earlier => [...new Set([...earlier, ...notices])])
    return notices.length ? 'changed' : 'same'
  }

  /** The visitor has put it back, or wants none of them: it is not offered again. */
  function settle(line?: CartLine) {
    const others = (lines: CartLine[]) => lines.filter(each => line && lineKey(each) !== lineKey(line))
    takenOut.current = others(takenOut.current)
    setBuyable(others)
  }

  function forget() {
    setNotices([])
    setBuyable([])
  }

  return { notices, buyable, settle, reprice, forget }
}
