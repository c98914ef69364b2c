import { toDollars } from '#domain/money.ts'
import { type CartLine, totalsOf } from '#domain/orders/cart.ts'
import { useShop } from '../settings/api.ts'
import { useQuoteQuery } from './api.ts'
import type { CartChoice } from './choice.ts'

/**
 * What the cart costs: the server's answer where delivery, tax or a code have a part in it, otherwise the sum of its lines. `total` is
 * in dollars, and undefined as long as nobody knows it. The prices are only sent so that it is asked again when one changes.
 */
export function useCartQuote(products: CartLine[], choice: CartChoice) {
  const { delivery } = useShop()
  const isQuoted = delivery.isAsked || choice.code !== undefined
  const lines = products.map(({ _id, variantId, quantity, price }) => ({ _id, variantId, quantity, price }))
  const { data, isError, isFetching, error, refetch } = useQuoteQuery(
    { products: lines, ...choice },
    { skip: !isQuoted, refetchOnMountOrArgChange: true },
  )
  const quote = isQuoted && !isError ? data : undefined
  const total = isQuoted ? quote?.total : toDollars(totalsOf(products).totalCents)
  return { isQuoted, quote, total, isFetching, error: isQuoted && isError ? error : undefined, refetch }
}
export type CartQuote = ReturnType<typeof useCartQuote>
