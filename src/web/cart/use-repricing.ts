import { useState } from 'react'
import { useStore } from 'react-redux'
import { formatCents } from '#domain/money.ts'
import { repriceCart } from '#domain/orders/reprice-cart.ts'
import { api } from '../api.ts'
import { type State, useAppDispatch } from '../store.ts'
import { useLazyCurrentProductsQuery } from './api.ts'
import { openCheckout } from './checkout-session.ts'
import { cartActions } from './slice.ts'

/**
 * Updates the cart to today's prices. `notices` describe the changes; `reprice` returns 'same', 'changed' or 'failed'.
 */
export function useRepricing() {
  const [notices, setNotices] = useState<string[]>([])
  const [ask] = useLazyCurrentProductsQuery()
  const store = useStore<State>()
  const dispatch = useAppDispatch()

  async function reprice(): Promise<'same' | 'changed' | 'failed'> {
    const ids = [...new Set(store.getState().cart.products.map(line => line._id))]
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
    if (notices.length > 0) dispatch(api.util.invalidateTags(['Product'])) // the page behind the panel shows the prices, too
    setNotices(earlier => [...new Set([...earlier, ...notices])])
    return notices.length ? 'changed' : 'same'
  }

  return { notices, reprice, forget: () => setNotices([]) }
}
